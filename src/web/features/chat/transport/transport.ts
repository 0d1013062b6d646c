import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Question, Reply } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'

export interface Asking {
  replyId: string
  question: Question
  /** False if it is asked again. */
  isNew: boolean
  /** What answers in place of the conversation's model; null for that. */
  model: string | null
  before: readonly Message[]
}

/** The transport of a conversation that exists only in the page: a reply lasts only as long as its connection. */
export interface PageTransport {
  readonly kept: 'page'
  /** @throws {ApiError} for an error response; the error of `fetch` or of a broken stream */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
}

/** The transport of a conversation that the server stores: a reply continues without a connection. */
export interface StoredTransport {
  readonly kept: 'server'
  /**
   * The ids stay; a call with more messages adds them.
   * @throws {ApiError} for an error response; the error of `fetch`
   */
  keep: (messages: readonly Message[], modelRef: string | null) => Promise<void>
  /** The reply continues across reconnects. @throws {ApiError} for an error response */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
  /** Yields the events of a running reply from the text that is already known. Throws as `ask` does. */
  follow: (reply: Reply, follower: Follower) => AsyncIterable<ReplyEvent>
  /**
   * It is retried until the server can be reached.
   * @param isConfirmed otherwise the question may still be on the way
   * @returns whether the server has such a reply
   * @throws {ApiError} for an error response
   */
  stop: (replyId: string, isConfirmed: boolean) => Promise<boolean>
  /** Lets a reply that ended early go on from the results of its calls. @throws {ApiError} and the error of `fetch` */
  goOn: (replyId: string) => Promise<void>
  /** Retries until the server can be reached; only the newest choice counts. Never throws. */
  select: (leaf: string) => Promise<void>
  /** Stores which model answers from now on. @throws {ApiError} for an error response; the error of `fetch` */
  chooseModel: (ref: string | null) => Promise<void>
  /** Loads the conversation from the server. Throws {ApiError} and the error of `fetch`. */
  load: () => Promise<Conversation>
}

export type Transport = PageTransport | StoredTransport

/** A conversation of the page becomes stored for a wallet that signs in during it, or did before it continues. */
export interface StorageUpgrade {
  /** It settles when the current sign-in ends, whatever its outcome; null if none is under way. Never rejects. */
  signingIn: () => Promise<unknown> | null
  /** Null without a wallet. `onKept` must be called when the transport is in use. */
  open: () => { transport: StoredTransport; onKept: () => void } | null
}
