import type { Reply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { partsOf, withParts } from '../../../../shared/chat/parts.ts'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import { type ConversationState, changed } from './conversation-state.ts'

/**
 * Shows what became of a call, and the reply as running if it goes on. The part keeps its revision: the reply's own
 * events bring the later one.
 */
export function callDecided(state: ConversationState, { place, part, goesOn }: Decided): ConversationState {
  const decided = changed(state, place.replyId, (reply) => withCall(reply, part))
  return goesOn ? goingOn(decided, place.replyId) : decided
}

/** A reply that has ended, or waits, runs again from what it has. */
export function goingOn(state: ConversationState, replyId: string): ConversationState {
  const next = changed(state, replyId, (reply) =>
    reply.state === 'running' ? reply : { ...reply, state: 'running' },
  )
  if (next === state) return state
  const failures = new Map(next.failures)
  failures.delete(replyId)
  return { ...next, failures, guessed: new Set([...next.guessed].filter((id) => id !== replyId)) }
}

function withCall(reply: Reply, decided: Decided['part']): Reply {
  const parts = partsOf(reply)
  const isSame = (part: ReplyPart) => part.kind === 'tool' && part.call === decided.call
  if (!parts.some(isSame)) return reply
  return withParts(
    reply,
    parts.map((part) => (part.kind === 'tool' && isSame(part) ? { ...part, ...decided } : part)),
  )
}
