import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'

type Summary = Pick<ConversationSummary, 'id' | 'state' | 'updatedAt'>

/** What was last heard of a conversation. */
interface Heard {
  /** When, in milliseconds since 1970. */
  at: number
  running: boolean
  /** As the list said it; null where its reply was followed on this page. */
  updatedAt: string | null
}

/**
 * Which conversations have a reply that ended while they were not shown on this page. What was there when the page first
 * heard of a conversation is not new.
 */
export function createNewReplies() {
  const heard = new Map<string, Heard>()
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
    /** The ids; the very same set until something changes. */
    get: () => fresh,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** A list says how its conversations are, as of a moment; what is known from later stands. */
    see(listed: readonly Summary[], at: number): void {
      for (const { id, state, updatedAt } of listed) {
        const before = heard.get(id)
        if (before && before.at >= at) continue
        heard.set(id, { at, running: state === 'running', updatedAt })
        if (state !== 'finished') change(id, false)
        else if (before && hasEnded(before, updatedAt) && !shown.includes(id)) change(id, true)
      }
    },

    /** A conversation is shown; what is new in it is so no longer. @returns what to call when it is left */
    show(id: string): () => void {
      shown.push(id)
      change(id, false)
      return () => void shown.splice(shown.indexOf(id), 1)
    },

    /** A reply was followed on this page to its end, which no list says yet. */
    ended(id: string, at: number): void {
      heard.set(id, { at, running: false, updatedAt: null })
      change(id, !shown.includes(id))
    },
  }
}

/** A reply ended since: one that ran, or one to a question that was not asked yet. */
function hasEnded(before: Heard, updatedAt: string): boolean {
  return before.running || (before.updatedAt !== null && before.updatedAt < updatedAt)
}

/** Those of this page. */
export const newReplies = createNewReplies()
