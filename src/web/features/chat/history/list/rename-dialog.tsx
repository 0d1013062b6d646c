import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import RenameForm from './rename-form.tsx'

/** The dialog for renaming, used where the title can't be edited in place. */
export default function RenameDialog(props: {
  conversation: Pick<ConversationSummary, 'id' | 'title'>
  onClose: () => void
}) {
  return (
    <Dialog open width="narrow" title="Rename the conversation" onClose={props.onClose}>
      <RenameForm conversation={props.conversation} onDone={props.onClose} />
    </Dialog>
  )
}
