import { requireSignIn } from '../../lib/identity.ts'
import { Button } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'

/** Stands where the settings would be while nobody is signed in. */
export function SettingsLocked({ connected }: { connected: boolean }) {
  return (
    <StatePanel
      className="mt-6.5 min-h-[min(460px,60dvh)]"
      heading="h2"
      icon={<LockIcon width={24} height={24} />}
      title={connected ? 'Sign in to see your settings' : 'Connect a wallet to see your settings'}
      action={
        <Button tone="primary" onClick={() => void requireSignIn()}>
          {connected ? 'Sign in' : 'Connect wallet'}
        </Button>
      }
    >
      {connected
        ? 'Your wallet is connected. One signature proves that it is yours; it costs nothing and moves nothing.'
        : 'This browser is not signed in, or its session has ended. Signing in costs nothing and moves nothing.'}
    </StatePanel>
  )
}
