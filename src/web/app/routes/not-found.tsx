import { useLocation } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { ButtonLink } from '../../ui/button.tsx'

const title = 'Nothing at this address'

export const head = () => ({ title })
export const status = () => 404

/** The screen of unknown addresses (decision 24). */
export default function NotFound() {
  useTitle(title)
  const { pathname } = useLocation()
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height))] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-cyan">Signal not found</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">Nothing at this address</h1>
      <p className="max-w-[52ch] text-[17px] text-soft">
        <span className="break-all text-text">{pathname}</span> leads nowhere. The pattern may have been
        hidden or deleted, or the link is mistyped.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" tone="primary">
          Home
        </ButtonLink>
        <ButtonLink to="/vacant">Open the Matrix</ButtonLink>
      </div>
    </section>
  )
}
