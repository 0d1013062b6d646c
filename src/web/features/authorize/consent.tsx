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

type Asks = Extract<Authorization, { kind: 'asks' }>

/** Says who asks for what, and lets the person consent with their wallet or refuse. */
export function Consent({ authorization, asked }: { authorization: Asks; asked: AuthorizationQuery }) {
  const { client, days, refuse } = authorization
  const here = useHere()
  const consent = useConsent(authorization, asked)
  const problem = consent.data?.problem
  return (
    <section aria-labelledby="consent" className="panel hairline cut grid gap-6 px-5 py-7 md:px-8 md:py-9">
      <div className="grid gap-3">
        <h1
          id="consent"
          className="display text-[26px] leading-tight font-semibold wrap-anywhere md:text-[30px]"
        >
          Let {client.name} use agents as you?
        </h1>
        <p className="leading-relaxed text-soft">
          A program that calls itself “{client.name}” asks for it. The answer goes to
        </p>
        <p className="display border-l-2 border-violet bg-violet/8 px-4 py-3 wrap-anywhere text-text">
          {client.site}
        </p>
        <p className="text-sm leading-relaxed text-soft">
          {client.isLocal
            ? 'That is a program on this device. Allow it only if you have just started it yourself.'
            : 'Allow it only if you know this site and come from there. Anybody can choose a name.'}
        </p>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Points
          title="It may"
          icon={<CheckIcon width={18} height={18} className="mt-0.5 shrink-0 text-good" />}
        >
          {[
            'ask every agent that you can talk with, your hidden ones too',
            'go on with conversations that it began',
            'use up your limits while it does',
          ]}
        </Points>
        <Points
          title="It may not"
          icon={<CloseIcon width={18} height={18} className="mt-0.5 shrink-0 text-bad" />}
        >
          {[
            'read your other conversations',
            'make, change or delete anything of yours',
            'sign anything, or move what your wallet holds',
          ]}
        </Points>
      </div>
      <p className="text-sm leading-relaxed text-soft">
        It can do that for {days} days. It is listed under the API keys in your{' '}
        <Link to="/settings" className="text-cyan underline underline-offset-4 hover:text-text">
          settings
        </Link>
        , where you can revoke it at any time.
      </p>
      {problem && (
        <Notice tone="bad" title="Nothing was given to it">
          {problem}
        </Notice>
      )}
      {consent.data && 'back' in consent.data && (
        <Notice tone="good" title="It may use agents as you now">
          <a href={consent.data.back} className="text-cyan underline underline-offset-4 hover:text-text">
            Go back to {client.name}
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
            {consent.isPending ? 'Waiting for the wallet' : `Sign as ${shortAddress(here.address)}`}
          </Button>
        ) : (
          <Button tone="primary" className="max-md:min-h-11" onClick={() => void requireSignIn()}>
            {here.state === 'connected' ? 'Sign in' : 'Connect wallet'}
          </Button>
        )}
        <a href={refuse} className="button cut hairline max-md:min-h-11">
          Refuse
        </a>
      </div>
    </section>
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
      if (signed.state === 'declined') return { problem: 'Your wallet did not sign. You can ask it again.' }
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
