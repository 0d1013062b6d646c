import type { ReactNode } from 'react'
import { Link } from '../../../lib/router/router.tsx'
import { LocalModel } from './local-model.tsx'
import * as texts from './texts.ts'

/** For whoever runs the place: how a model gets connected. */
export default function WaysToModel() {
  return (
    <>
      <ul aria-label={texts.waysToModel} className="mt-3 grid max-w-[78ch] gap-2.5">
        <li>
          <Way>{texts.useKey}</Way> {texts.addKeyIn}{' '}
          <Link to="/settings" className="text-cyan underline underline-offset-3">
            {texts.settings}
          </Link>
          {texts.orRestartWith} <Variable>{texts.openaiApiKey}</Variable>.
        </li>
        <li>
          <Way>{texts.startServer}</Way> {texts.serversFoundOthersBy}{' '}
          <Variable>{texts.openaiBaseUrl}</Variable> {texts.andAlso} <Variable>{texts.chatModel}</Variable>.
        </li>
        <li>
          <Way>{texts.downloadHere}</Way>
          <LocalModel />
        </li>
      </ul>
      <p className="mt-3 text-xs text-muted">
        {texts.onlyOperatorSees}{' '}
        <Link to="/place" className="text-cyan underline underline-offset-3">
          {texts.howThisPlaceIs}
        </Link>
      </p>
    </>
  )
}

function Way({ children }: { children: ReactNode }) {
  return <strong className="font-semibold text-text">{children}</strong>
}

function Variable({ children }: { children: string }) {
  return <code className="font-mono text-[0.92em] whitespace-nowrap text-text">{children}</code>
}
