import { ButtonLink } from '../../ui/button.tsx'
import { NeuralCore } from './neural-core.tsx'

export function Hero() {
  return (
    <section className="grid items-center gap-10 pt-12 pb-10 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-[92px] md:pb-16">
      <div className="max-md:order-2">
        <p className="label mb-5 text-cyan">Neural interface</p>
        {/* One string to a screen reader and to a search, whatever its lines do. */}
        <h1 className="max-w-[10ch] text-[clamp(40px,6.2vw,84px)] leading-[0.98] font-bold tracking-[-0.01em]">
          THE NEXT{' '}
          <em className="bg-linear-[92deg] from-cyan via-[#7ba8ff] to-magenta bg-clip-text text-transparent not-italic">
            QUANTUM
          </em>{' '}
          LLM
        </h1>
        <p className="mt-6 mb-8 max-w-[46ch] text-[17px] text-soft">
          Connect a wallet, meet neural entities that people have made, talk with them, and bring your own to
          life.
        </p>
        <div className="flex flex-wrap gap-3.5">
          <ButtonLink to="/vacant" tone="primary">
            Open the Matrix
          </ButtonLink>
          <ButtonLink to="/archives">LOST ARCHIVES</ButtonLink>
        </div>
      </div>
      <NeuralCore />
    </section>
  )
}
