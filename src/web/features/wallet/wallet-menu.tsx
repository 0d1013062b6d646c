import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useIdentity } from '../../lib/http/identity.ts'
import { Link } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'

/** Section 9: how long the copied address is confirmed, in milliseconds. */
const COPIED_MS = 400

/**
 * Section 2's dropdown, as a menu by keyboard too: arrows, Home and End move, Escape and Tab close it.
 * While a wallet is still being waited for there is no address yet.
 */
export function WalletMenu(props: {
  walletName: string
  address: string | undefined
  button: RefObject<HTMLButtonElement | null>
  onChangeWallet: () => void
  onDisconnect: () => void
  onClose: () => void
}) {
  const { button, onClose } = props
  const panel = useRef<HTMLDivElement>(null)
  const signedIn = useIdentity().state === 'signed-in'
  const [copied, copy] = useCopied(props.address)

  useEffect(() => items(panel.current)[0]?.focus(), [])
  useEffect(() => {
    const leave = (event: Event) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !button.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [button, onClose])

  function closeAndReturn() {
    onClose()
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = items(panel.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) all.at(to % all.length)?.focus()
    else if (event.key === 'Escape') closeAndReturn()
    else if (event.key === 'Tab') return onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={panel}
      className="panel hairline cut absolute top-[calc(100%+10px)] right-0 z-30 w-[236px] animate-rise bg-[#0c0f1f] [--color-line-strong:rgb(155_123_255/0.45)] [--cut:10px]"
    >
      <p className="flex items-center gap-2.5 border-b border-[rgb(155_123_255/0.2)] px-4 py-3 text-[13px] text-soft">
        <span
          aria-hidden="true"
          className={`dot ${signedIn ? 'dot-live [--hue:var(--color-violet)]' : 'border border-muted bg-transparent'}`}
        />
        <span className="min-w-0 truncate">{props.walletName}</span>
        {props.address && (
          <span className="ml-auto flex-none text-muted">{signedIn ? 'Signed in' : 'Not signed in'}</span>
        )}
      </p>
      <div role="menu" aria-label="Wallet" tabIndex={-1} onKeyDown={onKeyDown} className="grid py-1.5">
        {props.address && (
          <Item onSelect={copy}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy address'}</span>
          </Item>
        )}
        <Link to="/settings" role="menuitem" tabIndex={-1} onClick={onClose} className={item}>
          Settings
        </Link>
        <Item
          onSelect={() => {
            closeAndReturn()
            props.onChangeWallet()
          }}
        >
          Change wallet
        </Item>
        <Item
          onSelect={() => {
            closeAndReturn()
            props.onDisconnect()
          }}
        >
          Disconnect
        </Item>
      </div>
    </div>
  )
}

const item =
  'flex min-h-[44px] items-center px-4 text-left text-[15px] transition-colors hover:bg-[rgb(155_123_255/0.14)] focus-visible:bg-[rgb(155_123_255/0.14)] focus-visible:outline-offset-[-3px]'

function Item(props: { onSelect: () => void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={props.onSelect} className={item}>
      {props.children}
    </button>
  )
}

function items(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

function useCopied(text: string | undefined): [boolean, () => void] {
  const [copied, setCopied] = useState<symbol>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    if (text === undefined) return
    if (await copyText(text)) setCopied(Symbol())
    else toast.error('The address can’t be copied in this browser.')
  }
  return [copied !== undefined, () => void copy()]
}
