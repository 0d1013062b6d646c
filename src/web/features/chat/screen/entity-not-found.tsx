import { ButtonLink } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'

/** Shown if the entity does not exist, was deleted, or was hidden by its owner (decision 8). */
export function EntityNotFound() {
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-magenta">{texts.signalNotFound}</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">{texts.entityNotFound}</h1>
      <p className="max-w-[52ch] text-[17px] text-soft">{texts.thereNoAgentAtAddress}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/vacant" tone="primary">
          {texts.openMatrix}
        </ButtonLink>
        <ButtonLink to="/isolated">{texts.chatBionic}</ButtonLink>
      </div>
    </section>
  )
}
