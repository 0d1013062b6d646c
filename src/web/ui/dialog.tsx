import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { besideBackdrop, DialogBackdrop } from './dialog-backdrop.tsx'
import { CloseIcon } from './icons.tsx'
import { findOpeners } from './menu-button.ts'
import * as texts from './texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** For content that shows it; screen readers still announce it. */
  description?: string
  /** `double` is as wide as `normal`, and wide enough for two such columns where there is room. */
  width?: 'narrow' | 'normal' | 'wide' | 'double'
  /** What gets the focus at the end; without it, or if it gives nothing, what opened the dialog or was around it. */
  focusAfter?: () => HTMLElement | null | undefined
  children: ReactNode
}

/** Closes on Escape, its close button or a press on the backdrop; on a phone it is a sheet at the lower edge. */
export function Dialog(props: Props) {
  const openers = useRef<readonly Element[]>([])
  const body = useReadFromStart(props.title)
  // Before the content is there, which may take the focus by itself.
  useLayoutEffect(() => {
    if (props.open) openers.current = findOpeners()
  }, [props.open])
  const width = {
    narrow: 'md:max-w-[420px]',
    normal: 'md:max-w-[600px]',
    wide: 'md:max-w-[860px]',
    double: 'md:max-w-[600px] lg:max-w-[1240px]',
  }
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <DialogBackdrop
          className="fixed inset-0 z-40 grid grid-cols-1 animate-fade overflow-y-auto overscroll-contain bg-black/70 [backdrop-filter:blur(8px)] max-md:items-end md:place-items-center md:p-6"
          onPress={props.onClose}
        >
          <Radix.Content
            {...besideBackdrop}
            className={`panel hairline cut relative w-full animate-rise bg-raised outline-none max-md:flex max-md:max-h-(--sheet-height) max-md:flex-col ${width[props.width ?? 'normal']}`}
            {...(props.description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={beginAtField}
            // Radix restores the focus only to its own trigger; a dialog opened by an address or a card has none.
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const target = props.focusAfter?.() ?? openers.current.find((opener) => opener.isConnected)
              if (target instanceof HTMLElement) target.focus({ preventScroll: true })
            }}
          >
            <div className="flex flex-none items-start justify-between gap-4 p-6 pb-0">
              <Radix.Title className="text-xl leading-snug font-semibold">{props.title}</Radix.Title>
              <Radix.Close
                aria-label={texts.close}
                className="-mt-2 -mr-2 ml-auto grid size-11 flex-none place-items-center text-soft hover:text-text"
              >
                <CloseIcon />
              </Radix.Close>
            </div>
            {/* A sheet scrolls below its title. It is `relative`, so that absolutely positioned text for screen
                readers scrolls with it and does not make the page behind longer. */}
            <div
              ref={body}
              className="relative max-md:min-h-0 max-md:overflow-y-auto max-md:overscroll-contain"
            >
              {props.description && (
                <Radix.Description className="px-6 pt-1 text-soft">{props.description}</Radix.Description>
              )}
              <div className="p-6 pt-4">{props.children}</div>
            </div>
          </Radix.Content>
        </DialogBackdrop>
      </Radix.Portal>
    </Radix.Root>
  )
}

function useReadFromStart(title: string) {
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes with another title is read from its start
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
    body.current?.parentElement?.scrollIntoView()
  }, [title])
  return body
}

/** Of a form of `useForm`, not of a search. */
const FIRST_FIELD = 'form[novalidate] :is(input:not([type="file"]), textarea)'

/** A form has the focus at its first field, but not where that would bring up a keyboard on the screen. */
function beginAtField(event: Event): void {
  if (!(event.target instanceof Element) || !window.matchMedia('(pointer: fine)').matches) return
  const field = event.target.querySelector<HTMLElement>(FIRST_FIELD)
  if (!field) return
  event.preventDefault()
  field.focus()
}
