import type { Conversation } from '../src/shared/chat/conversations.ts'
import { pathTo, siblingsOf } from '../src/shared/chat/message-tree.ts'

/**
 * A conversation as anybody would describe it who knows nothing of how it is kept: a tree of objects that point at each
 * other. Tests compare the product with it.
 */
export interface ModelMessage {
  id: string
  role: 'user' | 'assistant'
  content: string
  /** Null for a question. */
  state: 'running' | 'finished' | 'stopped' | 'failed' | null
  cutShort: boolean
  parent: ModelMessage | null
  children: ModelMessage[]
}

export interface ModelConversation {
  id: string
  title: string
  /** What was said at its beginning; more than one where the first question was edited. */
  beginnings: ModelMessage[]
  active: ModelMessage
  deleted: boolean
}

/** What somebody sees who opens it: the path, and beside each message what the arrows turn to. */
export interface View {
  title: string
  active: string
  path: {
    id: string
    role: string
    content: string
    state: string | null
    cutShort: boolean
    siblings: string[]
  }[]
}

/** Adds a message as the newest in its place. */
export function addMessage(
  conversation: Pick<ModelConversation, 'beginnings'>,
  parent: ModelMessage | null,
  fields: Pick<ModelMessage, 'id' | 'role' | 'content' | 'state'>,
): ModelMessage {
  const message: ModelMessage = { ...fields, cutShort: false, parent, children: [] }
  const place = parent?.children ?? conversation.beginnings
  place.push(message)
  return message
}

/** From the beginning to what is shown last. */
export function pathOf(leaf: ModelMessage): ModelMessage[] {
  return leaf.parent ? [...pathOf(leaf.parent), leaf] : [leaf]
}

/** What the arrows beside a shown message turn to: a reply that ended in silence is only there while it is shown. */
export function turnsOf(conversation: ModelConversation, shown: ModelMessage): ModelMessage[] {
  const place = shown.parent?.children ?? conversation.beginnings
  return place.filter(
    (message) =>
      message === shown || message.role === 'user' || message.state === 'running' || message.content,
  )
}

/** Where turning to a message leads: always on to the newest. */
export function endOf(message: ModelMessage): ModelMessage {
  const newest = message.children.at(-1)
  return newest ? endOf(newest) : message
}

export function viewOf(conversation: ModelConversation): View {
  return {
    title: conversation.title,
    active: conversation.active.id,
    path: pathOf(conversation.active).map((message) => ({
      id: message.id,
      role: message.role,
      content: message.content,
      state: message.state,
      cutShort: message.cutShort,
      siblings: turnsOf(conversation, message).map(({ id }) => id),
    })),
  }
}

/** What a page shows of what the server gave, in whatever order. */
export function shownOf({ title, messages, activeLeaf }: Conversation, shuffle: number): View {
  const order = (id: string) => Number.parseInt(id.slice(0, 8), 16) ^ shuffle
  const rows = messages.toSorted((one, other) => order(one.id) - order(other.id))
  return {
    title,
    active: activeLeaf,
    path: pathTo(rows, activeLeaf).map((message) => ({
      id: message.id,
      role: message.role,
      content: message.content,
      state: message.role === 'user' ? null : message.state,
      cutShort: message.role === 'assistant' && message.cutShort,
      siblings: siblingsOf(rows, message).map(({ id }) => id),
    })),
  }
}
