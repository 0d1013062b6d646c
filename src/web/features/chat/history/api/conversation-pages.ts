import type { InfiniteData } from '@tanstack/react-query'
import type { ConversationPage, ConversationSummary } from '../../../../../shared/chat/conversations.ts'

type Pages = InfiniteData<ConversationPage>

/**
 * The conversations of a list's pages, last used first and each once: one that was used while the pages came in stands
 * in two of them, and what was said of it last counts.
 */
export function listedConversations(pages: readonly ConversationPage[]): ConversationSummary[] {
  const listed = new Map<string, ConversationSummary>()
  for (const conversation of pages.flatMap((page) => page.conversations)) {
    const known = listed.get(conversation.id)
    if (!known || known.updatedAt < conversation.updatedAt) listed.set(conversation.id, conversation)
  }
  return [...listed.values()].sort(lastUsedFirst)
}

/** The same pages without some conversations; what does not have them stays the very same. */
export function withoutConversations<Data extends Pages | undefined>(
  data: Data,
  gone: (conversation: ConversationSummary) => boolean,
): Data {
  if (!data?.pages.some((page) => page.conversations.some(gone))) return data
  const pages = data.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter((conversation) => !gone(conversation)),
  }))
  return { ...data, pages }
}

/** The same pages with another title for a conversation. */
export function withTitle<Data extends Pages | undefined>(data: Data, id: string, title: string): Data {
  if (!data) return data
  const pages = data.pages.map((page) => ({
    ...page,
    conversations: page.conversations.map((conversation) =>
      conversation.id === id ? { ...conversation, title } : conversation,
    ),
  }))
  return { ...data, pages }
}

function lastUsedFirst(one: ConversationSummary, other: ConversationSummary): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt < other.updatedAt ? 1 : -1
  return 0
}
