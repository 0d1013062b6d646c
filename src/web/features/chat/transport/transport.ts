import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Question, Reply } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'

export interface Asking {
  replyId: string
  question: Question
  /** Whether the question is new, not asked again. */
  isNew: boolean
  before: readonly Message[]
}

/** The transport of a conversation that exists only in the page: a reply lasts only as long as its connection. */
export interface PageTransport {
  readonly kept: 'page'
  /**
   * Yields the events of a reply to its end.
   * @throws {ApiError} for an error response; the error of `fetch` or of a broken stream
   */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
}

/** The transport of a conversation that the server stores: a reply continues without a connection. */
export interface StoredTransport {
  readonly kept: 'server'
  /**
   * Stores the page's messages on the server under the same ids; calling it again with more messages adds them.
   * @throws {ApiError} for an error response; the error of `fetch`
   */
  keep: (messages: readonly Message[]) => Promise<void>
  /**
   * Yields the events of a reply to its end, across reconnects.
   * @throws {ApiError} for an error response
   */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
  /** Yields the events of a running reply from the text that is already known. Throws as `ask` does. */
  follow: (reply: Reply, follower: Follower) => AsyncIterable<ReplyEvent>
  /**
   * Stops a running reply, retrying until the server can be reached.
   * @param isConfirmed whether the server is known to have the reply; otherwise its question may still be on the way
   * @returns whether the server has such a reply
   * @throws {ApiError} for an error response
   */
  stop: (replyId: string, isConfirmed: boolean) => Promise<boolean>
  /**
   * Stores which message is shown, retrying until the server can be reached; only the newest one counts. Never throws.
   */
  select: (leaf: string) => Promise<void>
  /** Loads the conversation from the server. Throws {ApiError} and the error of `fetch`. */
  load: () => Promise<Conversation>
}

export type Transport = PageTransport | StoredTransport

/**
 * How a conversation of the page becomes stored: for a wallet that signs in during the conversation, or did before it
 * continues.
 */
export interface StorageUpgrade {
  /**
   * A promise that settles when the current sign-in ends, whatever its outcome; null if none is under way. Never
   * rejects.
   */
  signingIn: () => Promise<unknown> | null
  /**
   * The stored transport of the conversation for the signed-in wallet, and a callback for when it is in use; null
   * without a wallet.
   */
  open: () => { transport: StoredTransport; onKept: () => void } | null
}
