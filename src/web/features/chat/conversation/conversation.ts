import type { AttachedFile, Question, Reply } from '../../../../shared/chat/messages.ts'
import type { Story } from '../../../../shared/chat/stories.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { isPlainText, isVisible, lengthOf } from '../../../../shared/text/plain-text.ts'
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
  /** How many messages of the shown path are before those that are loaded, and how many turns before the first. */
  earlier: number
  turnsBefore: number
  /** The newest story of the shown path, if the message that it ends with is loaded. */
  story: Story | null
  pending: Reply | null
  /** Whether the server has not confirmed the question of the running reply yet. */
  isUnsent: boolean
  /** The reply that ended last while this page was open, even within one update. */
  ended: Reply | null
  connection: 'live' | 'reconnecting'
  /** The first message in the agent's memory; null if it remembers all. */
  rememberedFrom: string | null
  activeLeaf: string | null
  /** The model that was chosen for the conversation; null for the agent's. */
  modelRef: string | null
  returned: Returned | null
  /** Whether the newest question waits for the current sign-in to end, so that it can be stored. */
  waitsForSignIn: boolean
}

export const emptyView: ConversationView = {
  greeting: null,
  turns: [],
  earlier: 0,
  turnsBefore: 0,
  story: null,
  pending: null,
  isUnsent: false,
  ended: null,
  connection: 'live',
  rememberedFrom: null,
  activeLeaf: null,
  modelRef: null,
  returned: null,
  waitsForSignIn: false,
}

export function isPending(reply: Reply | null): boolean {
  return reply?.state === 'running'
}

/** Whether a message may be sent: it is not blank, not over the limit, plain, and no reply is pending (section 5). */
export function maySend(view: Pick<ConversationView, 'pending'>, text: string): boolean {
  const isShort = lengthOf(text.trim()) <= limits.chatMessage
  return isShort && isVisible(text) && isPlainText(text) && view.pending === null
}

/** Whether no word of an answer came, so that the question needs another attempt (decision 17). */
export function isUnanswered({ question, reply }: Turn): boolean {
  if (question.erased || reply?.erased) return false
  return !reply || (hasEndedEarly(reply) && isSilent(reply))
}

/** What its reader stopped counts as an answer. */
export function isBrokenOff({ reply }: Turn): boolean {
  return reply !== null && hasEndedEarly(reply) && reply.state !== 'stopped' && !isSilent(reply)
}

/** Whether it has neither words nor calls of tools, so that nothing of an answer is to be seen. */
export function isSilent({ content, parts }: Reply): boolean {
  return content.trim() === '' && !parts?.some(({ kind }) => kind === 'tool')
}

function hasEndedEarly({ state }: Reply): boolean {
  return state === 'stopped' || state === 'failed' || state === 'interrupted'
}
