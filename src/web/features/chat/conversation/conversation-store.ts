import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isGrowth } from '../../../../shared/chat/parts.ts'
import { type ConversationView, emptyView } from './conversation.ts'
import { type ConversationState, messageOf, nothingSaid, received } from './conversation-state.ts'
import { shownTurns, withGrown } from './shown-turns.ts'

/** Holds the state of a conversation and its view, and notifies subscribers of every change. */
export interface ConversationStore {
  readonly state: ConversationState
  readonly view: ConversationView
  subscribe: (listener: () => void) => () => void
  /** Sets the next state, and the parts of the view that do not depend on it. */
  publish: (next: ConversationState, more?: Partial<ConversationView>) => void
  /** Applies events to a running reply. */
  receive: (replyId: string, events: readonly ReplyEvent[], now: Date) => void
  isRunning: (replyId: string) => boolean
}

export function createConversationStore(): ConversationStore {
  const listeners = new Set<() => void>()
  let state: ConversationState = nothingSaid
  let view: ConversationView = emptyView

  function show(next: ConversationState, change: Partial<ConversationView>): void {
    state = next
    const { pending } = view
    view = { ...view, ...change }
    if (pending && view.pending?.id !== pending.id) view.ended = pending
    for (const listener of listeners) listener()
  }
  function publish(next: ConversationState, more: Partial<ConversationView> = {}): void {
    show(next, { ...(next !== state && shownTurns(next, view)), ...more })
  }

  return {
    get state() {
      return state
    },
    get view() {
      return view
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish,
    receive: (replyId, events, now) => {
      const next = received(state, replyId, events, now)
      const reply = messageOf(next, replyId)
      const isGrown = events.every(isGrowth)
      if (isGrown && reply?.role === 'assistant') show(next, withGrown(reply, view))
      else publish(next)
    },
    isRunning: (replyId) => {
      const reply = messageOf(state, replyId)
      return reply?.role === 'assistant' && reply.state === 'running'
    },
  }
}
