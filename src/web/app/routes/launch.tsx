import { GlobeArt, GraphArt, IgnitionArt } from '../../features/launch/launch-art.tsx'
import { LaunchCard } from '../../features/launch/launch-card.tsx'
import * as texts from '../../features/launch/texts.ts'
import { useTitle } from '../../lib/router/title.ts'

export const head = () => ({ title: texts.title, description: texts.summary })

/** Section 2. Both available options start with an agent, so both lead to /create. */
export default function LaunchScreen() {
  useTitle(texts.title)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-2 text-soft">{texts.about}</p>
      <ul className="mt-7 grid gap-3.5 md:mt-8 md:grid-cols-3 md:gap-4.5">
        <LaunchCard
          code="LS-01"
          title={texts.website}
          text={texts.websiteAbout}
          art={<GlobeArt />}
          opens={{ to: '/create', action: texts.websiteAction }}
        />
        <LaunchCard
          code="LS-02"
          title={texts.agent}
          text={texts.agentAbout}
          art={<IgnitionArt />}
          opens={{ to: '/create', action: texts.agentAction }}
        />
        <LaunchCard code="LS-03" title={texts.graph} text={texts.graphAbout} art={<GraphArt />} />
      </ul>
    </div>
  )
}
