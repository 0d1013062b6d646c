import { type ComponentType, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyIcon, ShareIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import * as texts from '../texts.ts'

/** Without its code the link is shown alone. */
const QrCode = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import('./qr-code.tsx').catch(() => ({ default: () => null })),
)

interface Props {
  name: string
  path: string
  qr: 'shown' | 'folded'
  /** The link is secondary, so no button of it is primary. */
  second?: boolean
  /** It takes the place of the button that made it, which had the focus. */
  isMade?: boolean
  children?: ReactNode
}

export function ShareLink(props: Props) {
  const { name, second = false } = props
  const id = useId()
  const [scans, setScans] = useState(props.qr === 'shown')
  const link = new URL(props.path, window.location.origin).href
  const sheet = { title: name, url: link }
  const hasSheet = navigator.canShare?.(sheet) === true
  const copy = async () =>
    (await copyText(link)) ? toast.success(texts.linkCopied) : toast.error(texts.linkNotCopied(link))
  const send = () =>
    navigator.share(sheet).catch((error: unknown) => {
      // Closing the share sheet is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error(texts.notShared)
    })
  return (
    <div className="grid gap-3">
      <input
        className="input text-ellipsis"
        readOnly
        aria-label={texts.linkTo(name)}
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        {hasSheet && (
          <Button {...(!second && { tone: 'primary' })} onClick={() => void send()}>
            <ShareIcon width={17} height={17} />
            {texts.send}
          </Button>
        )}
        <Button
          autoFocus={props.isMade}
          {...(!hasSheet && !second && { tone: 'primary' })}
          onClick={() => void copy()}
        >
          <CopyIcon width={16} height={16} />
          {texts.copyLink}
        </Button>
        {props.qr === 'folded' && (
          <Button tone="quiet" aria-expanded={scans} aria-controls={id} onClick={() => setScans(!scans)}>
            {texts.qrCode}
          </Button>
        )}
        {props.children}
      </div>
      <div id={id}>
        {scans && (
          <figure className="grid animate-fade justify-items-center gap-2.5 pt-2">
            <Suspense fallback={<div className="skeleton size-48" />}>
              <QrCode text={link} label={texts.qrCodeOf(name)} />
            </Suspense>
            <figcaption className="text-13 text-muted">{texts.scan}</figcaption>
          </figure>
        )}
      </div>
    </div>
  )
}
