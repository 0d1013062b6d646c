import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Authorization, AuthorizationQuery } from '../../../shared/doors/authorization.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { unwrap, useApi } from '../../lib/http/api.ts'
import { confirmWithSignature } from '../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { requireSignIn } from '../../lib/http/identity.ts'
import { Link } from '../../lib/router/router.tsx'
import { useHere } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import * as texts from './texts.tsx'

type Asks = Extract<Authorization, { kind: 'asks' }>

export function Consent({ authorization, asked }: { authorization: Asks; asked: AuthorizationQuery }) {
  const { client, days, refuse } = authorization
  const here = useHere()
  const consent = useConsent(authorization, asked)
  const problem = consent.data?.problem
  return (
    <section aria-labelledby="consent" className="panel hairline cut grid gap-6 px-5 py-7 md:px-8 md:py-9">
      <WhoAsks client={client} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Points
          title={texts.may}
          icon={<CheckIcon width={18} height={18} className="mt-0.5 shrink-0 text-good" />}
        >
          {texts.allowed}
        </Points>
        <Points
          title={texts.mayNot}
          icon={<CloseIcon width={18} height={18} className="mt-0.5 shrink-0 text-bad" />}
        >
          {texts.forbidden}
        </Points>
      </div>
      <p className="text-sm leading-relaxed text-soft">
        {texts.revocable(
          days,
          <Link to="/settings" className="text-cyan underline underline-offset-4 hover:text-text">
            {texts.settings}
          </Link>,
        )}
      </p>
      {problem && (
        <Notice tone="bad" title={texts.notGiven}>
          {problem}
        </Notice>
      )}
      {consent.data && 'back' in consent.data && (
        <Notice tone="good" title={texts.given}>
          <a href={consent.data.back} className="text-cyan underline underline-offset-4 hover:text-text">
            {texts.backTo(client.name)}
          </a>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {here.state === 'signed-in' ? (
          <Button
            tone="wallet"
            className="max-md:min-h-11"
            aria-disabled={consent.isPending}
            onClick={() => consent.isPending || consent.mutate()}
          >
            {consent.isPending ? texts.waiting : texts.signAs(shortAddress(here.address))}
          </Button>
        ) : (
          <Button tone="primary" className="max-md:min-h-11" onClick={() => void requireSignIn()}>
            {here.state === 'connected' ? texts.signIn : texts.connect}
          </Button>
        )}
        <a href={refuse} className="button cut hairline max-md:min-h-11">
          {texts.refuse}
        </a>
      </div>
    </section>
  )
}

function WhoAsks({ client }: Pick<Asks, 'client'>) {
  return (
    <div className="grid gap-3">
      <h1 id="consent" className="display text-26 leading-tight font-semibold wrap-anywhere md:text-30">
        {texts.question(client.name)}
      </h1>
      <p className="leading-relaxed text-soft">{texts.whoAsks(client.name)}</p>
      <p className="display border-l-2 border-violet bg-violet/8 px-4 py-3 wrap-anywhere text-text">
        {client.site}
      </p>
      <p className="text-sm leading-relaxed text-soft">
        {client.isLocal ? texts.localWarning : texts.siteWarning}
      </p>
    </div>
  )
}

function Points({ title, icon, children }: { title: string; icon: ReactNode; children: string[] }) {
  return (
    <div>
      <h2 className="label">{title}</h2>
      <ul className="mt-3 grid gap-2.5 text-sm leading-relaxed">
        {children.map((point) => (
          <li key={point} className="flex gap-2.5">
            {icon}
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Outcome = { problem: string } | { problem?: undefined; back: string }

/** Has the wallet sign for this request, and sends the person back with the code. */
function useConsent({ client, request }: Asks, asked: AuthorizationQuery) {
  const api = useApi()
  return useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const signed = await confirmWithSignature({ action: 'let-in', site: client.site, request })
      if (signed.state === 'declined') return { problem: texts.notSigned }
      if (signed.state === 'failed') return signed
      try {
        const { back } = await unwrap(api.authorization.$post({ json: asked }, { headers: signed.headers }))
        window.location.assign(back)
        return { back }
      } catch (error) {
        return { problem: explainError(error) }
      }
    },
  })
}
