import type { EarlierMessages } from '../../../../shared/chat/conversations.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import type { ConversationState } from './conversation-state.ts'
import { withAbove } from './earlier-messages.ts'

/** Loaded only with what needs it: most conversations are neither long, nor is anything deleted in them. */

/** Adds messages of before one that is known. What is known already stays as it is. */
export function withEarlier(
  state: ConversationState,
  page: EarlierMessages,
  before: string,
): ConversationState {
  const known = new Map(state.messages.map((message) => [message.id, message]))
  const added = page.messages.filter(({ id }) => !known.has(id))
  return {
    ...state,
    messages: added.length === 0 ? state.messages : [...added, ...state.messages],
    above: withAbove(state.above, page, known.get(before)?.parentId ?? null),
  }
}

/** Takes the words of deleted messages out. Which stories told of them is not known here, so the server tells them anew. */
export function withoutWords(state: ConversationState, ids: readonly string[]): ConversationState {
  const gone = new Set(ids)
  if (!state.messages.some((message) => gone.has(message.id) && !message.erased)) return state
  return {
    ...state,
    messages: state.messages.map((message) => (gone.has(message.id) ? erased(message) : message)),
    stories: [],
  }
}

export function erased(message: Message): Message {
  const { id, parentId, number, createdAt } = message
  const place = { id, parentId, number, createdAt, content: '', erased: true as const }
  if (message.role === 'user') return { ...place, role: 'user' }
  const { parts: _, ...reply } = message
  return { ...reply, ...place, cutShort: false, forgotten: 0 }
}
