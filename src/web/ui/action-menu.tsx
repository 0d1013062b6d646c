import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { MoreIcon } from './icons.tsx'
import { rememberMenuButton, returnFocusOfMenu } from './menu-button.ts'

/** An action that opens a dialog keeps the focus; otherwise the menu returns it to its button. */
export function ActionMenu(props: {
  label: string
  className?: string
  /** Whether the chosen action takes the focus; by default one that opens a dialog does. */
  keepsFocus?: () => boolean
  children: ReactNode
}) {
  const { label, className = usual, keepsFocus = isDialogOpen, children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  /** The menu is in the landmark of its button, so that everything on the page belongs to one. */
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(open) => {
        if (!open) return
        rememberMenuButton(trigger.current)
        setLandmark(trigger.current?.closest('main') ?? null)
      }}
    >
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={label}
        title={label}
        className={`grid flex-none place-items-center transition-colors hover:text-text data-[state=open]:text-text ${className}`}
      >
        <MoreIcon width={20} height={20} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="panel hairline cut z-50 grid min-w-[208px] animate-fade bg-raised py-1.5 [--cut:10px]"
          onCloseAutoFocus={(event) => returnFocusOfMenu(event, keepsFocus())}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const usual = 'size-9 text-soft max-md:size-11'

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

export function ActionMenuItem({
  danger = false,
  ...props
}: { danger?: boolean } & Pick<
  ComponentProps<typeof DropdownMenu.Item>,
  'onSelect' | 'disabled' | 'asChild' | 'children'
>) {
  return (
    <DropdownMenu.Item
      {...props}
      className={`flex min-h-11 cursor-pointer items-center px-4 text-15 outline-none data-[disabled]:text-muted data-[highlighted]:bg-cyan/12 data-[highlighted]:text-text ${danger ? 'text-[#ffb3c0]' : ''}`}
    />
  )
}
