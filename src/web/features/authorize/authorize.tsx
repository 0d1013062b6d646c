import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Authorization, AuthorizationQuery } from '../../../shared/doors/authorization.ts'
import { FailedPanel, wholeScreen } from '../../blocks/list/instead.tsx'
import { Waiting } from '../../blocks/list/waiting.tsx'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { authorizationQuery } from './authorization-query.ts'
import { Consent } from './consent.tsx'
import * as texts from './texts.tsx'

/** The screen on which a person decides whether a program may use agents in their name. */
export function Authorize({ asked }: { asked: AuthorizationQuery }) {
  const { data, error, refetch } = useQuery(authorizationQuery(useApi(), asked))
  return (
    <div className="wrap grid justify-items-center pt-9 pb-20 md:pt-13">
      <div className="w-full max-w-140">
        {data ? (
          <Decision authorization={data} asked={asked} />
        ) : error ? (
          <FailedPanel
            heading="h1"
            className={wholeScreen}
            title={texts.notLoaded}
            failure={{ problem: explainError(error), retry: () => void refetch() }}
          />
        ) : (
          <Waiting words={texts.loading} look="grid gap-6">
            <div className="skeleton h-100" />
          </Waiting>
        )}
      </div>
    </div>
  )
}

function Decision({ authorization, asked }: { authorization: Authorization; asked: AuthorizationQuery }) {
  switch (authorization.kind) {
    case 'asks':
      return <Consent authorization={authorization} asked={asked} />
    case 'faulty':
      return (
        <Refused
          title={texts.faultyTitle(authorization.client.name)}
          action={
            <a href={authorization.back} className="button cut hairline">
              {texts.goBack}
            </a>
          }
        >
          {texts.faultyText(authorization.client.site, authorization.message)}
        </Refused>
      )
    case 'refused':
      return (
        <Refused
          title={texts.untrustedTitle}
          action={
            <ButtonLink to="/" tone="primary">
              {texts.home}
            </ButtonLink>
          }
        >
          {texts.untrustedText(authorization.message)}
        </Refused>
      )
    default:
      return authorization satisfies never
  }
}

function Refused({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <StatePanel
      alert
      heading="h1"
      className={wholeScreen}
      icon={<WarningIcon width={24} height={24} />}
      title={title}
      action={action}
    >
      {children}
    </StatePanel>
  )
}
