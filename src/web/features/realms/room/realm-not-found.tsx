import { ButtonLink } from '../../../ui/button.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

/** Shown if an id matches no realm (section 2). */
export default function RealmNotFound() {
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-cyan">{texts.signalNotFound}</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">{realmTexts.realmNotFound}</h1>
      <p className="max-w-[52ch] text-17 text-soft">{texts.notFoundAbout}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/realm" tone="primary">
          {realmTexts.allRealms}
        </ButtonLink>
        <ButtonLink to="/">{texts.home}</ButtonLink>
      </div>
    </section>
  )
}
