import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Message, Reply } from '../../../../shared/chat/messages.ts'
import {
  isText,
  lengthOf,
  logOf,
  partsOf,
  placeAll,
  revisionOf,
  type WithParts,
  withParts,
} from '../../../../shared/chat/parts.ts'
import { isBesideAsked } from './asked-elsewhere.ts'
import type { ConversationState } from './conversation-state.ts'
import { sameStories, withAbove } from './earlier-messages.ts'
import { isGreeting } from './greetings.ts'
import { canGoOn } from './waiting-replies.ts'

/**
 * The server's version may be older, so nothing is removed, and what the page received of a running reply is kept. An
 * end from the server is authoritative. A new question from elsewhere is shown; a mere branch switch is not, and no question
 * beside one that was asked here: that one stays, with the other as its version, until more is asked after the other.
 */
export function mergeStored(
  state: ConversationState,
  stored: Pick<Conversation, 'messages' | 'activeLeaf'> &
    Partial<Pick<Conversation, 'modelRef' | 'earlier' | 'stories'>>,
): ConversationState {
  const local = new Map(state.messages.map((message) => [message.id, message]))
  const arrived = new Set(stored.messages.map(({ id }) => id))
  const messages = [
    ...stored.messages.map((message) =>
      merged(local.get(message.id), message, state.guessed.has(message.id)),
    ),
    ...state.messages.filter(({ id }) => !arrived.has(id)),
  ]
  const unconfirmed = keptOf(state.unconfirmed, (id) => !arrived.has(id))
  const moves =
    arrived.has(stored.activeLeaf) &&
    !local.has(stored.activeLeaf) &&
    !isBeingSent(state, state.activeLeaf) &&
    !isBesideAsked({ ...state, messages, unconfirmed }, stored.activeLeaf)
  const next: ConversationState = {
    messages: isSameList(messages, state.messages) ? state.messages : messages,
    isPartial: state.isPartial || stored.earlier !== undefined,
    above: withAbove(state.above, stored, stored.activeLeaf),
    ends: state.ends.has(stored.activeLeaf) ? state.ends : new Set([...state.ends, stored.activeLeaf]),
    stories: sameStories(state.stories, stored.stories ?? []),
    activeLeaf: moves ? stored.activeLeaf : state.activeLeaf,
    modelRef: stored.modelRef ?? null,
    // Guessed failures give way to the server's state. Others stay: only the page knows the time of the next retry.
    failures: without(state.failures, (id) => state.guessed.has(id) && arrived.has(id)),
    unconfirmed,
    asked: state.asked,
    guessed: keptOf(state.guessed, (id) => !arrived.has(id)),
  }
  const fields = Object.keys(next) as (keyof ConversationState)[]
  return fields.every((field) => next[field] === state[field]) ? state : next
}

function isBeingSent(state: ConversationState, replyId: string | null): boolean {
  const reply = state.messages.find(({ id }) => id === replyId)
  return reply?.role === 'assistant' && reply.state === 'running' && state.unconfirmed.has(reply.id)
}

function merged(local: Message | undefined, stored: Message, guessed: boolean): Message {
  if (!local) return stored
  // What was deleted stays so: this answer may have been under way.
  if (local.erased && !stored.erased) return local
  // A greeting keeps its place among those that nothing was asked after, which the server does not have.
  const next = isGreeting(stored)
    ? { ...stored, number: local.number }
    : local.role === 'assistant' && stored.role === 'assistant' && isUnderway(local, stored)
      ? furthest(local, stored, guessed)
      : stored
  return isSameMessage(local, next) ? local : next
}

/** Whether the stored version runs, or waits for what this page knows to be decided, so that it may be the older one. */
function isUnderway(local: Reply, stored: Reply): boolean {
  if (stored.state === 'running') return true
  const isNews = revisionOf(partsOf(stored)) > revisionOf(partsOf(local))
  return stored.state === 'waiting' && local.state === 'running' && !isNews
}

/** Whichever version has more text counts, and of each whole part the later revision. */
function furthest(local: Reply, stored: Reply, guessed: boolean): Reply {
  const { number, createdAt } = stored
  if (hasEnded(local, stored) && !guessed) return { ...local, number, createdAt }
  const isFurther = lengthOf(partsOf(local)) > lengthOf(partsOf(stored))
  const further = withParts<Reply>({ ...stored, state: 'running' }, partsOf(isFurther ? local : stored))
  return {
    ...placeAll(further, partsOf(isFurther ? stored : local)),
    repliedAt: local.repliedAt ?? stored.repliedAt,
    forgotten: Math.max(local.forgotten, stored.forgotten),
  }
}

/** One that waits, or ended with results of calls, runs again when the server says so with something new. */
function hasEnded(local: Reply, stored: Reply): boolean {
  if (local.state === 'running' || local.state === 'waiting') return false
  return !canGoOn(local) || revisionOf(partsOf(stored)) <= revisionOf(partsOf(local))
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
