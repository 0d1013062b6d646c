import { useMutation } from '@tanstack/react-query'
import type { DeletedConversations } from '../../../../../shared/chat/conversations.ts'
import { offerUndo } from '../../../../blocks/undoable-delete/offer-undo.ts'
import { counted } from '../../../../lib/counted.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { confirmWithSignature, type NotConfirmed } from '../../../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../../lib/router/router.tsx'
import { toast } from '../../../../ui/toast.ts'
import { notifyTabs } from '../../conversation/conversation-channel.ts'
import * as texts from '../../texts.tsx'
import { deleteConversations, restoreConversations } from '../api/change-conversation.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

/** For ten seconds it can be undone. The mutation's data is the reason why nothing was deleted, or null. */
export function useDeleteAll(shownAgentId: string | undefined, onDeleted: () => void) {
  const api = useApi()
  const navigate = useNavigate()
  const cache = useConversationCache()

  async function undo({ count, deletedAt }: DeletedConversations) {
    try {
      await restoreConversations(api, deletedAt)
      toast.success(`${conversations(count)} restored`)
    } catch (error) {
      toast.error(texts.conversationsCouldNotRestored(explainError(error)))
    }
    notifyTabs({ type: 'all restored' })
  }

  return useMutation({
    mutationFn: async (): Promise<NotConfirmed | null> => {
      const confirmation = await confirmWithSignature({ action: 'delete-conversations' })
      if (confirmation.state !== 'signed') return confirmation
      const deleted = await deleteConversations(api, confirmation.headers)
      await cache.removeAll()
      if (shownAgentId) await navigate(`/chat/${shownAgentId}`)
      notifyTabs({ type: 'all deleted' })
      offerUndo(`${conversations(deleted.count)} deleted`, () => void undo(deleted))
      return null
    },
    onSuccess: (notConfirmed) => {
      if (!notConfirmed) onDeleted()
    },
  })
}

const conversations = (count: number) => counted(count, 'conversation')
