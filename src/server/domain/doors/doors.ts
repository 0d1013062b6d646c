import type { Agent, AgentPage } from '../../../shared/agents/agents.ts'
import type { ChatTurn, ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Logger } from '../../base/log.ts'

/** Whoever asks through a door: the holder of an API key, or of a token that a wallet consented to. */
export interface Caller {
  wallet: string
  keyId: string
  /** The only agent that it can use; null for all that the wallet can use. */
  agentId: string | null
  /** Aborts when the key is revoked or expires; replies that it receives end at once. */
  revoked: AbortSignal
}

/** What every question through a door has. */
export interface DoorQuestion {
  agentId: string
  text: string
  /** What the caller adds to the agent's system message. */
  system?: string | undefined
  requestId: string
  log: Logger
  /** Aborts when the caller is gone. A stored reply continues without it. */
  gone: AbortSignal
}

/** A reply that is stored in a conversation of the key's wallet. */
export interface StoredReply {
  conversationId: string
  replyId: string
  /** Begins with `started` and ends with one end event. */
  events: AsyncIterable<ReplyEvent>
}

/**
 * The use case behind every protocol in which other programs use agents. The limits, records, visibility and privacy are
 * those of replies in the product: a hidden agent exists for its owner's keys only, and a key reads only conversations
 * that it made.
 */
export interface Doors {
  /**
   * Finds the caller of a bearer token.
   * @throws {Failure} `key_invalid` for a token that is missing, unknown, expired or revoked
   */
  identify(authorization: string | undefined): Promise<Caller>
  /**
   * Finds an agent by its id or its handle, with or without `@`; null if the caller (null for nobody) can't use it.
   */
  findAgent(name: string, caller: Caller | null): Promise<Agent | null>
  /** Lists the public agents, and with a caller its own ones first. */
  listAgents(
    caller: Caller | null,
    query: { query?: string; cursor?: string; limit?: number },
  ): Promise<AgentPage>
  /**
   * Asks without storing anything but what analytics count.
   * @throws {Failure} `not_found`, `rate_limited` or `words_used_up`
   */
  ask(
    caller: Caller,
    question: DoorQuestion & { turns: readonly ChatTurn[] },
  ): Promise<AsyncIterable<ReplyEvent>>
  /**
   * Asks in a conversation of the caller; null begins one.
   * @throws {Failure} as `ask`, and everything that `Replies.ask` throws
   */
  askStored(
    caller: Caller,
    question: DoorQuestion & { conversationId: string | null; parentId: string | null },
  ): Promise<StoredReply>
  /** Follows a stored reply from its beginning. @throws {Failure} `not_found` */
  follow(
    caller: Caller,
    reply: { conversationId: string; replyId: string },
  ): Promise<AsyncIterable<ReplyEvent>>
  /** @throws {Failure} `not_found` */
  stop(caller: Caller, reply: { conversationId: string; replyId: string }): Promise<void>
}
