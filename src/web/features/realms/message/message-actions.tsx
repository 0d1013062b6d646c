import { type ComponentType, useState } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ShownMessage } from '../messages/message-chunks.ts'
import { actionsOf, type Reader } from './allowed-actions.ts'
import { MoreIcon, quiet, ReplyIcon } from './message-icons.tsx'
import type { MessageMenuProps } from './message-menu.tsx'

const load = () => import('./message-menu.tsx')

/**
 * What can be done with a message, beside it. The menu comes when it is first asked for. In the whole list one button
 * alone is where the Tab key comes to; the arrow keys go from message to message.
 */
export function MessageActions(props: {
  message: ShownMessage
  reader: Reader
  current: boolean
  /** They stand before the message that they are of. */
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
      toast.error("The options can't be loaded. Check the connection and try again.")
    }
  }
  return (
    <span className={`flex flex-none items-center ${before ? 'flex-row-reverse' : ''}`}>
      {actions.includes('reply') && (
        // For the hand at a desk alone: a finger and the keyboard have it in the menu.
        <IconButton
          label="Reply"
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
          label="Options of the message"
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
