import { requireSignIn } from '../../../lib/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'

/** Stands where a visitor's own realms would be. */
export function YoursForWallets() {
  return (
    <StatePanel
      icon={<LockIcon />}
      title="Your realms belong to your wallet"
      action={<Button onClick={() => void requireSignIn()}>Connect</Button>}
    >
      Connect one and sign in to see the realms that you made or take part in, unlisted ones included.
    </StatePanel>
  )
}
