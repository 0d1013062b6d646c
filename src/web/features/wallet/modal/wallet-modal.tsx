import { Dialog } from 'radix-ui'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { besideBackdrop, DialogBackdrop } from '../../../ui/dialog-backdrop.tsx'
import { ArrowDownIcon, CloseIcon } from '../../../ui/icons.tsx'
import type { PasskeySupport } from '../passkey/passkey-support.ts'
import * as texts from '../texts.ts'
import type { ListedWallet } from '../wallets/list-wallets.ts'
import { PasskeyOffer } from './passkey-offer.tsx'
import { WalletList } from './wallet-list.tsx'

/** The durations of closing the modal and of folding the further options, in milliseconds (section 9). */
const CLOSING_MS = 150
const COLLAPSE_MS = 250
const folding = { transitionDuration: `${COLLAPSE_MS}ms` }

interface Props {
  /** The person's wallets. The passkey wallet is offered separately and is not among them. */
  wallets: readonly ListedWallet[]
  passkey: PasskeySupport
  onChoose: (name: string) => void
  onPasskey: (way: 'make' | 'choose') => void
  onClose: () => void
}

/** The wallet modal of section 2. It closes on Escape, its button and the overlay, traps the focus, and restores it. */
export function WalletModal(props: Props) {
  const { closing, close } = useClosing()
  const opener = useRef<Element>(null)
  const content = useRef<HTMLDivElement>(null)
  const detected = props.wallets.filter((wallet) => wallet.readyState === 'Installed')

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close(props.onClose)}>
      <Dialog.Portal>
        <DialogBackdrop
          className={`fixed inset-0 z-40 grid animate-fade overflow-y-auto overscroll-contain bg-black/70 [backdrop-filter:blur(8px)] transition-opacity max-md:items-end md:place-items-center md:p-6 ${closing ? 'opacity-0' : ''}`}
          style={{ transitionDuration: `${CLOSING_MS}ms` }}
          onPress={() => close(props.onClose)}
        >
          <Dialog.Content
            {...besideBackdrop}
            ref={content}
            aria-describedby={undefined}
            data-closing={closing ? '' : undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = document.activeElement
              content.current?.querySelector<HTMLElement>('[data-first] button')?.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className="panel hairline cut relative w-full animate-rise overflow-hidden bg-[#0c0f1f] [--color-line-strong:rgb(155_123_255/0.45)] max-md:flex max-md:max-h-(--sheet-height) max-md:flex-col md:max-w-[420px]"
          >
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 top-0 h-44 bg-[radial-gradient(70%_100%_at_50%_0%,rgb(123_87_240/0.34),transparent_75%)]"
            />
            <Dialog.Close
              aria-label={texts.close}
              className="absolute top-5 right-3 z-1 grid size-11 place-items-center text-soft transition-colors hover:text-text md:right-4"
            >
              <CloseIcon />
            </Dialog.Close>
            <Beacon />
            <Dialog.Title className="relative mx-auto mt-5 mb-4 max-w-[20ch] flex-none text-center text-22 leading-[1.25] font-semibold">
              {detected.length > 0 ? texts.modalTitle : texts.modalTitleWithoutWallet}
            </Dialog.Title>
            {/* As in other dialogs, a sheet scrolls below its title. */}
            <div className="relative px-6 pt-2 pb-7 max-md:min-h-0 max-md:overflow-y-auto max-md:overscroll-contain md:px-7">
              <Choices {...props} detected={detected} close={close} />
            </div>
          </Dialog.Content>
        </DialogBackdrop>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** `close` fades the modal out, then calls back. */
function useClosing() {
  const [closing, setClosing] = useState<{ then: () => void }>()
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(closing.then, CLOSING_MS)
    return () => clearTimeout(timer)
  }, [closing])
  return {
    closing: closing !== undefined,
    close: (then: () => void) => setClosing((already) => already ?? { then }),
  }
}

/** @param props.close closes the modal, then calls back */
function Choices(props: Props & { detected: readonly ListedWallet[]; close: (then: () => void) => void }) {
  const { detected, close } = props
  const others = props.wallets.filter((wallet) => wallet.readyState !== 'Installed')
  return (
    <>
      {detected.length > 0 ? (
        <div data-first="">
          <WalletList wallets={detected} onChoose={(name) => close(() => props.onChoose(name))} />
        </div>
      ) : (
        <p className="mx-auto -mt-2 mb-1 max-w-[38ch] text-center text-14 text-balance text-soft">
          {texts.whatWalletsAre}
        </p>
      )}
      <PasskeyOffer
        support={props.passkey}
        isFirst={detected.length === 0}
        onChoose={(way) => close(() => props.onPasskey(way))}
      />
      {detected.length === 0 && (
        <Button
          tone="quiet"
          size="small"
          className="mx-auto mt-2 flex min-h-[44px]"
          onClick={() => close(props.onClose)}
        >
          {texts.continueWithout}
        </Button>
      )}
      <Options
        labels={
          detected.length > 0
            ? { more: texts.moreOptions, less: texts.lessOptions }
            : { more: texts.viewOptions, less: texts.hideOptions }
        }
        isFirst={detected.length === 0}
        wallets={others}
        onChoose={(name) => close(() => props.onChoose(name))}
      />
    </>
  )
}

function Options(props: {
  labels: { more: string; less: string }
  isFirst: boolean
  wallets: readonly ListedWallet[]
  onChoose: (name: string) => void
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) void showUnfolded(list.current)
  }, [open])
  if (props.wallets.length === 0) return null
  return (
    <div data-first={props.isFirst ? '' : undefined}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={`display mx-auto mt-4 flex min-h-[44px] items-center gap-2.5 px-4 text-13 font-medium tracking-[0.05em] transition-colors hover:text-text ${props.isFirst ? 'border border-violet/40 bg-[rgb(155_123_255/0.1)] text-[#d9ceff]' : 'text-soft'}`}
      >
        {open ? props.labels.less : props.labels.more}
        <ArrowDownIcon
          width={15}
          height={15}
          style={folding}
          className={`transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        ref={list}
        id={id}
        inert={!open}
        style={folding}
        className={`grid transition-[grid-template-rows,visibility,opacity] ease-out ${open ? 'grid-rows-[1fr] opacity-100' : 'invisible grid-rows-[0fr] opacity-0'}`}
      >
        <div className="-mx-1 min-h-0 overflow-hidden">
          <div className="p-1 pt-3">
            <WalletList wallets={props.wallets} onChoose={props.onChoose} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** On a phone the list is below the modal's lower edge. */
async function showUnfolded(list: HTMLElement | null): Promise<void> {
  await Promise.allSettled(list?.getAnimations().map(({ finished }) => finished) ?? [])
  list?.scrollIntoView({ block: 'nearest' })
}

/** Only where the wallets have room below it. */
function Beacon() {
  return (
    <svg
      aria-hidden="true"
      width="84"
      height="84"
      viewBox="-42 -42 84 84"
      fill="none"
      className="relative mx-auto mt-11 flex-none [@media(height<700px)]:max-md:hidden"
    >
      <circle r="40" stroke="rgb(155 123 255 / .35)" strokeWidth="1" pathLength="360" strokeDasharray="2 7" />
      <circle
        r="33"
        stroke="var(--color-violet)"
        strokeOpacity=".75"
        strokeWidth="1.4"
        pathLength="360"
        strokeDasharray="62 28 10 20"
        className="origin-center animate-spin [transform-box:fill-box]"
        style={{ animationDuration: '40s' }}
      />
      <g stroke="#d9ceff" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M-15 -8.5h24.5a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-21.5a3 3 0 0 1-3-3z"
          fill="rgb(155 123 255 / .16)"
        />
        <path d="M-15 -8.5a3.2 3.2 0 0 1 2.4-3.1l17.8-3.2a2 2 0 0 1 2.4 2v4.3" />
        <circle cx="6.5" cy="1.5" r="1.6" fill="#d9ceff" />
      </g>
    </svg>
  )
}
