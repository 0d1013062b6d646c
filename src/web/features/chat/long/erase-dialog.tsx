import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { eraseMessage } from '../api/long-conversation.ts'
import { notifyTabs } from '../conversation/conversation-channel.ts'
import * as texts from './texts.ts'

function turnWith(messageId: string): HTMLElement | null | undefined {
  const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  return message?.closest<HTMLElement>('[data-turn]')
}

/** Deletes the words of a question and of its answers, or of one reply, for good, after saying what goes with them. */
export default function EraseDialog(props: {
  conversationId: string
  message: { id: string; role: 'user' | 'assistant' }
  agentName: string
  onClose: () => void
}) {
  const { conversationId, message, agentName, onClose } = props
  const api = useApi()
  const [state, setState] = useState<'idle' | 'busy' | { error: unknown }>('idle')
  const done = useRef(false)
  const ofQuestion = message.role === 'user'
  const erase = async () => {
    const { erased, facts } = await eraseMessage(api, conversationId, message.id)
    notifyTabs({ type: 'erased', conversationId, messageIds: erased })
    toast.success(texts.deleted, facts > 0 ? { description: texts.forgotten(facts) } : {})
    done.current = true
    onClose()
  }
  const go = () => {
    setState('busy')
    erase().catch((error: unknown) => setState({ error }))
  }
  return (
    <ConfirmDialog
      title={ofQuestion ? texts.deleteQuestionTitle : texts.deleteReplyTitle}
      description={texts.deletedForGood}
      action={{ label: texts.deleteForGood, busyLabel: texts.deleting, busy: state === 'busy', go }}
      keep={texts.keep}
      problem={
        typeof state === 'object' ? { title: texts.notDeleted, text: explainError(state.error) } : undefined
      }
      // The button that opened this goes with what was deleted.
      focusAfter={() => (done.current ? turnWith(message.id) : null)}
      onClose={onClose}
    >
      <div className="grid gap-3 text-15 text-soft">
        <ul className="grid gap-1.5">
          {[...(ofQuestion ? texts.goesOfQuestion : texts.goesOfReply), ...texts.goesToo(agentName)].map(
            (what) => (
              <li key={what}>{what}</li>
            ),
          )}
        </ul>
        <p className="text-sm text-muted">{texts.stays}</p>
      </div>
    </ConfirmDialog>
  )
}
