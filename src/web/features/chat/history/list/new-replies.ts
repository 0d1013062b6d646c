import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'

type Summary = Pick<ConversationSummary, 'id' | 'state' | 'updatedAt'>

/** The last known state of a conversation. */
interface ReceivedReply {
  /** When it was received, in milliseconds since 1970. */
  at: number
  running: boolean
  /** The value of the list; null if the reply was followed on this page. */
  updatedAt: string | null
}

/**
 * Tracks which conversations have a reply that ended while they were not shown on this page. Replies that ended before
 * the page first learned of a conversation do not count.
 */
export function createNewReplies() {
  const received = new Map<string, ReceivedReply>()
  const shown: string[] = []
  const listeners = new Set<() => void>()
  let fresh: ReadonlySet<string> = new Set()

  function change(id: string, isNew: boolean): void {
    if (fresh.has(id) === isNew) return
    const next = new Set(fresh)
    if (isNew) next.add(id)
    else next.delete(id)
    fresh = next
    for (const listener of listeners) listener()
  }

  return {
    /** The ids; the same set until something changes. */
    get: () => fresh,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Updates the states from a list that was loaded at `at`; newer knowledge is not overwritten. */
    see(listed: readonly Summary[], at: number): void {
      for (const { id, state, updatedAt } of listed) {
        const before = received.get(id)
        if (before && before.at >= at) continue
        received.set(id, { at, running: state === 'running', updatedAt })
        if (state !== 'finished') change(id, false)
        else if (before && hasEnded(before, updatedAt) && !shown.includes(id)) change(id, true)
      }
    },

    /** Marks a conversation as shown and its replies as seen. @returns a function to call when it is left */
    show(id: string): () => void {
      shown.push(id)
      change(id, false)
      return () => void shown.splice(shown.indexOf(id), 1)
    },

    /** Records that a reply was followed on this page to its end, before any list has it. */
    ended(id: string, at: number): void {
      received.set(id, { at, running: false, updatedAt: null })
      change(id, !shown.includes(id))
    },
  }
}

/** Whether a reply ended since: it was running before, or the conversation has a newer one. */
function hasEnded(before: ReceivedReply, updatedAt: string): boolean {
  return before.running || (before.updatedAt !== null && before.updatedAt < updatedAt)
}

export const newReplies = createNewReplies()
