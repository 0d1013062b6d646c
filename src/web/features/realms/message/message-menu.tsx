import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useRef, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { iconButton } from '../../../blocks/messages/icon-button.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'
import type { Action } from './allowed-actions.ts'
import { MoreIcon, quiet } from './message-icons.tsx'
import { speakerOf } from './quoted.ts'
import type { Reader } from './shown-message.ts'

const RemoveDialog = lazy(() => import('./remove-dialog.tsx'))
const ReportDialog = lazy(() => import('../../../blocks/report/report-dialog.tsx'))

export interface MessageMenuProps {
  message: RealmMessage
  reader: Reader
  actions: readonly Action[]
  tabIndex: number
}

interface Choice {
  label: string
  movesFocus?: boolean
  act: () => void
}

/** The menu of one message. It is open on mount, because it loads when it is requested. */
export default function MessageMenu({ message, reader, actions, tabIndex }: MessageMenuProps) {
  const [removing, setRemoving] = useState(false)
  const [reporting, setReporting] = useState(false)
  /** Whether the chosen action takes the focus, which the menu otherwise restores to its button. */
  const takesFocus = useRef(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const { author } = message
  const name = speakerOf(message)
  const setMuted = async (muted: boolean) => {
    const problem = await reader.actions.setMuted(author, muted)
    if (problem !== undefined) toast.error(problem)
    else if (muted)
      toast.success(texts.isMuted(name), {
        action: { label: texts.undo, onClick: () => void setMuted(false) },
      })
    else toast.success(texts.isUnmuted(name))
  }
  const askToRemove = () => {
    // The menu button may be removed with the text, so the dialog restores the focus to the message.
    trigger.current?.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true })
    setRemoving(true)
  }
  const choose: Record<Action, Choice> = {
    reply: { label: texts.reply, movesFocus: true, act: () => reader.actions.reply(message.number) },
    copy: { label: texts.copy, act: () => void copy(message.content) },
    mention: {
      label: texts.mention(name),
      movesFocus: true,
      // People are mentioned by their address, which can't change.
      act: () => reader.actions.mention(message.kind === 'answer' ? name : shortAddress(author)),
    },
    stop: { label: texts.stop, act: () => void stop(message, reader) },
    mute: { label: texts.mute(name), act: () => void setMuted(true) },
    'let-speak': { label: texts.unmute(name), act: () => void setMuted(false) },
    report: { label: texts.report, movesFocus: true, act: () => setReporting(true) },
    'keep-out': {
      label: texts.manage,
      movesFocus: true,
      act: () => reader.actions.keepOut?.(author, personOf(message)),
    },
    block: {
      label: texts.blockPerson(personOf(message)),
      act: () => reader.actions.setBlocked(author, personOf(message), true),
    },
    unblock: {
      label: texts.unblockPerson(personOf(message)),
      act: () => reader.actions.setBlocked(author, personOf(message), false),
    },
    remove: { label: texts.remove, movesFocus: true, act: askToRemove },
  }
  return (
    <>
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
            onCloseAutoFocus={(event) => takesFocus.current && event.preventDefault()}
          >
            {actions.map((action) => (
              <DropdownMenu.Item
                key={action}
                className={`flex min-h-11 cursor-pointer items-center px-4 text-[15px] outline-none data-[highlighted]:bg-cyan/12 data-[highlighted]:text-text ${action === 'remove' ? 'text-[#ffb3c0]' : ''}`}
                onSelect={() => {
                  takesFocus.current = choose[action].movesFocus === true
                  choose[action].act()
                }}
              >
                {choose[action].label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
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

const EXCERPT = 140

/** Enough to see that it is the right one. */
const excerptOf = ({ content }: RealmMessage) =>
  content.length > EXCERPT ? `${content.slice(0, EXCERPT).toWellFormed()}…` : content
/** Of an answer, whoever started it. */
const personOf = (message: RealmMessage) =>
  message.kind === 'answer' ? shortAddress(message.author) : speakerOf(message)

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success(texts.copied)
  else toast.error(texts.noCopying)
}

async function stop(message: RealmMessage, reader: Reader): Promise<void> {
  const problem = message.kind === 'answer' ? await reader.actions.stop(message) : undefined
  if (problem !== undefined) toast.error(problem)
}
