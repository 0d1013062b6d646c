import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { LockIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { conversationQuery } from '../api/conversation-query.ts'
import * as texts from '../texts.tsx'

export default function NoConversation(props: {
  why: 'missing' | 'signed-out' | 'unreachable'
  agentId: string
  conversationId: string
  /** Undefined if there is no agent to talk with. */
  agentName?: string | undefined
  viewer: string | null
  heading?: 'h1' | 'h2'
  retry?: () => void
}) {
  const { why, conversationId, retry, ...missing } = props
  switch (why) {
    case 'missing':
      return <Missing {...missing} />
    case 'signed-out':
      return <SignedOut heading={missing.heading} />
    case 'unreachable':
      return <Unreachable id={conversationId} retry={retry} {...missing} />
  }
}

/** Whoever was here a moment ago comes back to the same place, with what they had typed. */
function SignedOut({ heading = 'h2' }: { heading: 'h1' | 'h2' | undefined }) {
  return (
    <Middle>
      <StatePanel
        heading={heading}
        icon={<LockIcon />}
        title={texts.youAreSignedOut}
        action={
          <Button tone="primary" onClick={() => void requireSignIn()}>
            {texts.connect}
          </Button>
        }
      >
        <p>{texts.signInToGoOn}</p>
      </StatePanel>
    </Middle>
  )
}

/** The viewer is not told whether it is another wallet's, was deleted or never existed. */
function Missing(props: {
  agentId: string
  agentName?: string | undefined
  /** The viewer; without one, connecting a wallet may be all that is necessary. */
  viewer: string | null
  heading?: 'h1' | 'h2'
}) {
  const { viewer, agentName, heading = 'h2' } = props
  return (
    <Middle>
      <StatePanel
        heading={heading}
        icon={<LockIcon />}
        title={
          agentName
            ? texts.startYourOwnChat(agentName)
            : viewer === null
              ? texts.conversationPrivate
              : texts.thereNoSuchConversation
        }
        action={
          <>
            {agentName ? (
              <ButtonLink to={`/chat/${props.agentId}`} state={{ takesFocus: true }} tone="primary">
                <span className="max-w-[24ch] truncate">{texts.talkWith(agentName)}</span>
              </ButtonLink>
            ) : (
              <ButtonLink to="/vacant" tone="primary">
                {texts.openMatrix}
              </ButtonLink>
            )}
            {viewer === null && <Button onClick={() => void requireSignIn()}>{texts.connect}</Button>}
          </>
        }
      >
        <p>
          {viewer === null
            ? texts.conversationPrivateOnlyWalletStarted
            : texts.conversationBelongsAnotherWalletDeleted}
        </p>
      </StatePanel>
    </Middle>
  )
}

function Unreachable(props: {
  id: string
  viewer: string | null
  heading?: 'h1' | 'h2'
  retry: (() => void) | undefined
}) {
  // The screen asks; this only reads what came of it.
  const stored = useQuery({ ...conversationQuery(useApi(), props.viewer ?? '', props.id), enabled: false })
  return (
    <Middle>
      <StatePanel
        alert
        heading={props.heading ?? 'h2'}
        title={texts.conversationCouldNotLoaded}
        action={
          <Button tone="primary" onClick={props.retry}>
            {texts.tryAgain}
          </Button>
        }
      >
        <p>{explainError(stored.error)}</p>
      </StatePanel>
    </Middle>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return <div className={`${column} grid min-h-0 flex-1 content-center overflow-y-auto py-7`}>{children}</div>
}
