import { DropdownMenu } from 'radix-ui'
import { type RefObject, Suspense, useRef, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { cutText } from '../../../../shared/text/plain-text.ts'
import { iconButton } from '../../../blocks/messages/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { rememberMenuButton, returnFocusOfMenu } from '../../../ui/menu-button.ts'
import type { Action } from './allowed-actions.ts'
import { type Choice, choicesOf } from './menu-choices.ts'
import { MoreIcon, quiet } from './message-icons.tsx'
import type { Reader } from './shown-message.ts'
import * as texts from './texts.ts'

const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'))
const ReportDialog = lazyPart(() => import('../../../blocks/report/report-dialog.tsx'))

export interface MessageMenuProps {
  message: RealmMessage
  reader: Reader
  actions: readonly Action[]
  tabIndex: number
}

/** The menu of one message. It is open on mount, because it loads when it is requested. */
export default function MessageMenu({ message, reader, actions, tabIndex }: MessageMenuProps) {
  const [removing, setRemoving] = useState(false)
  const [reporting, setReporting] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const askToRemove = () => {
    // The menu button may be removed with the text, so the dialog restores the focus to the message.
    trigger.current?.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true })
    setRemoving(true)
  }
  const choices = choicesOf(message, reader, { report: () => setReporting(true), remove: askToRemove })
  return (
    <>
      <Menu trigger={trigger} tabIndex={tabIndex} actions={actions} choices={choices} />
      {reporting && (
        <Suspense fallback={null}>
          <ReportDialog
            subject={{ kind: 'realm_message', subject: `${message.conversationId}/${message.id}` }}
            title={excerptOf(message)}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
      {removing && (
        <Suspense fallback={null}>
          <RemoveDialog message={message} remove={reader.actions.remove} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
    </>
  )
}

interface MenuProps {
  trigger: RefObject<HTMLButtonElement | null>
  tabIndex: number
  actions: readonly Action[]
  choices: Record<Action, Choice>
}

function Menu({ trigger, tabIndex, actions, choices }: MenuProps) {
  /** Whether the chosen action takes the focus, which the menu otherwise restores to its button. */
  const takesFocus = useRef(false)
  return (
    <DropdownMenu.Root
      defaultOpen
      modal={false}
      onOpenChange={(open) => {
        if (open) takesFocus.current = false
      }}
    >
      <DropdownMenu.Trigger
        ref={trigger}
        data-options=""
        aria-label={texts.messageOptions}
        tabIndex={tabIndex}
        className={`${iconButton} ${quiet}`}
      >
        <MoreIcon />
      </DropdownMenu.Trigger>
      {/* The menu is rendered in the landmark of its button. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="panel hairline cut z-50 grid min-w-[208px] animate-fade bg-raised py-1.5 [--cut:10px]"
          onCloseAutoFocus={(event) => returnFocusOfMenu(event, takesFocus.current)}
        >
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action}
              className={`flex min-h-11 cursor-pointer items-center px-4 text-15 outline-none data-[highlighted]:bg-cyan/12 data-[highlighted]:text-text ${action === 'remove' ? 'text-[#ffb3c0]' : ''}`}
              onSelect={() => {
                rememberMenuButton(trigger.current)
                takesFocus.current = choices[action].movesFocus === true
                choices[action].act()
              }}
            >
              {choices[action].label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const EXCERPT = 140

/** Enough to see that it is the right one. */
const excerptOf = ({ content }: RealmMessage) =>
  content.length > EXCERPT ? `${cutText(content, EXCERPT)}…` : content
