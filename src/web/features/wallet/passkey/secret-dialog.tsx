import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { PasskeyError } from './ceremonies.ts'

type Shown =
  | { state: 'hidden' }
  | { state: 'asking' }
  | { state: 'failed'; problem: string }
  | { state: 'shown'; secret: string }

/** How long the secret key is shown, in milliseconds. */
const SHOWN_MS = 60_000

/**
 * Shows a passkey wallet's secret key, to import it into another wallet: once per touch, and only for a limited time.
 */
export default function SecretDialog(props: { reveal: () => Promise<string>; onClose: () => void }) {
  const [shown, setShown] = useState<Shown>({ state: 'hidden' })
  useEffect(() => {
    if (shown.state !== 'shown') return
    const hide = () => setShown({ state: 'hidden' })
    const timer = setTimeout(hide, SHOWN_MS)
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [shown])

  async function show() {
    setShown({ state: 'asking' })
    try {
      setShown({ state: 'shown', secret: await props.reveal() })
    } catch (error) {
      const problem = error instanceof PasskeyError ? error.message : 'The secret key could not be made.'
      setShown({ state: 'failed', problem })
    }
  }

  return (
    <Dialog
      open
      width="narrow"
      title="The secret key of this wallet"
      description="Whoever has it is you. Show it to nobody, and enter it nowhere but in another wallet of your own."
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        {shown.state === 'shown' ? (
          <>
            <div className="grid gap-1 border border-line-strong bg-deep p-3.5">
              <code className="text-sm wrap-anywhere" data-secret="">
                {shown.secret}
              </code>
              <CopyButton text={shown.secret} label="Copy the secret key" />
            </div>
            <p className="text-sm text-soft">
              Solana wallets import it as a private key. It is hidden again in a minute, and kept nowhere.
            </p>
          </>
        ) : (
          <p className="text-sm text-soft">
            Your passkey makes it anew with one touch. With it the wallet goes on without the passkey, in any
            wallet of Solana’s.
          </p>
        )}
        {shown.state === 'failed' && (
          <Notice tone="bad" title="The secret key was not shown.">
            {shown.problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          {shown.state !== 'shown' && (
            <Button
              tone="danger"
              aria-disabled={shown.state === 'asking'}
              onClick={() => shown.state === 'asking' || void show()}
            >
              {shown.state === 'asking' ? 'Waiting for the passkey' : 'Show it'}
            </Button>
          )}
          <Button onClick={props.onClose}>{shown.state === 'shown' ? 'Hide it' : 'Cancel'}</Button>
        </div>
      </div>
    </Dialog>
  )
}
