import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Question, Reply } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'

/** A question that waits for its reply. */
export interface Asking {
  replyId: string
  question: Question
  /** Whether the question is said with this, rather than asked again. */
  isNew: boolean
  /** What was said before it, oldest first. */
  before: readonly Message[]
}

/** For a conversation that lives in the page: a reply is there as long as somebody listens. */
export interface PageLine {
  readonly kept: 'page'
  /**
   * The events of a reply, to its end.
   * @throws {ApiError} when the server refuses; what fetch or a broken stream throws
   */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
}

/** For a conversation that the server keeps: a reply goes on, whether somebody listens or not. */
export interface StoredLine {
  readonly kept: 'server'
  /**
   * Has the server keep what was said in the page so far, under the same ids; again with more it adds that.
   * @throws {ApiError} when the server refuses; what fetch throws
   */
  keep: (messages: readonly Message[]) => Promise<void>
  /**
   * The events of a reply, to its end, whatever becomes of the connection meanwhile.
   * @throws {ApiError} when the server refuses
   */
  ask: (asking: Asking, follower: Follower) => AsyncIterable<ReplyEvent>
  /** The same for a reply that runs already, from the words that are known of it. Throws as `ask` does. */
  follow: (reply: Reply, follower: Follower) => AsyncIterable<ReplyEvent>
  /**
   * Ends a running reply, as soon as the server can be told.
   * @param isConfirmed whether the server is known to have it; else the question may still be on its way
   * @returns whether the server has such a reply
   * @throws {ApiError} when the server refuses
   */
  stop: (replyId: string, isConfirmed: boolean) => Promise<boolean>
  /** Stores the place that is shown, as soon as the server can be told; the newest counts. Never throws. */
  select: (leaf: string) => Promise<void>
  /** The conversation as the server has it. Throws as asking any question does. */
  load: () => Promise<Conversation>
}

export type Line = PageLine | StoredLine

/** How a conversation of the page comes to be kept: by a wallet that signs in while it is led, or was before it goes on. */
export interface Keeping {
  /** Settles when the sign-in that is under way is over, whatever came of it; null where none is. Never rejects. */
  signingIn: () => Promise<unknown> | null
  /** The line of the same conversation for whoever is signed in now, and what is to be called once it is used; null for nobody. */
  open: () => { line: StoredLine; onKept: () => void } | null
}
