import { type Ref, Suspense } from 'react'
import type { McpServer } from '../../../shared/tools/mcp-servers.ts'
import { ItemButton } from '../../ui/item-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import * as texts from './texts.ts'
import { useCheckServer, useSignIn, useSignOut } from './tool-servers.ts'

const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'))

/** What a person can do with a server; one of the place is neither renamed nor removed. */
export function ServerActions(props: {
  server: McpServer
  renameButton: Ref<HTMLButtonElement>
  onOpen: (what: 'rename' | 'token' | 'remove') => void
}) {
  const { server, onOpen } = props
  const check = useCheckServer()
  return (
    <div className="flex flex-wrap gap-2">
      <ItemButton of={server.name} busy={check.isPending} onClick={() => check.mutate(server)}>
        {check.isPending ? texts.checking : texts.check}
      </ItemButton>
      {server.signedIn !== null && <SignIn server={server} isIn={server.signedIn} />}
      {!server.isOfPlace && (
        <>
          <ItemButton ref={props.renameButton} of={server.name} onClick={() => onOpen('rename')}>
            {texts.rename}
          </ItemButton>
          {server.auth !== 'oauth' && (
            <ItemButton of={server.name} onClick={() => onOpen('token')}>
              {server.auth === 'header' ? texts.changeToken : texts.addToken}
            </ItemButton>
          )}
          <ItemButton of={server.name} tone="danger" onClick={() => onOpen('remove')}>
            {texts.remove}
          </ItemButton>
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
        <ItemButton of={server.name} busy={signOut.isPending} onClick={() => signOut.mutate(server)}>
          {signOut.isPending ? texts.signingOut : texts.signOut}
        </ItemButton>
      ) : (
        <ItemButton
          of={server.name}
          tone="primary"
          busy={signIn.isPending}
          onClick={() => signIn.mutate(server)}
        >
          {signIn.isPending ? texts.signingIn : texts.signIn}
        </ItemButton>
      )}
      {data && (
        <Suspense fallback={null}>
          <SignInDialog server={server} url={data.url} onClose={signIn.reset} />
        </Suspense>
      )}
    </>
  )
}
