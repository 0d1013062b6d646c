import { pathTo, rememberedFrom, siblingsOf } from '../../../../shared/chat/message-tree.ts'
import type { Message, Reply } from '../../../../shared/chat/messages.ts'
import type { Branches, ConversationView, Turn } from './conversation.ts'
import { type ConversationState, runningReply } from './conversation-state.ts'

/** What of a conversation depends on its messages. */
export type ShownTurns = Pick<ConversationView, 'turns' | 'pending' | 'rememberedFrom' | 'activeLeaf'>

/**
 * The path that is shown, as turns with their branches. A turn that is as it was before is the same object, so that a
 * screen paints only what changed.
 */
export function shownTurns(state: ConversationState, before: ShownTurns): ShownTurns {
  const path = pathTo(state.messages, state.activeLeaf)
  const families = familiesOf(state.messages)
  const branchesOf = (shown: Message): Branches => {
    const siblings = siblingsOf(families.get(shown.parentId) ?? [], shown)
    return { index: siblings.indexOf(shown), ids: siblings.map(({ id }) => id) }
  }
  const turns: Turn[] = []
  for (const [index, question] of path.entries()) {
    if (question.role !== 'user') continue
    const next = path[index + 1]
    const reply = next?.role === 'assistant' ? next : null
    const turn: Turn = {
      question,
      reply,
      questions: branchesOf(question),
      replies: reply ? branchesOf(reply) : { index: -1, ids: [] },
      trouble: (reply && state.troubles.get(reply.id)) ?? null,
    }
    const known = before.turns[turns.length]
    turns.push(known && isSameTurn(known, turn) ? known : turn)
  }
  const isSame =
    turns.length === before.turns.length && turns.every((turn, index) => turn === before.turns[index])
  return {
    turns: isSame ? before.turns : turns,
    pending: runningReply(state),
    rememberedFrom: rememberedFrom(path),
    activeLeaf: state.activeLeaf,
  }
}

/**
 * The same after a running reply grew, which changes its turn and nothing else. It grows once a frame, so this looks at no
 * other turn.
 */
export function withGrown(reply: Reply, before: ShownTurns): ShownTurns {
  const index = before.turns.findLastIndex((turn) => turn.reply?.id === reply.id)
  const turn = before.turns[index]
  return {
    ...before,
    turns: turn ? before.turns.with(index, { ...turn, reply }) : before.turns,
    pending: before.pending?.id === reply.id ? reply : before.pending,
  }
}

/** Those that have the same parent. */
function familiesOf(messages: readonly Message[]): Map<string | null, Message[]> {
  const families = new Map<string | null, Message[]>()
  for (const message of messages) {
    const family = families.get(message.parentId)
    if (family) family.push(message)
    else families.set(message.parentId, [message])
  }
  return families
}

function isSameTurn(one: Turn, other: Turn): boolean {
  return (
    one.question === other.question &&
    one.reply === other.reply &&
    one.trouble === other.trouble &&
    isSameBranches(one.questions, other.questions) &&
    isSameBranches(one.replies, other.replies)
  )
}

function isSameBranches(one: Branches, other: Branches): boolean {
  return (
    one.index === other.index &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, index) => id === other.ids[index])
  )
}
