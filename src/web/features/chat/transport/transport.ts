import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Question, Reply } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'

export interface Asking {
  replyId: string
  question: Question
  /** False if it is asked again. */
  isNew: boolean
  before: readonly Message[]
}

/** Of a conversation in the page alone: a reply lasts only as long as its connection. */
export interface PageTransport {
  readonly kept: 'page'
  /** @throws {ApiError} for an error response; the error of `fetch` or of a broken stream */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
}

/** Of a stored conversation: a reply continues without a connection. */
export interface StoredTransport {
  readonly kept: 'server'
  /** Keeps the ids; a later call adds messages. @throws {ApiError} for an error response; the error of `fetch` */
  keep: (messages: readonly Message[]) => Promise<void>
  /** Across reconnects. @throws {ApiError} for an error response */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
  /** From the text that is already known. Throws as `ask` does. */
  follow: (reply: Reply, follower: Follower) => AsyncIterable<ReplyEvent>
  /**
   * Retries until the server can be reached.
   * @param isConfirmed otherwise the question may still be on the way
   * @returns whether the server has such a reply
   * @throws {ApiError} for an error response
   */
  stop: (replyId: string, isConfirmed: boolean) => Promise<boolean>
  /** Which message is shown: retries until the server can be reached; only the newest counts. Never throws. */
  select: (leaf: string) => Promise<void>
  /** Throws {ApiError} and the error of `fetch`. */
  load: () => Promise<Conversation>
}

export type Transport = PageTransport | StoredTransport

/** For a wallet that signs in before the conversation continues. */
export interface StorageUpgrade {
  /** Settles when the current sign-in ends, whatever its outcome; null if none is under way. Never rejects. */
  signingIn: () => Promise<unknown> | null
  /** Null without a wallet. `onKept` is called when the transport is in use. */
  open: () => { transport: StoredTransport; onKept: () => void } | null
}
