import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { useUndoableDelete } from '../../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { notifyTabs } from '../../conversation/conversation-channel.ts'
import * as texts from '../../texts.tsx'
import { deleteConversation, restoreConversation } from '../api/change-conversation.ts'
import { conversationListsKey } from '../api/conversation-list.ts'

const words = {
  deleted: texts.conversationDeleted,
  restored: texts.conversationRestored,
  notDeleted: texts.conversationCouldNotDeleted,
  notRestored: texts.conversationCouldNotRestored,
}

/** @param currentId the shown conversation: deleting it navigates to its agent, and undoing navigates back */
export function useDeleteConversation(currentId: string | undefined) {
  const api = useApi()
  return useUndoableDelete<Pick<ConversationSummary, 'id' | 'agentId'>, unknown>({
    remove: ({ id }) => deleteConversation(api, id),
    restore: ({ id }) => restoreConversation(api, id),
    words: () => words,
    lists: conversationListsKey,
    place({ id, agentId }) {
      const agent = `/chat/${agentId}`
      return id === currentId ? { after: agent, back: `${agent}/${id}` } : undefined
    },
    onDeleted: ({ id }) => notifyTabs({ type: 'deleted', conversationId: id }),
    onRestored: ({ id }) => notifyTabs({ type: 'restored', conversationId: id }),
  })
}
