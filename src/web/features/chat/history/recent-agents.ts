import type { ConversationSummary } from '../../../../shared/chat/conversations.ts'
import { lastUsedFirst } from '../../../blocks/list/list-data.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { conversationListQuery } from './api/conversation-list.ts'

interface RecentAgent {
  id: string
  name: string
  pictureUrl: string
}

/** The agents of conversations, last used first, without duplicates and without those that no longer answer. */
export function recentAgents(conversations: readonly ConversationSummary[]): RecentAgent[] {
  const recent = new Map<string, RecentAgent>()
  for (const { agentId, agentName, agentImageUrl, agentAnswers } of conversations) {
    if (agentAnswers && !recent.has(agentId))
      recent.set(agentId, { id: agentId, name: agentName, pictureUrl: agentImageUrl })
  }
  return [...recent.values()]
}

/** Empty for a visitor, undefined while they are loading. */
export function useRecentAgents(viewer: string | null | undefined): RecentAgent[] | undefined {
  const owner = viewer ?? undefined
  const list = useList(conversationListQuery(useApi(), owner ?? '', {}), { owner, arrange: lastUsedFirst })
  if (viewer === null) return []
  if (list.state === 'loading') return undefined
  return recentAgents(list.state === 'full' ? list.items : [])
}
