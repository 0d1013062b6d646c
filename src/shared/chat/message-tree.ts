import { CHAT_BODY_BYTES, limits } from '../common/limits.ts'
import { cutText } from '../text/plain-text.ts'
import type { ChatTurn } from './chat.ts'
import type { Message } from './messages.ts'

/**
 * A conversation is a tree: editing or asking again adds a sibling. No function depends on the messages' order. Of a
 * long conversation the oldest messages may be missing: a path then begins at the oldest one that is there.
 */

/** Returns the messages from the root to a message; empty if there is no such message. */
export function pathTo(messages: readonly Message[], leaf: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Message[] = []
  for (let at = leaf; at !== null; ) {
    const message = byId.get(at)
    // A missing parent is not loaded; a cycle means damaged data. The path then begins at the oldest reachable message.
    if (!message || !byId.delete(at)) break
    path.push(message)
    at = message.parentId
  }
  return path.reverse()
}

/** Returns messages with the same parent and role, oldest first. A silent reply is only there if it is shown. */
export function siblingsOf(messages: readonly Message[], shown: Message): Message[] {
  return messages
    .filter((message) => message.parentId === shown.parentId && message.role === shown.role)
    .filter((message) => message.id === shown.id || !isSilent(message))
    .sort(byAge)
}

/** The leaf that is reached by following the newest children. */
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

export interface SaidTurn extends ChatTurn {
  id: string
}

/** Only questions with replies, so that roles alternate, and no greeting, which has its own place in prompts. */
export function saidTurns(path: readonly Pick<Message, 'id' | 'role' | 'content'>[]): SaidTurn[] {
  return path.flatMap((question, index): SaidTurn[] => {
    const reply = path[index + 1]
    if (question.role !== 'user' || reply?.role !== 'assistant' || reply.content.trim() === '') return []
    return [
      { id: question.id, role: 'user', content: question.content },
      { id: reply.id, role: 'assistant', content: cutText(reply.content, limits.chatHistoryTurn) },
    ]
  })
}

export function greetingOf<Said extends Pick<Message, 'role'> & { parentId?: string | null }>(
  path: readonly Said[],
): Said | undefined {
  const first = path[0]
  return first?.role === 'assistant' && (first.parentId ?? null) === null ? first : undefined
}

/**
 * Returns the first message that the model got for the newest reply; null if it got all, or if that message is before
 * the path's beginning.
 * @param earlier how many messages are before the path's beginning, with a greeting if there is one
 */
export function rememberedFrom(path: readonly Message[], earlier = 0): string | null {
  const index = path.findLastIndex((message) => message.role === 'assistant')
  const reply = path[index]
  if (reply?.role !== 'assistant' || reply.forgotten === 0) return null
  const place = reply.forgotten - (earlier - (earlier % 2))
  if (place < 0) return null
  return saidTurns(path.slice(0, index - 1))[place]?.id ?? path[index - 1]?.id ?? null
}

function isSilent(message: Message): boolean {
  if (message.role !== 'assistant' || message.content.trim() !== '') return false
  return message.state !== 'running' && !message.parts?.some(({ kind }) => kind === 'tool')
}

function byAge(one: Message, other: Message): number {
  return one.number - other.number
}

/** Bytes reserved for the message, the agent's id and the field names. */
const BODY_RESERVE_BYTES = 64 * 1024

/** The newest whole turns that fit into one request. The server may leave out more for the model's window. */
export function turnsToSend(turns: readonly ChatTurn[], greeting?: string): ChatTurn[] {
  let room = CHAT_BODY_BYTES - BODY_RESERVE_BYTES
  if (greeting !== undefined) room -= bytesAtMost(JSON.stringify(greeting))
  let first = turns.length
  for (const turn of turns.slice(-limits.chatHistoryTurns).reverse()) {
    room -= bytesAtMost(JSON.stringify(turn)) + 1
    if (room < 0 || turn.content.length > limits.chatHistoryTurn) break
    first--
  }
  return turns.slice(first)
}

/** An upper bound of the UTF-8 size: characters of two units count six bytes instead of four. */
function bytesAtMost(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) bytes += unit >= 0x800 ? 2 : 1
  }
  return bytes
}
