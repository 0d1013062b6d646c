import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import * as texts from '../../texts.tsx'
import RenameConversation from './rename-conversation.tsx'

/** The dialog for renaming, used where the title can't be edited in place. */
export default function RenameDialog(props: {
  conversation: Pick<ConversationSummary, 'id' | 'title'>
  onClose: () => void
}) {
  return (
    <Dialog open width="narrow" title={texts.renameConversation} onClose={props.onClose}>
      <RenameConversation conversation={props.conversation} onDone={props.onClose} />
    </Dialog>
  )
}
