import type { QueryClient } from '@tanstack/react-query'
import type { Conversation, ConversationSummary } from '../../../../shared/chat/conversations.ts'
import { changeLists, withItems } from '../../../blocks/list/list-data.ts'
import { conversationKey } from '../api/conversation-query.ts'
import { erased, withoutWords } from './change-messages.ts'
import { keptConversations } from './kept-conversations.ts'

/** Takes the words of deleted messages out of all that the page has of the server's answers, and asks for the rest anew. */
export async function forgetWords(
  client: QueryClient,
  conversationId: string,
  messageIds: readonly string[],
): Promise<void> {
  const session = keptConversations.sessionOf(conversationId)
  session?.change((state) => withoutWords(state, messageIds))
  const queryKey = conversationKey(conversationId)
  const gone = new Set(messageIds)
  // An answer that is under way may still have the words.
  await client.cancelQueries({ queryKey })
  client.removeQueries({ queryKey: [...queryKey, 'lore'] })
  client.setQueriesData<Partial<Conversation>>({ queryKey }, (open) => {
    if (!open?.messages) return open
    const { stories: _, ...others } = open
    return { ...others, messages: open.messages.map((one) => (gone.has(one.id) ? erased(one) : one)) }
  })
  // A title, an excerpt or the newest words of a list may be of these messages.
  await changeLists<ConversationSummary>(client, ['conversations', 'list'], (data) =>
    withItems(data, (listed) => {
      if (listed.id !== conversationId) return listed
      const { excerpt: _, newestWords: __, ...others } = listed
      return others
    }),
  )
  void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: ['conversations'] })
}
