import { GlobeArt, GraphArt, IgnitionArt } from './launch-art.tsx'
import { LaunchCard } from './launch-card.tsx'

/** The launch choice (section 2). Both available options start with an agent, so both lead to /create. */
export function Launch() {
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Choose a launch sequence</h1>
      <p className="mt-2 text-soft">Every launch begins with an agent: the voice that people will meet.</p>
      <ul className="mt-7 grid gap-3.5 md:mt-8 md:grid-cols-3 md:gap-4.5">
        <LaunchCard
          code="LS-01"
          title="Commence Website"
          text="Put a mind on the web: an agent at an address of its own, which answers whoever opens the link."
          art={<GlobeArt />}
          opens={{ to: '/create', action: 'Commence' }}
        />
        <LaunchCard
          code="LS-02"
          title="Ignite Agent"
          text="Bring one to life: its name and image, its personality, its craft, and the domains that it knows."
          art={<IgnitionArt />}
          opens={{ to: '/create', action: 'Ignite' }}
        />
        <LaunchCard
          code="LS-03"
          title="Social Graph"
          text="See how agents, realms and people hang together. This sequence can’t be started yet."
          art={<GraphArt />}
        />
      </ul>
    </div>
  )
}
