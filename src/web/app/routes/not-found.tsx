import { useLocation } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as texts from '../texts.ts'

const title = texts.notFoundTitle

export const head = () => ({ title })
export const status = () => 404

/** The screen of unknown addresses (decision 24). */
export default function NotFound() {
  useTitle(title)
  const { pathname } = useLocation()
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height))] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-cyan">{texts.signalNotFound}</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">{texts.notFoundTitle}</h1>
      <p className="max-w-[52ch] text-[17px] text-soft">
        {texts.noPageAt} <span className="break-all text-text">{pathname}</span>
        {texts.noPageWhy}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" tone="primary">
          {texts.home}
        </ButtonLink>
        <ButtonLink to="/vacant">{texts.allAgents}</ButtonLink>
      </div>
    </section>
  )
}
