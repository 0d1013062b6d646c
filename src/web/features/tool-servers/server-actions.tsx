import { lazy, type ReactNode, Suspense } from 'react'
import type { McpServer } from '../../../shared/tools/mcp-servers.ts'
import { Button } from '../../ui/button.tsx'
import * as texts from './texts.ts'
import { useCheckServer, useSignIn, useSignOut } from './tool-servers.ts'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'))

/** What a person can do with a server; one of the place is neither renamed nor removed. */
export function ServerActions(props: {
  server: McpServer
  onOpen: (what: 'rename' | 'token' | 'remove') => void
}) {
  const { server, onOpen } = props
  const check = useCheckServer()
  return (
    <div className="flex flex-wrap gap-2">
      <Action of={server} busy={check.isPending} onClick={() => check.isPending || check.mutate(server)}>
        {check.isPending ? texts.checking : texts.check}
      </Action>
      {server.signedIn !== null && <SignIn server={server} isIn={server.signedIn} />}
      {!server.isOfPlace && (
        <>
          <Action of={server} onClick={() => onOpen('rename')}>
            {texts.rename}
          </Action>
          {server.auth !== 'oauth' && (
            <Action of={server} onClick={() => onOpen('token')}>
              {server.auth === 'header' ? texts.changeToken : texts.addToken}
            </Action>
          )}
          <Action of={server} tone="danger" onClick={() => onOpen('remove')}>
            {texts.remove}
          </Action>
        </>
      )}
    </div>
  )
}

function SignIn({ server, isIn }: { server: McpServer; isIn: boolean }) {
  const signIn = useSignIn()
  const signOut = useSignOut()
  const { data } = signIn
  return (
    <>
      {isIn ? (
        <Action
          of={server}
          busy={signOut.isPending}
          onClick={() => signOut.isPending || signOut.mutate(server)}
        >
          {signOut.isPending ? texts.signingOut : texts.signOut}
        </Action>
      ) : (
        <Action
          of={server}
          tone="primary"
          busy={signIn.isPending}
          onClick={() => signIn.isPending || signIn.mutate(server)}
        >
          {signIn.isPending ? texts.signingIn : texts.signIn}
        </Action>
      )}
      {data && (
        <Suspense fallback={null}>
          <SignInDialog server={server} url={data.url} onClose={signIn.reset} />
        </Suspense>
      )}
    </>
  )
}

function Action(props: {
  of: McpServer
  tone?: 'danger' | 'primary'
  busy?: boolean
  onClick: () => void
  children: ReactNode
}) {
  const { of, tone = 'plain', busy = false, onClick, children } = props
  return (
    <Button size="small" tone={tone} className="max-md:min-h-11" aria-disabled={busy} onClick={onClick}>
      <span>
        {children} <span className="sr-only">{of.name}</span>
      </span>
    </Button>
  )
}
