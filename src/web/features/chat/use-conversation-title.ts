import { useInfiniteQuery } from '@tanstack/react-query'
import { titleOf } from '../../../shared/conversations.ts'
import { useApi } from '../../lib/api.ts'
import type { ConversationView } from './conversation/conversation.ts'
import { conversationListQuery } from './history/api/conversation-list.ts'

/**
 * What a stored conversation is called: as the list knows it, or by its first words until the list does. Never asks by
 * itself.
 */
export function useConversationTitle(
  viewer: string,
  stored: { id: string; view: ConversationView } | null,
): string | null {
  const listed = useInfiniteQuery({
    ...conversationListQuery(useApi(), viewer, {}),
    enabled: false,
    select: ({ pages }) =>
      pages.flatMap((page) => page.conversations).find(({ id }) => id === stored?.id)?.title,
  }).data
  if (!stored) return null
  return listed ?? titleOf(stored.view.turns[0]?.question.content ?? '')
}
