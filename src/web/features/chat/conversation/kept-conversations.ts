import type { ConversationSession } from './conversation-session.ts'

/** How many conversations a page remembers; the one unused for longest is let go first. */
const KEPT = 20

interface Kept {
  session: ConversationSession
  agentId: string | null
  /** Whose it is; null for one that lives in the page alone. */
  viewer: string | null
}

export type KeptConversations = ReturnType<typeof createKeptConversations>

/** The conversations that a page has running or may come back to. Those of the page live here alone (decision 19). */
export function createKeptConversations() {
  const kept = new Map<string, Kept>()

  return {
    /** One by its id. A stored one only for the wallet that it belongs to. */
    find(id: string, viewer: string | null): ConversationSession | undefined {
      const found = kept.get(id)
      return found?.viewer === viewer ? found.session : undefined
    },

    /** The page's last conversation with an agent. */
    withAgent(agentId: string | null): ConversationSession | undefined {
      return [...kept.values()].findLast(
        ({ session, agentId: agent }) => session.kept === 'page' && agent === agentId,
      )?.session
    },

    /** Remembers one as the last used. One with a running reply is never let go. */
    keep(session: ConversationSession, agentId: string | null, viewer: string | null): void {
      kept.delete(session.id)
      kept.set(session.id, { session, agentId, viewer })
      const idle = [...kept.values()].filter(({ session: other }) => !other.getView().pending)
      const tooMany = Math.max(0, kept.size - KEPT)
      for (const { session: oldest } of idle.slice(0, tooMany)) if (oldest !== session) kept.delete(oldest.id)
    },

    /** For one that was ended here, or deleted at the server. */
    forget(id: string): void {
      kept.delete(id)
    },

    /** For when all that the server keeps was deleted. */
    forgetStored(): void {
      for (const { session, viewer } of [...kept.values()]) if (viewer !== null) kept.delete(session.id)
    },

    /** Lets go of what belongs to anybody but this wallet, at the server and here; what runs at the server goes on. */
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

/** Whether the page has a conversation with an agent that it can find again. */
export function hasKeptConversation(agentId: string | null): boolean {
  return keptConversations.withAgent(agentId) !== undefined
}
