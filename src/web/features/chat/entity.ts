import { categoryNames, DEFAULT_ENTITY, DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { firstQuestions, questionsWithoutModel } from '../../../shared/agents/first-questions.ts'
import type { ConversationSummary } from '../../../shared/chat/conversations.ts'
import { type Shared, sharedAgent } from '../../blocks/share/shared.ts'
import * as texts from './texts.tsx'

export interface Entity {
  /** Null for the default entity of section 5. */
  id: string | null
  name: string
  title: string
  subtitle: string
  pictureUrl: string
  suggestions: readonly string[]
  /** What can be asked of it where no model is connected, without what was asked already. */
  questionsWithoutModel: (asked: readonly string[]) => readonly string[]
  /** What it says first, as alternatives; undefined if it waits for a question. */
  greetings?: readonly string[] | undefined
  hasLore?: boolean
  /** False if the agent was deleted or hidden while a conversation with it still exists. */
  answers: boolean
  /** It was taken down, which is why it does not answer. */
  isDown?: boolean
  /** Its unique name in other programs; null if it has none. */
  handle: string | null
  /** Null if others can't open it. */
  shared: Shared | null
}

/** The entity that answers if no agent is loaded (section 5). */
export const defaultEntity: Entity = {
  id: null,
  name: DEFAULT_ENTITY.name,
  title: texts.chatBionic,
  subtitle: texts.neuralInterfaceActive,
  pictureUrl: DEFAULT_IMAGE_URL,
  suggestions: firstQuestions(DEFAULT_ENTITY),
  questionsWithoutModel: (asked) => questionsWithoutModel({ ...DEFAULT_ENTITY, documents: 0 }, asked),
  answers: true,
  handle: null,
  shared: null,
}

export function entityOf(agent: Agent): Entity {
  return {
    id: agent.id,
    name: agent.name,
    title: agent.name,
    subtitle: categoryNames[agent.category],
    pictureUrl: agent.pictureUrl,
    suggestions: firstQuestions(agent),
    questionsWithoutModel: (asked) => questionsWithoutModel(agent, asked),
    greetings: agent.greetings,
    hasLore: agent.hasLore === true,
    answers: agent.moderation !== 'down',
    isDown: agent.moderation === 'down',
    handle: agent.handle,
    shared: sharedAgent(agent),
  }
}

/** An agent that no longer exists, from the data stored with the conversation. */
export function silentEntityOf(
  conversation: Pick<ConversationSummary, 'agentId' | 'agentName' | 'agentImageUrl' | 'agentDown'>,
): Entity {
  return {
    id: conversation.agentId,
    name: conversation.agentName,
    title: conversation.agentName,
    subtitle: texts.signalLost,
    pictureUrl: conversation.agentImageUrl,
    suggestions: [],
    questionsWithoutModel: () => [],
    answers: false,
    isDown: conversation.agentDown === true,
    handle: null,
    shared: null,
  }
}
