import type { ReactNode } from 'react'
import { requireSignIn } from '../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { column } from '../../ui/column.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'

/** Shown in place of a conversation that is missing or can't be loaded. */
export default function NoConversation(props: {
  why: 'missing' | 'unreachable'
  agentId: string
  /** The name of the agent; undefined if there is no agent to talk with. */
  agentName?: string | undefined
  viewer: string | null
  heading?: 'h1' | 'h2'
  retry?: () => void
}) {
  const { why, retry, ...missing } = props
  return why === 'missing' ? <Missing {...missing} /> : <Unreachable retry={retry} />
}

/**
 * Shown if the conversation belongs to another wallet, was deleted, or never existed. The viewer is not told which. A
 * link leads to the agent.
 */
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
            ? `Begin your own with ${agentName}`
            : viewer === null
              ? 'This conversation is private'
              : 'There is no such conversation'
        }
        action={
          <>
            {agentName ? (
              <ButtonLink to={`/chat/${props.agentId}`} state={{ takesFocus: true }} tone="primary">
                <span className="max-w-[24ch] truncate">{`Talk with ${agentName}`}</span>
              </ButtonLink>
            ) : (
              <ButtonLink to="/vacant" tone="primary">
                Open the Matrix
              </ButtonLink>
            )}
            {viewer === null && <Button onClick={() => void requireSignIn()}>Connect</Button>}
          </>
        }
      >
        <p>
          {viewer === null
            ? 'The conversation at this address is private: it opens for the wallet that began it alone. If that is yours, connect it.'
            : 'The conversation at this address belongs to another wallet, or it was deleted. It is shown only to the wallet that began it.'}
        </p>
      </StatePanel>
    </Middle>
  )
}

/** Shown if the server could not be reached. */
function Unreachable({ retry }: { retry: (() => void) | undefined }) {
  return (
    <Middle>
      <StatePanel
        alert
        heading="h2"
        title="The conversation could not be loaded."
        action={
          <Button tone="primary" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p>The server did not answer. Look at your connection and try again.</p>
      </StatePanel>
    </Middle>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return <div className={`${column} grid min-h-0 flex-1 content-center overflow-y-auto py-7`}>{children}</div>
}
