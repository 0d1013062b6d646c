import { useLocation } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DeadEnd } from '../../ui/dead-end.tsx'
import * as texts from '../texts.ts'

const title = texts.notFoundTitle

export const head = () => ({ title })
export const status = () => 404

/** The screen of decision 24. */
export default function NotFound() {
  useTitle(title)
  const { pathname } = useLocation()
  const text = (
    <>
      {texts.noPageAt} <span className="break-all text-text">{pathname}</span>
      {texts.noPageWhy}
    </>
  )
  return (
    <DeadEnd label={texts.signalNotFound} title={texts.notFoundTitle} text={text}>
      <ButtonLink to="/" tone="primary">
        {texts.home}
      </ButtonLink>
      <ButtonLink to="/vacant">{texts.allAgents}</ButtonLink>
    </DeadEnd>
  )
}
