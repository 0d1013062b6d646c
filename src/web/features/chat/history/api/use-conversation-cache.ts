import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type {
  Conversation,
  ConversationPage,
  ConversationSummary,
} from '../../../../../shared/chat/conversations.ts'
import { conversationKey } from '../../api/conversation-query.ts'
import { conversationListsKey, conversationsKey } from './conversation-list.ts'
import { withoutConversations, withTitle } from './conversation-pages.ts'

/** What lists and the open conversation show is changed at once, before the server has been asked again. */
export function useConversationCache() {
  const queryClient = useQueryClient()
  const change = async (
    by: (data: InfiniteData<ConversationPage> | undefined) => InfiniteData<ConversationPage> | undefined,
  ) => {
    // An answer that is on its way would bring back what was.
    await queryClient.cancelQueries({ queryKey: conversationsKey })
    queryClient.setQueriesData({ queryKey: conversationListsKey }, by)
  }
  return {
    remove: (gone: (conversation: ConversationSummary) => boolean) =>
      change((data) => withoutConversations(data, gone)),
    async rename(id: string, title: string) {
      await change((data) => withTitle(data, id, title))
      queryClient.setQueriesData<Conversation>(
        { queryKey: conversationKey(id) },
        (open) => open && { ...open, title },
      )
    },
  }
}
