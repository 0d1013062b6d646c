import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import RenameForm from './rename-form.tsx'

/** Renaming where the title itself can't become a field. */
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
