import type { ConversationSession } from './conversation-session.ts'

/** The maximum number of conversations in memory; the least recently used is dropped first. */
const KEPT = 20

interface Kept {
  session: ConversationSession
  agentId: string | null
  /** The owner; null for a conversation that exists only in the page. */
  viewer: string | null
}

export type KeptConversations = ReturnType<typeof createKeptConversations>

/**
 * Holds the conversations that a page has running or may return to. Conversations of the page exist only here
 * (decision 19).
 */
export function createKeptConversations() {
  const kept = new Map<string, Kept>()

  return {
    find(id: string, viewer: string | null): ConversationSession | undefined {
      const found = kept.get(id)
      return found?.viewer === viewer ? found.session : undefined
    },

    withAgent(agentId: string | null): ConversationSession | undefined {
      return [...kept.values()].findLast(
        ({ session, agentId: agent }) => session.kept === 'page' && agent === agentId,
      )?.session
    },

    /** Adds a conversation as the most recently used one. A conversation with a running reply is never dropped. */
    keep(session: ConversationSession, agentId: string | null, viewer: string | null): void {
      kept.delete(session.id)
      kept.set(session.id, { session, agentId, viewer })
      const idle = [...kept.values()].filter(({ session: other }) => !other.getView().pending)
      const tooMany = Math.max(0, kept.size - KEPT)
      for (const { session: oldest } of idle.slice(0, tooMany)) if (oldest !== session) kept.delete(oldest.id)
    },

    /** Removes a conversation that was ended here, or deleted on the server. */
    forget(id: string): void {
      kept.delete(id)
    },

    forgetStored(): void {
      for (const { session, viewer } of [...kept.values()]) if (viewer !== null) kept.delete(session.id)
    },

    /** Closes and removes the stored conversations of every other wallet; their replies continue on the server. */
    leaveOnly(viewer: string | null): void {
      for (const { session, viewer: owner } of [...kept.values()]) {
        if (owner === null || owner === viewer) continue
        session.close()
        kept.delete(session.id)
      }
    },
  }
}

export const keptConversations = createKeptConversations()

export function hasKeptConversation(agentId: string | null): boolean {
  return keptConversations.withAgent(agentId) !== undefined
}
