import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConversationSummary } from '../../../../shared/chat/conversations.ts'
import { useApi } from '../../../lib/http/api.ts'
import { conversationListQuery } from './api/conversation-list.ts'
import { listedConversations } from './api/conversation-pages.ts'

/** Who was talked with, as a conversation knows it. */
export interface RecentAgent {
  id: string
  name: string
  pictureUrl: string
}

/** The agents of some conversations, last used first, each once, without those that are gone. */
export function recentAgents(conversations: readonly ConversationSummary[]): RecentAgent[] {
  const recent = new Map<string, RecentAgent>()
  for (const { agentId, agentName, agentImageUrl, agentAnswers } of conversations) {
    if (agentAnswers && !recent.has(agentId))
      recent.set(agentId, { id: agentId, name: agentName, pictureUrl: agentImageUrl })
  }
  return [...recent.values()]
}

/** The agents that a wallet last talked with; none for a visitor, undefined until that is known. */
export function useRecentAgents(viewer: string | null | undefined): RecentAgent[] | undefined {
  const asked = useInfiniteQuery({
    ...conversationListQuery(useApi(), viewer ?? '', {}),
    enabled: Boolean(viewer),
  })
  if (viewer === undefined || asked.isLoading) return undefined
  return recentAgents(listedConversations((viewer && asked.data?.pages) || []))
}
