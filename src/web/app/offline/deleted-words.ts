import { readConversationNews } from '../../features/chat/conversation/conversation-channel.ts'

/**
 * Which responses have words of what somebody has deleted: those of the conversation, and all lists of conversations, which
 * have excerpts. What is still there of them is asked and stored again. Null if nothing was deleted.
 */
export function deletedWords(message: unknown): ((queryKey: readonly unknown[]) => boolean) | null {
  const news = readConversationNews(message)
  switch (news?.type) {
    case 'erased':
    case 'deleted':
      return ([kind, id]) =>
        kind === 'conversations' || (kind === 'conversation' && id === news.conversationId)
    case 'all deleted':
      return ([kind]) => kind === 'conversations' || kind === 'conversation'
    case undefined:
    case 'asked':
    case 'ended':
    case 'renamed':
    case 'retold':
    case 'restored':
    case 'all restored':
      return null
  }
}
