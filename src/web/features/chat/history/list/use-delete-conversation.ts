import { useQueryClient } from '@tanstack/react-query'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { UNDO_DELETE_MS } from '../../../../../shared/common/limits.ts'
import { ApiError, useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../../lib/router/router.tsx'
import { toast } from '../../../../ui/toast.ts'
import { tellTabs } from '../../conversation/conversation-channel.ts'
import { deleteConversation, restoreConversation } from '../api/change-conversation.ts'
import { conversationsKey } from '../api/conversation-list.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

/**
 * Deletes a conversation at once and offers for ten seconds to undo it, wherever the person has gone meanwhile.
 * @param currentId the conversation that is shown: whoever deletes it is led to its agent, and back by undoing
 */
export function useDeleteConversation(currentId: string | undefined) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const cache = useConversationCache()

  async function undo(conversation: Pick<ConversationSummary, 'id' | 'agentId'>) {
    try {
      await restoreConversation(api, conversation.id)
    } catch (error) {
      toast.error(`The conversation could not be brought back. ${explainError(error)}`)
      return
    }
    tellTabs({ type: 'restored', conversationId: conversation.id })
    const agent = `/chat/${conversation.agentId}`
    const mayReturn = conversation.id === currentId && window.location.pathname === agent
    if (mayReturn) void navigate(`${agent}/${conversation.id}`)
    else toast.success('Conversation restored')
  }

  return async (conversation: Pick<ConversationSummary, 'id' | 'agentId'>): Promise<void> => {
    const { id, agentId } = conversation
    await cache.remove((listed) => listed.id === id)
    try {
      await deleteConversation(api, id)
    } catch (error) {
      // Whoever was quicker has deleted it already.
      if (!(error instanceof ApiError && error.status === 404)) {
        toast.error(`The conversation could not be deleted. ${explainError(error)}`)
        await queryClient.invalidateQueries({ queryKey: conversationsKey })
        return
      }
    }
    if (id === currentId) await navigate(`/chat/${agentId}`)
    tellTabs({ type: 'deleted', conversationId: id })
    toast.success('Conversation deleted', {
      duration: UNDO_DELETE_MS,
      action: { label: 'Undo', onClick: () => void undo(conversation) },
    })
  }
}
