import type { ConversationSession } from './conversation-session.ts'

/** How many agents' conversations a page remembers; the one unused for longest is let go first. */
const KEPT = 20

const kept = new Map<string, ConversationSession>()

/** The conversation that this page had under a key. It lives in the page's memory alone (decision 19). */
export function keptConversation(key: string): ConversationSession | undefined {
  return kept.get(key)
}

export function keepConversation(key: string, session: ConversationSession): void {
  kept.delete(key)
  kept.set(key, session)
  for (const [oldest, forgotten] of kept) {
    if (kept.size <= KEPT) return
    forgotten.stop()
    kept.delete(oldest)
  }
}
