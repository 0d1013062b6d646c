import { CHAT_BODY_BYTES, limits } from '../common/limits.ts'
import type { ChatTurn } from './chat.ts'
import type { Message } from './messages.ts'

/**
 * A conversation is a tree: editing a question or asking again makes a sibling. What a person sees is the path from the
 * beginning to one leaf. Every rule here gives the same whatever the order of the messages.
 */

/** The messages from the beginning to a message, oldest first; empty where there is no such message. */
export function pathTo(messages: readonly Message[], leaf: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Message[] = []
  for (let at = leaf; at !== null; ) {
    const message = byId.get(at)
    // A parent that is not there, or a circle, can only be damage: what hangs on it is shown as far as it reaches.
    if (!message || !byId.delete(at)) break
    path.push(message)
    at = message.parentId
  }
  return path.reverse()
}

/**
 * The messages that stand in one place, by age: those with the same parent and role. A reply that ended without a word
 * is nothing to turn to, so it counts only while it is the one that is shown.
 */
export function siblingsOf(messages: readonly Message[], shown: Message): Message[] {
  return messages
    .filter((message) => message.parentId === shown.parentId && message.role === shown.role)
    .filter((message) => message.id === shown.id || !isSilent(message))
    .sort(byAge)
}

/** The leaf that is shown when somebody turns to a message: its newest child, that one's newest child, and so on. */
export function leafUnder(messages: readonly Message[], id: string): string {
  const newestChild = new Map<string, Message>()
  for (const message of messages) {
    if (message.parentId === null) continue
    const known = newestChild.get(message.parentId)
    if (!known || known.number < message.number) newestChild.set(message.parentId, message)
  }
  let leaf = id
  for (let next = newestChild.get(leaf); next; next = newestChild.get(leaf)) {
    newestChild.delete(leaf)
    leaf = next.id
  }
  return leaf
}

/** A turn as a model is told it, with the message that it comes from. */
export interface SaidTurn extends ChatTurn {
  id: string
}

/**
 * What of a path a model is told: questions with the replies that they got. A question that nobody answered is left out
 * together with its silence, so that the two voices alternate; a reply counts as far as it was said.
 */
export function saidTurns(path: readonly Pick<Message, 'id' | 'role' | 'content'>[]): SaidTurn[] {
  return path.flatMap((question, index): SaidTurn[] => {
    const reply = path[index + 1]
    if (question.role !== 'user' || reply?.role !== 'assistant' || reply.content.trim() === '') return []
    return [
      { id: question.id, role: 'user', content: question.content },
      { id: reply.id, role: 'assistant', content: reply.content.slice(0, limits.chatHistoryTurn) },
    ]
  })
}

/**
 * From which message on the agent remembers, as its newest reply on the path was made; null where it remembers all.
 */
export function rememberedFrom(path: readonly Message[]): string | null {
  const index = path.findLastIndex((message) => message.role === 'assistant')
  const reply = path[index]
  if (reply?.role !== 'assistant' || reply.forgotten === 0) return null
  return saidTurns(path.slice(0, index - 1))[reply.forgotten]?.id ?? path[index - 1]?.id ?? null
}

function isSilent(message: Message): boolean {
  return message.role === 'assistant' && message.state !== 'running' && message.content.trim() === ''
}

function byAge(one: Message, other: Message): number {
  return one.number - other.number
}

/** Left free in a body for the message, the agent's id and the names of the fields. */
const BODY_RESERVE_BYTES = 64 * 1024

/**
 * The newest of a conversation's turns that one request can carry: within the limits of the contract, oldest left out,
 * each whole. The server leaves out more where the model's window is smaller.
 */
export function turnsToSend(turns: readonly ChatTurn[]): ChatTurn[] {
  let room = CHAT_BODY_BYTES - BODY_RESERVE_BYTES
  let first = turns.length
  for (const turn of turns.slice(-limits.chatHistoryTurns).reverse()) {
    room -= bytesAtMost(JSON.stringify(turn)) + 1
    if (room < 0 || turn.content.length > limits.chatHistoryTurn) break
    first--
  }
  return turns.slice(first)
}

/** What a text can take in UTF-8; exact but for characters of two units, which count six bytes instead of four. */
function bytesAtMost(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) bytes += unit >= 0x800 ? 2 : 1
  }
  return bytes
}
