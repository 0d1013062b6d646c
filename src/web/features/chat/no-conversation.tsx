import type { ReactNode } from 'react'
import { requireSignIn } from '../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { column } from '../../ui/column.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'

/** Stands where a conversation would be. */
export default function NoConversation(props: {
  why: 'missing' | 'unreachable'
  agentId: string
  viewer: string | null
  heading?: 'h1' | 'h2'
  retry?: () => void
}) {
  const { why, retry, ...missing } = props
  return why === 'missing' ? <Missing {...missing} /> : <Unreachable retry={retry} />
}

/** Where no conversation is to be seen: it is another wallet's, was deleted, or never was. Which of these is nobody's business. */
function Missing(props: {
  agentId: string
  /** Without one, connecting may be all that is needed. */
  viewer: string | null
  heading?: 'h1' | 'h2'
}) {
  const { viewer, heading = 'h2' } = props
  return (
    <Middle>
      <StatePanel
        heading={heading}
        icon={<LockIcon />}
        title={viewer === null ? 'This conversation is private' : 'There is no such conversation'}
        action={
          <>
            {viewer === null && (
              <Button tone="primary" onClick={() => void requireSignIn()}>
                Connect
              </Button>
            )}
            <ButtonLink to={`/chat/${props.agentId}`} {...(viewer !== null && { tone: 'primary' })}>
              New conversation
            </ButtonLink>
          </>
        }
      >
        <p>
          {viewer === null
            ? 'A conversation belongs to the wallet that began it. Connect that wallet to read it.'
            : 'It may belong to another wallet, or it was deleted. A conversation is shown only to the wallet that began it.'}
        </p>
      </StatePanel>
    </Middle>
  )
}

/** The server could not be asked. */
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
