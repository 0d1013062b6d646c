import type { ConversationSession } from './conversation-session.ts'

const KEPT = 20

interface Kept {
  session: ConversationSession
  agentId: string | null
  /** The owner; null for a conversation that exists only in the page. */
  viewer: string | null
  /** Of one of the page: the wallet that asked in it last; null for a visitor. */
  askedBy: string | null
}

/** Conversations that may be returned to. Those of the page exist only here (decision 19). */
export class KeptConversations {
  readonly #kept = new Map<string, Kept>()
  readonly #left = new WeakSet<ConversationSession>()

  /** A stored conversation is returned only to the wallet that owns it. */
  find(id: string, viewer: string | null): ConversationSession | undefined {
    const found = this.#kept.get(id)
    return found?.viewer === viewer ? found.session : undefined
  }

  /** Of whoever it is. */
  sessionOf(id: string): ConversationSession | undefined {
    return this.#kept.get(id)?.session
  }

  withAgent(agentId: string | null): ConversationSession | undefined {
    return [...this.#kept.values()].findLast(
      ({ session, agentId: agent }) => session.kept === 'page' && agent === agentId,
    )?.session
  }

  /** Adds a conversation as the most recently used one. A conversation with a running reply is never dropped. */
  keep(
    session: ConversationSession,
    agentId: string | null,
    viewer: string | null,
    askedBy = this.#kept.get(session.id)?.askedBy ?? null,
  ): void {
    this.#kept.delete(session.id)
    this.#kept.set(session.id, { session, agentId, viewer, askedBy })
    const idle = [...this.#kept.values()].filter(({ session: other }) => !other.getView().pending)
    const tooMany = Math.max(0, this.#kept.size - KEPT)
    for (const { session: oldest } of idle.slice(0, tooMany)) if (oldest !== session) this.forget(oldest.id)
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }

  forgetStored(): void {
    for (const { session, viewer } of [...this.#kept.values()]) if (viewer !== null) this.forget(session.id)
  }

  /** Closes and removes the stored conversations of every other wallet; their replies continue on the server. */
  leaveOnly(viewer: string | null): void {
    for (const { session, viewer: owner } of [...this.#kept.values()]) {
      if (owner === null || owner === viewer) continue
      session.close()
      this.forget(session.id)
    }
  }

  /**
   * To be called with whoever the tab belongs to from now on, as `handTabTo`: what another wallet said in the page alone
   * ends. What a visitor said is theirs when they sign in.
   */
  handTo(viewer: string | null): void {
    for (const { session, askedBy } of [...this.#kept.values()]) {
      if (askedBy === null || askedBy === viewer) continue
      session.stop()
      this.#left.add(session)
      this.forget(session.id)
    }
  }

  /** Whether its wallet has left the tab, so that it must not be shown any more. */
  hasLeft(session: ConversationSession): boolean {
    return this.#left.has(session)
  }
}

export const keptConversations = new KeptConversations()

export function hasKeptConversation(agentId: string | null): boolean {
  return keptConversations.withAgent(agentId) !== undefined
}
