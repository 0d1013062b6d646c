import type { Question, Reply } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'

/** Why a question was not answered, as far as a person can do something about it. */
export type Trouble =
  | { kind: 'silent' }
  | { kind: 'unreachable' }
  | { kind: 'limited'; retryAt: Date }
  /** The agent, or the conversation, is not there any more. */
  | { kind: 'gone' }
  | { kind: 'refused'; message: string }
  | { kind: 'signed-out' }
  /** Another reply is running in this conversation. */
  | { kind: 'busy' }
  /** The conversation has as many messages as it may have. */
  | { kind: 'full' }

/** The messages that stand in one place of the tree, by age, and which of them is shown. */
export interface Branches {
  index: number
  /** Arrows show where there is more than one. */
  ids: readonly string[]
}

/** A question of the shown path, and what came of it. It is the same object while nothing in it changes. */
export interface Turn {
  question: Question
  /** Null only where a question was stored without one. */
  reply: Reply | null
  questions: Branches
  replies: Branches
  trouble: Trouble | null
}

/** What the server would not take into this conversation: the words go back to where they were written. */
export interface Returned {
  /** Empty where nothing was written: an old question was asked again. */
  text: string
  trouble: Trouble
}

/** A conversation as a screen shows it. */
export interface ConversationView {
  /** The shown path, oldest first. */
  turns: readonly Turn[]
  /** The running reply, on whatever branch. */
  pending: Reply | null
  /** The reply whose running ended last while this page looked on, however quickly; null where none did. */
  ended: Reply | null
  /** Of the running reply. */
  connection: 'live' | 'reconnecting'
  /** The first message that the agent remembers; null where it remembers all. */
  rememberedFrom: string | null
  /** The end of the shown path; null while nothing was said. */
  activeLeaf: string | null
  returned: Returned | null
  /** The newest question is asked when the sign-in that is under way is over: then it can be kept. */
  waitsForSignIn: boolean
}

export const emptyView: ConversationView = {
  turns: [],
  pending: null,
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

/** Section 5: blank messages and sends while a reply is pending are ignored; one over the limit is not sent either. */
export function maySend(view: Pick<ConversationView, 'pending'>, text: string): boolean {
  const length = text.trim().length
  return length > 0 && length <= limits.chatMessage && view.pending === null
}

/** Decision 17: the question asks for a new try. A stopped reply that has words is an answer. */
export function isUnanswered({ reply }: Turn): boolean {
  if (!reply) return true
  if (reply.state === 'stopped') return reply.content.trim() === ''
  return reply.state === 'failed' || reply.state === 'interrupted'
}
