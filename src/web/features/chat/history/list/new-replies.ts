import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { Listeners } from '../../../../lib/listeners.ts'

type Summary = Pick<ConversationSummary, 'id' | 'state' | 'updatedAt'>

interface ReceivedReply {
  /** When it was received, in milliseconds since 1970. */
  at: number
  running: boolean
  /** The value of the list; null if the reply was followed on this page. */
  updatedAt: string | null
}

/**
 * Which conversations have a reply that ended while they were not shown on this page. Replies that ended before the
 * page learned of a conversation do not count.
 */
export class NewReplies {
  readonly #received = new Map<string, ReceivedReply>()
  readonly #shown: string[] = []
  readonly #listeners = new Listeners()
  #fresh: ReadonlySet<string> = new Set()

  /** The ids; the same set until something changes. */
  readonly get = (): ReadonlySet<string> => this.#fresh

  readonly subscribe = this.#listeners.add

  /** Updates the states from a list that was loaded at `at`; newer knowledge is not overwritten. */
  see(listed: readonly Summary[], at: number): void {
    for (const { id, state, updatedAt } of listed) {
      const before = this.#received.get(id)
      if (before && before.at >= at) continue
      this.#received.set(id, { at, running: state === 'running', updatedAt })
      if (state !== 'finished') this.#change(id, false)
      else if (before && hasEnded(before, updatedAt) && !this.#shown.includes(id)) this.#change(id, true)
    }
  }

  /** Marks a conversation as shown and its replies as seen. @returns a function to call when it is left */
  show(id: string): () => void {
    this.#shown.push(id)
    this.#change(id, false)
    return () => void this.#shown.splice(this.#shown.indexOf(id), 1)
  }

  /** Records that a reply was followed on this page to its end, before any list has it. */
  ended(id: string, at: number): void {
    this.#received.set(id, { at, running: false, updatedAt: null })
    this.#change(id, !this.#shown.includes(id))
  }

  #change(id: string, isNew: boolean): void {
    if (this.#fresh.has(id) === isNew) return
    const next = new Set(this.#fresh)
    if (isNew) next.add(id)
    else next.delete(id)
    this.#fresh = next
    this.#listeners.notify()
  }
}

/** Whether a reply ended since: it was running before, or the conversation has a newer one. */
function hasEnded(before: ReceivedReply, updatedAt: string): boolean {
  return before.running || (before.updatedAt !== null && before.updatedAt < updatedAt)
}

export const newReplies = new NewReplies()
