import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Link } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'

/** How long copying the address is confirmed, in milliseconds (section 9). */
const COPIED_MS = 400

/** It has a menu's keyboard behaviour: arrows, Home and End move, Escape and Tab close it. */
export function Menu(props: {
  label: string
  head: ReactNode
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const { button, onClose } = props
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => items(panel.current)[0]?.focus(), [])
  useEffect(() => {
    const leave = (event: Event) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !button.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [button, onClose])

  function onKeyDown(event: KeyboardEvent) {
    const all = items(panel.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) all.at(to % all.length)?.focus()
    else if (event.key === 'Escape') {
      onClose()
      button.current?.focus()
    } else if (event.key === 'Tab') return onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={panel}
      className="panel hairline cut absolute top-[calc(100%+10px)] right-0 z-30 max-md:top-[calc(100%+4px)] max-md:right-4 w-[236px] animate-rise bg-[#0c0f1f] [--color-line-strong:rgb(155_123_255/0.45)] [--cut:10px]"
    >
      <p className="flex items-center gap-2.5 border-b border-[rgb(155_123_255/0.2)] px-4 py-3 text-13 text-soft">
        {props.head}
      </p>
      <div role="menu" aria-label={props.label} tabIndex={-1} onKeyDown={onKeyDown} className="grid py-1.5">
        {props.children}
      </div>
    </div>
  )
}

export function MenuDot({ lit }: { lit: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`dot ${lit ? 'dot-live [--hue:var(--color-violet)]' : 'border border-muted bg-transparent'}`}
    />
  )
}

const item =
  'flex min-h-[44px] items-center px-4 text-left text-15 transition-colors hover:bg-[rgb(155_123_255/0.14)] focus-visible:bg-[rgb(155_123_255/0.14)] focus-visible:outline-offset-[-3px]'

export function MenuItem(props: { onSelect: () => void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={props.onSelect} className={item}>
      {props.children}
    </button>
  )
}

/** The menu item that copies an address and confirms it briefly (section 2). */
export function CopyAddressItem({ address }: { address: string }) {
  const [copied, setCopied] = useState<symbol>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    if (await copyText(address)) setCopied(Symbol())
    else toast.error(texts.notCopied)
  }
  return (
    <MenuItem onSelect={() => void copy()}>
      <span aria-live="polite">{copied ? texts.copied : texts.copyAddress}</span>
    </MenuItem>
  )
}

export function SettingsItem({ onSelect }: { onSelect: () => void }) {
  return (
    <Link to="/settings" role="menuitem" tabIndex={-1} onClick={onSelect} className={item}>
      {texts.settings}
    </Link>
  )
}

function items(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
