import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as texts from '../texts.ts'
import { PasskeyError } from './ceremonies.ts'

type Shown =
  | { state: 'hidden' }
  | { state: 'asking' }
  | { state: 'failed'; problem: string }
  | { state: 'shown'; secret: string }

const SHOWN_MS = 60_000

/** The key is shown once per touch, and only for a limited time. */
export default function SecretDialog(props: { reveal: () => Promise<string>; onClose: () => void }) {
  const [shown, show] = useSecret(props.reveal)
  return (
    <Dialog
      open
      width="narrow"
      title={texts.secretTitle}
      description={texts.secretWarning}
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        {shown.state === 'shown' ? (
          <>
            <div className="grid gap-1 border border-line-strong bg-deep p-3.5">
              <code className="text-sm wrap-anywhere" data-secret="">
                {shown.secret}
              </code>
              <CopyButton text={shown.secret} label={texts.copySecret} />
            </div>
            <p className="text-sm text-soft">{texts.secretShown}</p>
          </>
        ) : (
          <p className="text-sm text-soft">{texts.secretUse}</p>
        )}
        {shown.state === 'failed' && (
          <Notice tone="bad" title={texts.secretNotShown}>
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
              {shown.state === 'asking' ? texts.waitingForPasskey : texts.showIt}
            </Button>
          )}
          <Button onClick={props.onClose}>{shown.state === 'shown' ? texts.hideIt : texts.cancel}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function useSecret(reveal: () => Promise<string>): [Shown, () => Promise<void>] {
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
      setShown({ state: 'shown', secret: await reveal() })
    } catch (error) {
      const problem = error instanceof PasskeyError ? error.message : texts.secretFailed
      setShown({ state: 'failed', problem })
    }
  }

  return [shown, show]
}
