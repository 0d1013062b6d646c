import type { AttachedFile, Question, Reply } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { RequestFailure } from '../../../blocks/messages/request-failure.ts'

export type ReplyFailure = RequestFailure | { kind: 'signed-out' } | { kind: 'busy' } | { kind: 'full' }

/** The versions of a message: those at the same place of the tree by age, and the index of the shown one. */
export interface Branches {
  index: number
  ids: readonly string[]
}

/** The object stays the same while nothing in it changes. */
export interface Turn {
  question: Question
  /** Null only if a question was stored without a reply. */
  reply: Reply | null
  questions: Branches
  replies: Branches
  failure: ReplyFailure | null
}

export interface Greeting {
  message: Reply
  versions: Branches
}

export interface Returned {
  /** Empty if nothing was typed, because an old question was asked again. */
  text: string
  files?: readonly AttachedFile[] | undefined
  failure: ReplyFailure
}

export interface ConversationView {
  greeting: Greeting | null
  turns: readonly Turn[]
  pending: Reply | null
  /** Whether the server has not confirmed the question of the running reply yet. */
  isUnsent: boolean
  /** The reply that ended last while this page was open, even within one update. */
  ended: Reply | null
  connection: 'live' | 'reconnecting'
  /** The first message in the agent's memory; null if it remembers all. */
  rememberedFrom: string | null
  activeLeaf: string | null
  returned: Returned | null
  /** Whether the newest question waits for the current sign-in to end, so that it can be stored. */
  waitsForSignIn: boolean
}

export const emptyView: ConversationView = {
  greeting: null,
  turns: [],
  pending: null,
  isUnsent: false,
  ended: null,
  connection: 'live',
  rememberedFrom: null,
  activeLeaf: null,
  returned: null,
  waitsForSignIn: false,
}

export function isPending(reply: Reply | null): boolean {
  return reply?.state === 'running'
}

/** Whether a message may be sent: it is not blank, not over the limit, and no reply is pending (section 5). */
export function maySend(view: Pick<ConversationView, 'pending'>, text: string): boolean {
  const length = text.trim().length
  return length > 0 && length <= limits.chatMessage && view.pending === null
}

/** Whether no word of an answer came, so that the question needs another attempt (decision 17). */
export function isUnanswered({ reply }: Turn): boolean {
  return !reply || (hasEndedEarly(reply) && reply.content.trim() === '')
}

/** What its reader stopped counts as an answer. */
export function isBrokenOff({ reply }: Turn): boolean {
  return reply !== null && hasEndedEarly(reply) && reply.state !== 'stopped' && reply.content.trim() !== ''
}

function hasEndedEarly({ state }: Reply): boolean {
  return state === 'stopped' || state === 'failed' || state === 'interrupted'
}
