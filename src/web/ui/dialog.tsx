import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { besideBackdrop, DialogBackdrop } from './dialog-backdrop.tsx'
import { CloseIcon } from './icons.tsx'

/**
 * A dialog in the look: traps focus and returns it, closes on Escape, its button and the backdrop;
 * on a phone it is a sheet that rises from the lower edge.
 */
export function Dialog(props: {
  open: boolean
  onClose: () => void
  title: string
  /** Where the title is shown by the content itself, it is still said to a screen reader. */
  hideTitle?: boolean
  description?: string
  /** `double` is normal, and has two of that beside each other where there is room. */
  width?: 'narrow' | 'normal' | 'wide' | 'double'
  children: ReactNode
}) {
  const opener = useRef<Element>(null)
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
          className="fixed inset-0 z-40 grid grid-cols-1 animate-fade overflow-y-auto overscroll-contain bg-black/70 backdrop-blur-sm max-md:items-end md:place-items-center md:p-6"
          onPress={props.onClose}
        >
          <Radix.Content
            {...besideBackdrop}
            className={`panel hairline cut relative w-full animate-rise bg-raised outline-none max-md:flex max-md:max-h-[92dvh] max-md:flex-col ${width[props.width ?? 'normal']}`}
            {...(props.description ? {} : { 'aria-describedby': undefined })}
            // Radix returns the focus to its own trigger alone; a dialog opened by an address or a card has none.
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const { current } = opener
              const target = current?.isConnected ? current : document.querySelector('main')
              if (target instanceof HTMLElement) target.focus({ preventScroll: true })
            }}
          >
            <div className="flex flex-none items-start justify-between gap-4 p-6 pb-0">
              <Radix.Title className={props.hideTitle ? 'sr-only' : 'text-xl leading-snug font-semibold'}>
                {props.title}
              </Radix.Title>
              <Radix.Close
                aria-label="Close"
                className="-mt-2 -mr-2 ml-auto grid size-11 flex-none place-items-center text-soft hover:text-text"
              >
                <CloseIcon />
              </Radix.Close>
            </div>
            {/* A sheet scrolls below its title, so that the way out and the frame stay where they are. What is placed
                absolutely in it, as text for screen readers is, scrolls with it and does not make the page behind longer. */}
            <div className="relative max-md:min-h-0 max-md:overflow-y-auto max-md:overscroll-contain">
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
