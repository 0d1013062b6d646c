import { categoryNames, DEFAULT_IMAGE_URL } from '../../../shared/agent-basics.ts'
import type { Agent } from '../../../shared/agents.ts'
import { DEFAULT_ENTITY } from '../../../shared/chat.ts'
import type { ConversationSummary } from '../../../shared/conversations.ts'
import { suggestionsFor } from './suggestions.ts'

/** Who is talked with, as the chat screen shows it. */
export interface Entity {
  /** Null for the defaults of section 5. */
  id: string | null
  name: string
  title: string
  subtitle: string
  imageUrl: string
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
  imageUrl: DEFAULT_IMAGE_URL,
  suggestions: suggestionsFor(DEFAULT_ENTITY),
  answers: true,
}

export function entityOf(agent: Agent): Entity {
  return {
    id: agent.id,
    name: agent.name,
    title: agent.name,
    subtitle: categoryNames[agent.category],
    imageUrl: agent.imageUrl,
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
    imageUrl: conversation.agentImageUrl,
    suggestions: [],
    answers: false,
  }
}
