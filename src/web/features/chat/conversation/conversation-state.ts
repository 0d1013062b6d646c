import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { leafUnder, pathTo } from '../../../../shared/chat/message-tree.ts'
import {
  foldReply,
  type Message,
  newReply,
  type Question,
  type Reply,
} from '../../../../shared/chat/messages.ts'
import type { Trouble } from './conversation.ts'

/**
 * All that a page knows of a conversation. Nothing in it is ever taken out again, but for what the server refused.
 * What makes no sense in a state returns the very same state, everywhere below.
 */
export interface ConversationState {
  /** In no order that means anything. */
  messages: readonly Message[]
  /** The end of the shown path; null while nothing was said. */
  activeLeaf: string | null
  /** By reply. */
  troubles: ReadonlyMap<string, Trouble>
  /** What was said here, while the server that keeps the conversation has not shown that it has it. */
  unconfirmed: ReadonlySet<string>
  /** Replies that ended as far as this page can tell, though the server did not say so. */
  guessed: ReadonlySet<string>
}

export const nothingSaid: ConversationState = {
  messages: [],
  activeLeaf: null,
  troubles: new Map(),
  unconfirmed: new Set(),
  guessed: new Set(),
}

export function messageOf(state: ConversationState, id: string): Message | undefined {
  return state.messages.findLast((message) => message.id === id)
}

/**
 * The running reply, on whatever branch. There may seem to be several: another tab may have asked before this one heard
 * that its own reply ended, or while its own question is on its way. Then it is the page's own, else the newest.
 */
export function runningReply({ messages, unconfirmed }: ConversationState): Reply | null {
  const age = ({ id, number }: Reply) => (unconfirmed.has(id) ? Number.POSITIVE_INFINITY : number)
  let running: Reply | null = null
  for (const message of messages)
    if (
      message.role === 'assistant' &&
      message.state === 'running' &&
      (!running || age(message) > age(running))
    )
      running = message
  return running
}

/** A question that follows a message, not said yet. */
export function newQuestion(
  state: ConversationState,
  said: { id: string; parentId: string | null; content: string; createdAt: string },
): Question {
  return { ...said, content: said.content.trim(), role: 'user', number: nextNumber(state) }
}

/** Where a new question goes: at the end of the shown path, as far as whoever keeps the conversation has it. */
export function parentOfNext({ messages, activeLeaf, unconfirmed }: ConversationState): string | null {
  const parent = pathTo(messages, activeLeaf).findLast(
    ({ id, role }) => role === 'assistant' && !unconfirmed.has(id),
  )
  return parent?.id ?? null
}

/** Asks for a reply to a question, which may be new, and shows it. */
export function asked(
  state: ConversationState,
  asking: { question: Question; replyId: string; createdAt: string; confirmed: boolean },
): ConversationState {
  const { question, replyId, createdAt } = asking
  const isNew = !messageOf(state, question.id)
  const messages = isNew ? [...state.messages, question] : state.messages
  const reply = newReply({
    id: replyId,
    parentId: question.id,
    number: nextNumber({ messages }),
    createdAt,
  })
  const said = isNew ? [question.id, replyId] : [replyId]
  return {
    ...state,
    messages: [...messages, reply],
    activeLeaf: replyId,
    unconfirmed: asking.confirmed ? state.unconfirmed : new Set([...state.unconfirmed, ...said]),
  }
}

/** The server has shown that it keeps a reply, and so its question. */
export function confirmed(state: ConversationState, replyId: string): ConversationState {
  const reply = messageOf(state, replyId)
  if (!state.unconfirmed.has(replyId) || !reply) return state
  const unconfirmed = new Set(state.unconfirmed)
  unconfirmed.delete(replyId)
  if (reply.parentId !== null) unconfirmed.delete(reply.parentId)
  return { ...state, unconfirmed }
}

/** Events of a running reply. */
export function heard(
  state: ConversationState,
  replyId: string,
  events: readonly ReplyEvent[],
  now: Date,
): ConversationState {
  const at = now.toISOString()
  const after = changed(state, replyId, (reply) =>
    events.reduce((folded, event) => foldReply(folded, event, at), reply),
  )
  const end = events.find((event) => event.type === 'failed')
  if (after === state || end?.retryAfter === undefined) return after
  const retryAt = new Date(now.getTime() + end.retryAfter * 1000)
  return { ...after, troubles: new Map(after.troubles).set(replyId, { kind: 'limited', retryAt }) }
}

/** The reader has stopped it; what came stays. */
export function stopped(state: ConversationState, replyId: string): ConversationState {
  return changed(state, replyId, (reply) =>
    reply.state === 'running' ? { ...reply, state: 'stopped' } : reply,
  )
}

/** Nothing more will be heard of it, as far as this page can tell; what came stays. */
export function lost(state: ConversationState, replyId: string, trouble: Trouble): ConversationState {
  const after = changed(state, replyId, (reply) =>
    reply.state === 'running' ? { ...reply, state: 'failed' } : reply,
  )
  if (after === state) return state
  return {
    ...after,
    troubles: new Map(after.troubles).set(replyId, trouble),
    guessed: new Set([...after.guessed, replyId]),
  }
}

/** Takes out a reply that the server refused, and its question where that was new with it; shows what was shown before. */
export function takenBack(
  state: ConversationState,
  replyId: string,
  shownBefore: string | null,
): ConversationState {
  const reply = messageOf(state, replyId)
  if (!reply || !state.unconfirmed.has(replyId)) return state
  const question = reply.parentId !== null && state.unconfirmed.has(reply.parentId) ? reply.parentId : null
  // A question that was refused in an earlier try has that try's reply below it.
  const isAskedAgain = state.messages.some(({ id, parentId }) => parentId === question && id !== replyId)
  const gone = new Set([replyId, ...(question !== null && !isAskedAgain ? [question] : [])])
  const unconfirmed = new Set([...state.unconfirmed].filter((id) => !gone.has(id)))
  const wasShown = state.activeLeaf !== null && gone.has(state.activeLeaf)
  return {
    ...state,
    messages: state.messages.filter(({ id }) => !gone.has(id)),
    activeLeaf: wasShown ? shownBefore : state.activeLeaf,
    unconfirmed,
  }
}

/** Shows the branch of a message, down to its newest leaf. */
export function selected(state: ConversationState, messageId: string): ConversationState {
  if (!messageOf(state, messageId)) return state
  const activeLeaf = leafUnder(state.messages, messageId)
  return activeLeaf === state.activeLeaf ? state : { ...state, activeLeaf }
}

function changed(
  state: ConversationState,
  replyId: string,
  change: (reply: Reply) => Reply,
): ConversationState {
  const index = state.messages.findLastIndex(({ id }) => id === replyId)
  const before = state.messages[index]
  if (before?.role !== 'assistant') return state
  const after = change(before)
  return after === before ? state : { ...state, messages: state.messages.with(index, after) }
}

function nextNumber({ messages }: Pick<ConversationState, 'messages'>): number {
  return messages.reduce((highest, { number }) => Math.max(highest, number), 0) + 1
}
