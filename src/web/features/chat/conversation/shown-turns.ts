import { pathTo, rememberedFrom, siblingsOf } from '../../../../shared/chat/message-tree.ts'
import type { Message, Reply } from '../../../../shared/chat/messages.ts'
import type { Branches, ConversationView, Greeting, Turn } from './conversation.ts'
import { type ConversationState, runningReply } from './conversation-state.ts'
import { earlierThan, storyOf } from './earlier-messages.ts'
import { isGreeting } from './greetings.ts'

type ShownTurns = Pick<
  ConversationView,
  | 'greeting'
  | 'turns'
  | 'earlier'
  | 'turnsBefore'
  | 'story'
  | 'pending'
  | 'isUnsent'
  | 'rememberedFrom'
  | 'activeLeaf'
  | 'modelRef'
>

/** An unchanged turn stays the same object, so that a screen renders only what changed. */
export function shownTurns(state: ConversationState, before: ShownTurns): ShownTurns {
  const path = pathTo(state.messages, state.activeLeaf)
  const earlier = earlierThan(path, state.above)
  // A greeting and a question that is not loaded count as the turn that they begin.
  const turnsBefore = Math.floor(
    (earlier +
      Math.max(
        0,
        path.findIndex(({ role }) => role === 'user'),
      )) /
      2,
  )
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
      failure: (reply && state.failures.get(reply.id)) ?? null,
    }
    const known = before.turns[turns.length + turnsBefore - before.turnsBefore]
    turns.push(known && isSameTurn(known, turn) ? known : turn)
  }
  const isSame =
    turns.length === before.turns.length && turns.every((turn, index) => turn === before.turns[index])
  const pending = runningReply(state)
  const first = path[0]
  const greeting =
    first?.role === 'assistant' && isGreeting(first) ? { message: first, versions: branchesOf(first) } : null
  return {
    greeting: isSameGreeting(before.greeting, greeting) ? before.greeting : greeting,
    turns: isSame ? before.turns : turns,
    earlier,
    turnsBefore,
    story: storyOf(state.stories, path),
    pending,
    isUnsent: pending !== null && state.unconfirmed.has(pending.id),
    rememberedFrom: rememberedFrom(path, earlier),
    activeLeaf: state.activeLeaf,
    modelRef: state.modelRef,
  }
}

/** Runs once per frame, so it looks only at the turn of the reply that grew. */
export function withGrown(reply: Reply, before: ShownTurns): ShownTurns {
  const index = before.turns.findLastIndex((turn) => turn.reply?.id === reply.id)
  const turn = before.turns[index]
  return {
    ...before,
    turns: turn ? before.turns.with(index, { ...turn, reply }) : before.turns,
    pending: before.pending?.id === reply.id ? reply : before.pending,
  }
}

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
    one.failure === other.failure &&
    isSameBranches(one.questions, other.questions) &&
    isSameBranches(one.replies, other.replies)
  )
}

function isSameGreeting(one: Greeting | null, other: Greeting | null): boolean {
  if (!one || !other) return one === other
  return one.message === other.message && isSameBranches(one.versions, other.versions)
}

function isSameBranches(one: Branches, other: Branches): boolean {
  return (
    one.index === other.index &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, index) => id === other.ids[index])
  )
}
