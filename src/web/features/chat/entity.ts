import { categoryNames, DEFAULT_ENTITY, DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { ConversationSummary } from '../../../shared/chat/conversations.ts'

/** Who is talked with, as the chat screen shows it. */
export interface Entity {
  /** Null for the defaults of section 5. */
  id: string | null
  name: string
  title: string
  subtitle: string
  pictureUrl: string
  suggestions: readonly string[]
  /** False where it was deleted or hidden while a conversation with it is still there. */
  answers: boolean
}

/** Section 5: who answers where no agent is loaded. */
export const defaultEntity: Entity = {
  id: null,
  name: DEFAULT_ENTITY.name,
  title: 'Chat with Bionic',
  subtitle: 'Neural Interface Active',
  pictureUrl: DEFAULT_IMAGE_URL,
  suggestions: suggestionsFor(DEFAULT_ENTITY),
  answers: true,
}

export function entityOf(agent: Agent): Entity {
  return {
    id: agent.id,
    name: agent.name,
    title: agent.name,
    subtitle: categoryNames[agent.category],
    pictureUrl: agent.pictureUrl,
    suggestions: suggestionsFor(agent),
    answers: true,
  }
}

/** An agent that is gone, as the conversation with it remembers it. */
export function silentEntityOf(
  conversation: Pick<ConversationSummary, 'agentId' | 'agentName' | 'agentImageUrl'>,
): Entity {
  return {
    id: conversation.agentId,
    name: conversation.agentName,
    title: conversation.agentName,
    subtitle: 'Signal lost',
    pictureUrl: conversation.agentImageUrl,
    suggestions: [],
    answers: false,
  }
}

/** Three first questions for an agent, drawn from what it says of itself. */
function suggestionsFor(agent: {
  capabilities: readonly string[]
  knowledgeDomains: readonly string[]
}): string[] {
  const [capability, other] = agent.capabilities
  const [domain] = agent.knowledgeDomains
  return [
    ...(capability ? [`How can you help me with ${capability}?`] : []),
    ...(domain ? [`What should I know first about ${domain}?`] : []),
    other ? `Show me an example of ${other}.` : 'What are you good at?',
  ]
}
