import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'

/** Shown to a visitor in place of conversations. */
export function KeptForWallets({ className }: { className?: string }) {
  return (
    <div className={`grid content-start justify-items-start gap-4 ${className ?? ''}`}>
      <p className="display text-lg leading-snug font-semibold text-balance">
        Conversations are kept for signed-in wallets
      </p>
      <p className="max-w-[46ch] text-sm text-soft">
        Connect one and they go on from any device. Without a wallet you can talk to every public agent; what
        is said stays in the page.
      </p>
      <Button onClick={() => void requireSignIn()}>Connect</Button>
    </div>
  )
}
