import type { SuggestedAgent } from '../../../shared/home.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FirstWords } from './first-words.tsx'
import { NeuralCore } from './neural-core.tsx'
import * as texts from './texts.ts'

/** The tagline, the description, and a form that starts a conversation (section 1). */
export function Hero(props: {
  agents: readonly SuggestedAgent[]
  onReady: (agentId: string) => void
  isMissing: boolean
}) {
  const { isMissing, ...form } = props
  const [first, accent, last] = texts.tagline
  return (
    <section className="grid items-center gap-10 pt-7 pb-10 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-11 md:pb-14">
      <div className="min-w-0">
        <p className="label mb-4 text-cyan max-md:hidden">{texts.kind}</p>
        {/* The heading is one string for screen readers and search engines, whatever its line breaks. */}
        <h1 className="max-w-[10ch] text-[clamp(38px,5.4vw,76px)] leading-[0.98] font-bold tracking-[-0.01em]">
          {first}{' '}
          <em className="[background-image:linear-gradient(92deg,var(--color-cyan),#7ba8ff,var(--color-magenta))] bg-clip-text text-transparent not-italic forced-colors:text-[CanvasText]">
            {accent}
          </em>{' '}
          {last}
        </h1>
        <p className="mt-5 mb-6 max-w-[44ch] text-19 leading-[1.4] text-text md:text-21">{texts.about}</p>
        {form.agents.length > 0 && <FirstWords {...form} />}
        {isMissing && (
          <p role="status" className="max-w-[44ch] border-l-2 border-warning pl-4 text-soft">
            {texts.missing}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3.5">
          <ButtonLink to="/vacant">{texts.allAgents}</ButtonLink>
          <ButtonLink to="/archives">{texts.archives}</ButtonLink>
        </div>
      </div>
      <NeuralCore />
    </section>
  )
}
