import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { leafUnder, pathTo } from '../../../../shared/chat/message-tree.ts'
import {
  foldReply,
  type Message,
  newReply,
  type Question,
  type Reply,
} from '../../../../shared/chat/messages.ts'
import type { Story } from '../../../../shared/chat/stories.ts'
import type { ReplyFailure } from './conversation.ts'

/**
 * Messages are never removed, except those that the server refused; one that was deleted loses its words. All functions below return the same object if an
 * operation does not apply.
 */
export interface ConversationState {
  /** The messages in no particular order. */
  messages: readonly Message[]
  /** Whether it is long, so that only parts of it are loaded. */
  isPartial: boolean
  /** Of a long conversation: how many messages a path has up to one that is not loaded, by the id of that one. */
  above: ReadonlyMap<string, number>
  /** The messages that are known to have nothing below them, or all of it; of a long conversation others may have more. */
  ends: ReadonlySet<string>
  stories: readonly Story[]
  activeLeaf: string | null
  /** The model that was chosen for the conversation; null for the agent's. */
  modelRef: string | null
  failures: ReadonlyMap<string, ReplyFailure>
  /** The ids of messages from this page that the server has not confirmed yet. */
  unconfirmed: ReadonlySet<string>
  /** The ids of the questions that were asked in this page. */
  asked: ReadonlySet<string>
  /** The ids of replies that this page considers ended, although the server has not said so. */
  guessed: ReadonlySet<string>
}

export const nothingSaid: ConversationState = {
  messages: [],
  isPartial: false,
  above: new Map(),
  ends: new Set(),
  stories: [],
  activeLeaf: null,
  modelRef: null,
  failures: new Map(),
  unconfirmed: new Set(),
  asked: new Set(),
  guessed: new Set(),
}

/** Makes a linear conversation of earlier messages, without the branches of their original conversation. */
export function inOneLine(state: ConversationState, said: readonly Message[]): ConversationState {
  const messages = said.map((message, index) => ({
    ...message,
    parentId: said[index - 1]?.id ?? null,
    number: index + 1,
  }))
  return { ...state, messages, activeLeaf: messages.at(-1)?.id ?? null }
}

export function messageOf(state: ConversationState, id: string): Message | undefined {
  return state.messages.findLast((message) => message.id === id)
}

/**
 * The running reply, on any branch. Several may seem to run, because another tab has asked or this page's question is
 * being sent: the page's own one counts then, otherwise the newest.
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

export function newQuestion(
  state: ConversationState,
  said: Pick<Question, 'id' | 'parentId' | 'content' | 'createdAt' | 'files'>,
): Question {
  return { ...said, content: said.content.trim(), role: 'user', number: nextNumber(state) }
}

/** The parent of a new question: the last reply of the shown path that is confirmed. */
export function parentOfNext({ messages, activeLeaf, unconfirmed }: ConversationState): string | null {
  const parent = pathTo(messages, activeLeaf).findLast(
    ({ id, role }) => role === 'assistant' && !unconfirmed.has(id),
  )
  return parent?.id ?? null
}

export function replyStarted(
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
    ends: new Set([...state.ends, replyId]),
    activeLeaf: replyId,
    unconfirmed: asking.confirmed ? state.unconfirmed : new Set([...state.unconfirmed, ...said]),
    asked: isNew ? new Set([...state.asked, question.id]) : state.asked,
  }
}

/** Marks a reply, and with it its question, as confirmed by the server. */
export function confirmed(state: ConversationState, replyId: string): ConversationState {
  const reply = messageOf(state, replyId)
  if (!state.unconfirmed.has(replyId) || !reply) return state
  const unconfirmed = new Set(state.unconfirmed)
  unconfirmed.delete(replyId)
  if (reply.parentId !== null) unconfirmed.delete(reply.parentId)
  return { ...state, unconfirmed }
}

export function received(
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
  const failure = end && failureOfEnd(end, now)
  if (after === state || !failure) return after
  return { ...after, failures: new Map(after.failures).set(replyId, failure) }
}

function failureOfEnd(
  { code, message, retryAfter }: Extract<ReplyEvent, { type: 'failed' }>,
  now: Date,
): ReplyFailure | null {
  if (code === 'model_used_up') return { kind: 'refused', message }
  if (retryAfter === undefined) return null
  return { kind: 'limited', retryAt: new Date(now.getTime() + retryAfter * 1000) }
}

export function stopped(state: ConversationState, replyId: string): ConversationState {
  return changed(state, replyId, (reply) =>
    reply.state === 'running' ? { ...reply, state: 'stopped' } : reply,
  )
}

/** Marks a running reply as failed, as far as this page can tell; its text stays. */
export function replyFailed(
  state: ConversationState,
  replyId: string,
  failure: ReplyFailure,
): ConversationState {
  const after = changed(state, replyId, (reply) =>
    reply.state === 'running' ? { ...reply, state: 'failed' } : reply,
  )
  if (after === state) return state
  return {
    ...after,
    failures: new Map(after.failures).set(replyId, failure),
    guessed: new Set([...after.guessed, replyId]),
  }
}

/** Removes a reply that the server refused, and its question if that was new; restores the path shown before. */
export function rolledBack(
  state: ConversationState,
  replyId: string,
  shownBefore: string | null,
): ConversationState {
  const reply = messageOf(state, replyId)
  if (!reply || !state.unconfirmed.has(replyId)) return state
  const question = reply.parentId !== null && state.unconfirmed.has(reply.parentId) ? reply.parentId : null
  // A question whose earlier attempt was refused still has the reply of that attempt below it.
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

export function selected(state: ConversationState, messageId: string): ConversationState {
  if (!messageOf(state, messageId)) return state
  const activeLeaf = leafUnder(state.messages, messageId)
  return activeLeaf === state.activeLeaf ? state : { ...state, activeLeaf }
}

export function changed(
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
