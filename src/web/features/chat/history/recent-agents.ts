import type { ConversationSummary } from '../../../../shared/chat/conversations.ts'
import { lastUsedFirst } from '../../../blocks/list/list-data.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { conversationListQuery } from './api/conversation-list.ts'

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
  const owner = viewer ?? undefined
  const list = useList(conversationListQuery(useApi(), owner ?? '', {}), { owner, arrange: lastUsedFirst })
  if (viewer === null) return []
  if (list.state === 'loading') return undefined
  return recentAgents(list.state === 'full' ? list.items : [])
}
