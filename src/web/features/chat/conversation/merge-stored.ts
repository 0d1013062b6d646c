import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Reply } from '../../../../shared/chat/messages.ts'
import {
  isText,
  lengthOf,
  logOf,
  partsOf,
  placeAll,
  type WithParts,
  withParts,
} from '../../../../shared/chat/parts.ts'
import type { ConversationState } from './conversation-state.ts'
import { isGreeting } from './greetings.ts'

/**
 * The server's version may be older, so nothing is removed, and what the page received of a running reply is kept. An
 * end from the server is authoritative. A new question from elsewhere is shown; a mere branch switch is not.
 */
export function mergeStored(
  state: ConversationState,
  stored: Pick<Conversation, 'messages' | 'activeLeaf'>,
): ConversationState {
  const local = new Map(state.messages.map((message) => [message.id, message]))
  const arrived = new Set(stored.messages.map(({ id }) => id))
  const messages = [
    ...stored.messages.map((message) =>
      merged(local.get(message.id), message, state.guessed.has(message.id)),
    ),
    ...state.messages.filter(({ id }) => !arrived.has(id)),
  ]
  const moves =
    arrived.has(stored.activeLeaf) && !local.has(stored.activeLeaf) && !isUnderway(state, state.activeLeaf)
  const next: ConversationState = {
    messages: isSameList(messages, state.messages) ? state.messages : messages,
    activeLeaf: moves ? stored.activeLeaf : state.activeLeaf,
    // Guessed failures give way to the server's state. Others stay: only the page knows the time of the next retry.
    failures: without(state.failures, (id) => state.guessed.has(id) && arrived.has(id)),
    unconfirmed: keptOf(state.unconfirmed, (id) => !arrived.has(id)),
    guessed: keptOf(state.guessed, (id) => !arrived.has(id)),
  }
  const fields = Object.keys(next) as (keyof ConversationState)[]
  return fields.every((field) => next[field] === state[field]) ? state : next
}

function isUnderway(state: ConversationState, replyId: string | null): boolean {
  const reply = state.messages.find(({ id }) => id === replyId)
  return reply?.role === 'assistant' && reply.state === 'running' && state.unconfirmed.has(reply.id)
}

function merged(local: Message | undefined, stored: Message, guessed: boolean): Message {
  if (!local) return stored
  // A greeting keeps its place among those that nothing was asked after, which the server does not have.
  const next = isGreeting(stored)
    ? { ...stored, number: local.number }
    : local.role === 'assistant' && stored.role === 'assistant' && stored.state === 'running'
      ? furthest(local, stored, guessed)
      : stored
  return isSameMessage(local, next) ? local : next
}

/** Whichever version has more text counts, and of each whole part the later revision. */
function furthest(local: Reply, stored: Reply, guessed: boolean): Reply {
  const { number, createdAt } = stored
  if (local.state !== 'running' && !guessed) return { ...local, number, createdAt }
  const isFurther = lengthOf(partsOf(local)) > lengthOf(partsOf(stored))
  const further = withParts(stored, partsOf(isFurther ? local : stored))
  return {
    ...placeAll(further, partsOf(isFurther ? stored : local)),
    repliedAt: local.repliedAt ?? stored.repliedAt,
    forgotten: Math.max(local.forgotten, stored.forgotten),
  }
}

function isSameMessage(one: Message, other: Message): boolean {
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))]
  if (fields.length !== others.size || !hasSameParts(one, other)) return false
  return fields.every(([name, value]) => name === 'parts' || value === others.get(name))
}

function hasSameParts(one: WithParts, other: WithParts): boolean {
  const parts = partsOf(other)
  return (
    partsOf(one).length === parts.length &&
    partsOf(one).every((part, index) => {
      const same = parts[index]
      return (
        same?.kind === part.kind &&
        logOf(same) === logOf(part) &&
        (isText(part) || isText(same) || (same.id === part.id && same.revision === part.revision))
      )
    })
  )
}

function isSameList(one: readonly Message[], other: readonly Message[]): boolean {
  return one.length === other.length && one.every((message, index) => message === other[index])
}

function without<Value>(
  map: ReadonlyMap<string, Value>,
  isGone: (key: string) => boolean,
): ReadonlyMap<string, Value> {
  const kept = [...map].filter(([key]) => !isGone(key))
  return kept.length === map.size ? map : new Map(kept)
}

function keptOf(set: ReadonlySet<string>, isKept: (id: string) => boolean): ReadonlySet<string> {
  const kept = [...set].filter(isKept)
  return kept.length === set.size ? set : new Set(kept)
}
