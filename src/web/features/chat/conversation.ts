import {
  type ChatRequest,
  type ChatTurn,
  EMPTY_REPLY,
  foldReply,
  type Reply,
  type ReplyEvent,
  turnsToSend,
} from '../../../shared/chat.ts'
import { limits } from '../../../shared/limits.ts'

/** Section 3: the chat screen's message. */
export interface ChatMessage {
  /** Random and unique. */
  id: string
  content: string
  timestamp: Date
  isUser: boolean
}

/** Why a question was not answered, as far as a person can do something about it. */
export type Trouble =
  | { kind: 'silent' }
  | { kind: 'unreachable' }
  | { kind: 'limited'; retryAt: Date }
  | { kind: 'gone' }
  | { kind: 'refused'; message: string }

/** A question and what came of it. */
export interface Turn {
  question: ChatMessage
  reply: Reply
  /** When the first words of the reply arrived. */
  repliedAt: Date | null
  /** The model ran into its limit of tokens. */
  cutShort: boolean
  trouble: Trouble | null
  /** Words of an earlier try that broke off: they stay until a new try has words of its own. */
  kept: { text: string; at: Date } | null
}

/** Oldest first. At most one turn is pending; retrying leaves a turn in its place. */
export type Conversation = readonly Turn[]

export type ConversationAction =
  | { type: 'sent'; id: string; text: string; at: Date }
  | { type: 'arrived'; events: readonly ReplyEvent[]; at: Date }
  /** By the reader; what had arrived stays. */
  | { type: 'stopped' }
  | { type: 'failed'; trouble: Trouble }
  | { type: 'retried'; id: string }
  | { type: 'cleared' }

/** The one way a conversation changes. What makes no sense in its state returns the very same conversation. */
export function reduceConversation(conversation: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'sent':
      return maySend(conversation, action.text) ? [...conversation, newTurn(action)] : conversation
    case 'retried':
      return pendingTurn(conversation) ? conversation : changed(conversation, action.id, retriedTurn)
    case 'cleared':
      return []
  }
  const pending = pendingTurn(conversation)
  if (!pending) return conversation
  return changed(conversation, pending.question.id, (turn) => {
    switch (action.type) {
      case 'arrived':
        return action.events.reduce((folded, event) => turnAfter(folded, event, action.at), turn)
      case 'stopped':
        return endedTurn(turn, { state: 'stopped', text: textOf(turn.reply) }, null)
      case 'failed':
        return endedTurn(turn, { state: 'failed', text: textOf(turn.reply) }, action.trouble)
    }
  })
}

/** The turn that waits for a reply or receives one. */
export function pendingTurn(conversation: Conversation): Turn | undefined {
  return conversation.find((turn) => isPending(turn.reply))
}

export function isPending(reply: Reply): boolean {
  return reply.state === 'waiting' || reply.state === 'streaming'
}

/** Section 5: blank messages and sends while a reply is pending are ignored; one over the limit is not sent either. */
export function maySend(conversation: Conversation, text: string): boolean {
  const length = text.trim().length
  return length > 0 && length <= limits.chatMessage && !pendingTurn(conversation)
}

/** Decision 17: the question asks for a new try. A stopped reply that has words is an answer. */
export function isUnanswered({ reply }: Turn): boolean {
  return (
    reply.state === 'failed' ||
    reply.state === 'interrupted' ||
    (reply.state === 'stopped' && reply.text === '')
  )
}

/** What the agent is seen to have said in a turn. */
export function saidIn(turn: Turn): { text: string; at: Date | null } {
  const text = textOf(turn.reply)
  return text === '' && turn.kept ? turn.kept : { text, at: turn.repliedAt }
}

/**
 * What the pending turn asks of the server: its question after the turns before it. A question that nobody answered
 * is left out, so that the two voices alternate. Every reply counts as far as it was said.
 */
export function requestOf(conversation: Conversation, agentId: string | null): ChatRequest | null {
  const pending = pendingTurn(conversation)
  if (!pending) return null
  const said = conversation.slice(0, conversation.indexOf(pending)).flatMap((turn): ChatTurn[] => {
    const { text } = saidIn(turn)
    if (text.trim() === '') return []
    return [
      { role: 'user', content: turn.question.content },
      { role: 'assistant', content: text.slice(0, limits.chatHistoryTurn) },
    ]
  })
  const history = turnsToSend(said)
  // What no longer fits may have parted an answer from its question.
  if (history[0]?.role === 'assistant') history.shift()
  return { agentId, message: pending.question.content, history }
}

function newTurn(action: { id: string; text: string; at: Date }): Turn {
  return {
    question: { id: action.id, content: action.text.trim(), timestamp: action.at, isUser: true },
    reply: { state: 'waiting' },
    repliedAt: null,
    cutShort: false,
    trouble: null,
    kept: null,
  }
}

function turnAfter(turn: Turn, event: ReplyEvent, at: Date): Turn {
  if (!isPending(turn.reply)) return turn
  const reply = foldReply(turn.reply, event)
  switch (event.type) {
    case 'started':
      return turn
    case 'words':
      return event.text === '' ? turn : { ...turn, reply, repliedAt: turn.repliedAt ?? at, kept: null }
    case 'finished': {
      const text = textOf(reply) || EMPTY_REPLY
      return {
        ...turn,
        reply: { state: 'finished', text },
        repliedAt: turn.repliedAt ?? at,
        cutShort: event.reason === 'length',
        kept: null,
      }
    }
    case 'interrupted':
      return endedTurn(turn, reply, { kind: 'silent' })
    case 'failed':
      return endedTurn(
        turn,
        reply,
        event.retryAfter === undefined
          ? { kind: 'silent' }
          : { kind: 'limited', retryAt: new Date(at.getTime() + event.retryAfter * 1000) },
      )
  }
}

/** A try that ends without a word gives back what the try before it had said. */
function endedTurn(turn: Turn, reply: Reply, trouble: Trouble | null): Turn {
  if (turn.kept && textOf(reply) === '')
    return {
      ...turn,
      reply: { state: 'failed', text: turn.kept.text },
      repliedAt: turn.kept.at,
      kept: null,
      trouble: trouble ?? { kind: 'silent' },
    }
  return { ...turn, reply, trouble }
}

function retriedTurn(turn: Turn): Turn {
  if (!isUnanswered(turn)) return turn
  const text = textOf(turn.reply)
  return {
    ...turn,
    reply: { state: 'waiting' },
    repliedAt: null,
    trouble: null,
    kept: text !== '' && turn.repliedAt ? { text, at: turn.repliedAt } : null,
  }
}

function textOf(reply: Reply): string {
  return reply.state === 'waiting' ? '' : reply.text
}

function changed(conversation: Conversation, id: string, change: (turn: Turn) => Turn): Conversation {
  const index = conversation.findIndex((turn) => turn.question.id === id)
  const before = conversation[index]
  if (!before) return conversation
  const after = change(before)
  return after === before ? conversation : conversation.with(index, after)
}
