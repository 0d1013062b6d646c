import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { MoreIcon } from './icons.tsx'

/**
 * A button with three dots that opens a menu of actions, each in words. An action that opens a dialog keeps the focus;
 * the menu otherwise returns it to its button.
 */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const trigger = useRef<HTMLButtonElement>(null)
  /** The menu is rendered in the landmark of its button, so that everything on the page belongs to one. */
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(open) => open && setLandmark(trigger.current?.closest('main') ?? null)}
    >
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={label}
        title={label}
        className="grid size-9 flex-none place-items-center text-soft transition-colors hover:text-text data-[state=open]:text-text max-md:size-11"
      >
        <MoreIcon width={20} height={20} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="panel hairline cut z-50 grid min-w-[208px] animate-fade bg-raised py-1.5 [--cut:10px]"
          // The dialogs that actions open take the focus themselves, and return it to the button when they close.
          onCloseAutoFocus={(event) => document.querySelector('[role=dialog]') && event.preventDefault()}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function ActionMenuItem({
  danger = false,
  ...props
}: { danger?: boolean } & Pick<
  ComponentProps<typeof DropdownMenu.Item>,
  'onSelect' | 'disabled' | 'children'
>) {
  return (
    <DropdownMenu.Item
      {...props}
      className={`flex min-h-11 cursor-pointer items-center px-4 text-[15px] outline-none data-[disabled]:text-muted data-[highlighted]:bg-cyan/12 data-[highlighted]:text-text ${danger ? 'text-[#ffb3c0]' : ''}`}
    />
  )
}
