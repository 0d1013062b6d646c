import { Suspense, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { rememberedPasskey } from '../passkey/remembered-passkey.ts'
import * as texts from '../texts.ts'
import { loadWallet } from './load-wallet.ts'

const SecretDialog = lazyPart(() => import('../passkey/secret-dialog.tsx'))

/** Whether this browser remembers the passkey of a wallet, and so can show its secret. The first paint does not know it. */
export function useHoldsWallet(owner: string | undefined): boolean {
  const [holds, setHolds] = useState(false)
  useEffect(() => {
    try {
      setHolds(owner !== undefined && rememberedPasskey(window.localStorage)?.address === owner)
    } catch {
      // A page without storage remembers no passkey.
      setHolds(false)
    }
  }, [owner])
  return holds
}

/** Shows the secret key of a passkey wallet, whether it is connected or not (decision 27). */
export function OwnSecret({ owner }: { owner: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="panel hairline cut grid gap-4 p-5 lg:p-6">
      <p className="max-w-[60ch] text-sm leading-relaxed text-soft">{texts.secretUse}</p>
      <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.showSecret}
      </Button>
      {open && (
        <Suspense>
          <SecretDialog
            reveal={async () => (await loadWallet()).passkey.revealSecret(owner)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
