import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isGrowth } from '../../../../shared/chat/parts.ts'
import { Listeners } from '../../../lib/listeners.ts'
import { type ConversationView, emptyView } from './conversation.ts'
import { type ConversationState, messageOf, nothingSaid, received } from './conversation-state.ts'
import { shownTurns, withGrown } from './shown-turns.ts'

export class ConversationStore {
  readonly #listeners = new Listeners()
  #state: ConversationState = nothingSaid
  #view: ConversationView = emptyView

  get state(): ConversationState {
    return this.#state
  }

  get view(): ConversationView {
    return this.#view
  }

  readonly subscribe = this.#listeners.add

  publish(next: ConversationState, more: Partial<ConversationView> = {}): void {
    this.#show(next, { ...(next !== this.#state && shownTurns(next, this.#view)), ...more })
  }

  receive(replyId: string, events: readonly ReplyEvent[], now: Date): void {
    const next = received(this.#state, replyId, events, now)
    const reply = messageOf(next, replyId)
    const isGrown = events.every(isGrowth)
    if (isGrown && reply?.role === 'assistant') this.#show(next, withGrown(reply, this.#view))
    else this.publish(next)
  }

  isRunning(replyId: string): boolean {
    const reply = messageOf(this.#state, replyId)
    return reply?.role === 'assistant' && reply.state === 'running'
  }

  #show(next: ConversationState, change: Partial<ConversationView>): void {
    this.#state = next
    const { pending } = this.#view
    this.#view = { ...this.#view, ...change }
    if (pending && this.#view.pending?.id !== pending.id) this.#view.ended = pending
    this.#listeners.notify()
  }
}
