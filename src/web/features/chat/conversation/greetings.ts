import { type Message, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { type ConversationState, messageOf } from './conversation-state.ts'

/**
 * The greetings are alternatives, numbered below one, so that later messages have the same numbers as on the server. A
 * conversation that has begun stays as it is.
 */
export function greeted(
  state: ConversationState,
  greetings: readonly string[],
  made: { createdAt: string; newId: () => string },
): ConversationState {
  const known = state.messages.map(({ content }) => content)
  const isAsked = state.messages.some(({ role }) => role === 'user')
  const isSame = known.length === greetings.length && known.every((text, index) => text === greetings[index])
  if (isAsked || isSame) return state
  const messages = greetings.map((content, index) =>
    newGreeting({
      id: made.newId(),
      content,
      number: index + 1 - greetings.length,
      createdAt: made.createdAt,
    }),
  )
  return { ...state, messages, activeLeaf: messages[0]?.id ?? null }
}

/** Adds the greeting that a question of an earlier page followed, which this page does not have. */
export function greetedBefore(
  state: ConversationState,
  greeting: Pick<Reply, 'id' | 'content' | 'createdAt'>,
): ConversationState {
  if (messageOf(state, greeting.id)) return state
  return { ...state, messages: [...state.messages, newGreeting({ ...greeting, number: 0 })] }
}

const newGreeting = ({
  content,
  ...place
}: Pick<Reply, 'id' | 'content' | 'number' | 'createdAt'>): Reply => ({
  ...newReply({ ...place, parentId: null }),
  content,
  state: 'finished',
})

export function isGreeting({ role, parentId }: Pick<Message, 'role' | 'parentId'>): boolean {
  return role === 'assistant' && parentId === null
}

/** The messages without greetings that no question followed: those are not part of the conversation. */
export function withoutIdleGreetings(messages: readonly Message[]): Message[] {
  const followed = new Set(messages.map(({ parentId }) => parentId))
  return messages.filter((message) => !isGreeting(message) || followed.has(message.id))
}
