import { useQueryClient } from '@tanstack/react-query'
import type { Conversation, ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { changeLists, withItems, withoutItems } from '../../../../blocks/list/list-data.ts'
import { conversationKey } from '../../api/conversation-query.ts'
import { conversationListsKey } from './conversation-list.ts'

/** Updates cached lists and the open conversation optimistically, before the server has been asked. */
export function useConversationCache() {
  const queryClient = useQueryClient()
  const change = (by: Parameters<typeof changeLists<ConversationSummary>>[2]) =>
    changeLists(queryClient, conversationListsKey, by)
  return {
    removeAll: () => change((data) => withoutItems(data, () => true)),
    async rename(id: string, title: string) {
      await change((data) => withItems(data, (listed) => (listed.id === id ? { ...listed, title } : listed)))
      queryClient.setQueriesData<Conversation>(
        { queryKey: conversationKey(id) },
        (open) => open && { ...open, title },
      )
    },
  }
}
