import type { Message, ReplyState } from '../../../../shared/chat/messages.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import type { MemoryActions } from '../memory/memory-actions.ts'
import RememberButton from '../memory/remember-button.tsx'
import * as texts from '../texts.tsx'
import ReceiptButton from './receipt-button.tsx'

/** What a message that is stored for a wallet has beside the tools of every message. */
export default function MessageTools({
  message,
  actions: { remember, erase, storiesOf },
}: {
  message: Pick<Message, 'id' | 'role' | 'content'> & { state?: ReplyState }
  actions: {
    remember?: MemoryActions['remember']
    erase?: ((message: Pick<Message, 'id' | 'role'>) => void) | undefined
    storiesOf?: string | undefined
  }
}) {
  const label = message.role === 'user' ? texts.deleteQuestion : texts.deleteReply
  return (
    <>
      {remember && <RememberButton messageId={message.id} words={message.content} onRemember={remember} />}
      {storiesOf !== undefined && message.state === 'finished' && (
        <ReceiptButton conversationId={storiesOf} replyId={message.id} />
      )}
      {erase && (
        <span className="contents group-data-busy/list:hidden">
          <IconButton label={label} aria-haspopup="dialog" onClick={() => erase(message)}>
            <TrashIcon width={15} height={15} />
          </IconButton>
        </span>
      )}
    </>
  )
}
