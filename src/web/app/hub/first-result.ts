import type { Offer } from '../../features/agents/picker/use-agent-offer.ts'
import type { ConversationList } from '../../features/chat/history/use-conversation-list.ts'

/**
 * Where the first thing that a search found is: a conversation before an agent. Null where nothing was found, undefined
 * while that is not known.
 * @param list null for a visitor, who has no conversations
 */
export function firstResult(list: ConversationList | null, offer: Offer): string | null | undefined {
  if (list?.state === 'loading' || (list?.state === 'full' && list.refreshing)) return undefined
  const conversation = list?.state === 'full' ? list.conversations[0] : undefined
  if (conversation) return `/chat/${conversation.agentId}/${conversation.id}`
  if (offer.state === 'loading' || (offer.state === 'full' && offer.refreshing)) return undefined
  const agent = offer.state === 'full' ? offer.groups[0]?.agents[0] : undefined
  return agent ? `/chat/${agent.id}` : null
}
