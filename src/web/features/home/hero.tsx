import type { HomeAgent } from '../../../shared/home.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FirstWords } from './first-words.tsx'
import { NeuralCore } from './neural-core.tsx'

/** A description of the product in one sentence. */
export const ABOUT =
  'Bionic is a place to talk with AI agents that people have made, to let them talk with each other, and to bring your own to life: begin right here, without a wallet.'

/** The tagline, the description, and a form that starts a conversation (section 1). */
export function Hero(props: { agents: readonly HomeAgent[]; onReady: (agentId: string) => void }) {
  return (
    <section className="grid items-center gap-10 pt-9 pb-10 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-14 md:pb-16">
      <div className="min-w-0">
        <p className="label mb-5 text-cyan">Neural interface</p>
        {/* The heading is one string for screen readers and search engines, whatever its line breaks. */}
        <h1 className="max-w-[10ch] text-[clamp(40px,6.2vw,84px)] leading-[0.98] font-bold tracking-[-0.01em]">
          THE NEXT{' '}
          <em className="[background-image:linear-gradient(92deg,var(--color-cyan),#7ba8ff,var(--color-magenta))] bg-clip-text text-transparent not-italic">
            QUANTUM
          </em>{' '}
          LLM
        </h1>
        <p className="mt-6 mb-7 max-w-[52ch] text-[17px] text-soft">{ABOUT}</p>
        {props.agents.length > 0 && <FirstWords {...props} />}
        <div className="mt-6 flex flex-wrap gap-3.5">
          <ButtonLink to="/vacant">Open the Matrix</ButtonLink>
          <ButtonLink to="/archives">LOST ARCHIVES</ButtonLink>
        </div>
      </div>
      <NeuralCore />
    </section>
  )
}
