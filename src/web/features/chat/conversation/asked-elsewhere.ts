import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { type ConversationState, messageOf, selected } from './conversation-state.ts'

/**
 * Whether a path ends with a question beside a shown one that was asked here. Two tabs that ask at the same moment ask
 * after the same reply: neither replaces what the other one shows, until the conversation has gone on there.
 */
export function isBesideAsked({ messages, activeLeaf, ...state }: ConversationState, leaf: string): boolean {
  const path = pathTo(messages, leaf)
  const last = path.findLast(({ role }) => role === 'user')
  return pathTo(messages, activeLeaf).some(
    (shown) =>
      state.asked.has(shown.id) &&
      !state.unconfirmed.has(shown.id) &&
      shown.parentId === last?.parentId &&
      shown !== last,
  )
}

/** Shows a reply that runs, though it was asked for elsewhere. */
export function turnedTo(state: ConversationState, reply: Reply): ConversationState {
  // Of a long conversation, its question may not be loaded: then the person is asked whether to turn to it.
  const isLoaded = reply.parentId !== null && messageOf(state, reply.parentId) !== undefined
  return isLoaded && !isBesideAsked(state, reply.id) ? selected(state, reply.id) : state
}
