import { type ComponentType, useState } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { actionsOf } from './allowed-actions.ts'
import { MoreIcon, quiet, ReplyIcon } from './message-icons.tsx'
import type { MessageMenuProps } from './message-menu.tsx'
import type { Reader, ShownMessage } from './shown-message.ts'
import * as texts from './texts.ts'

const load = () => import('./message-menu.tsx')

/** The menu loads on first use. Only one button of the list is in the tab order; arrow keys move between messages. */
export function MessageActions(props: {
  message: ShownMessage
  reader: Reader
  current: boolean
  before?: boolean
}) {
  const { message, reader, current, before = false } = props
  const [Menu, setMenu] = useState<ComponentType<MessageMenuProps>>()
  const actions = actionsOf(message, reader)
  if (actions.length === 0 || message.kind === 'underway') return null
  const tabIndex = current ? 0 : -1
  const open = async () => {
    try {
      const { default: loaded } = await load()
      setMenu(() => loaded)
    } catch {
      toast.error(texts.optionsNotLoaded)
    }
  }
  return (
    <span className={`flex flex-none items-center ${before ? 'flex-row-reverse' : ''}`}>
      {actions.includes('reply') && (
        // This button is only for the mouse: touch and keyboard use the menu.
        <IconButton
          label={texts.reply}
          tabIndex={-1}
          className={`${quiet} [@media(hover:none)]:hidden`}
          onClick={() => reader.actions.reply(message.number)}
        >
          <ReplyIcon />
        </IconButton>
      )}
      {Menu ? (
        <Menu message={message} reader={reader} actions={actions} tabIndex={tabIndex} />
      ) : (
        <IconButton
          label={texts.messageOptions}
          title={undefined}
          data-options=""
          aria-haspopup="menu"
          aria-expanded={false}
          tabIndex={tabIndex}
          className={quiet}
          onPointerEnter={() => void load().catch(() => undefined)}
          onClick={() => void open()}
        >
          <MoreIcon />
        </IconButton>
      )}
    </span>
  )
}
