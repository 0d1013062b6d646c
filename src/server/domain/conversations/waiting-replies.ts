import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { Db } from '../../db/connect/connect.ts'
import { changeEndedReply, listStranded } from '../../db/conversations/waiting-replies.ts'
import type { StoredPart } from '../../db/schema/part-columns.ts'
import { patchedParts } from '../tools/patched-parts.ts'
import type { ActingScope, PatchedPart } from '../tools/tool-decisions.ts'

/** Shows in a stored reply of a conversation what became of its calls; see `ActingScope`. */
export function patchReply(
  db: Db,
  { scopeId: conversationId, replyId }: CallPlace,
  parts: readonly PatchedPart[],
  ended: Parameters<ActingScope['patch']>[2],
): Promise<void> {
  return changeEndedReply(db, { conversationId, replyId }, (reply) => {
    // Its server may have died before it stored them.
    const patched = patchedParts(reply.parts, parts, reply.state === 'waiting' || ended === 'waiting')
    return patched && { parts: patched, state: stateAfter(reply.state, patched, ended) }
  })
}

function stateAfter(
  state: ReplyState,
  parts: readonly StoredPart[],
  ended: Parameters<ActingScope['patch']>[2],
): ReplyState {
  const waits = parts.some(
    (part) => part.kind === 'tool' && (part.status.state === 'waiting' || part.status.state === 'unknown'),
  )
  // A person stopped it: what may have happened is asked, but nothing goes on.
  if (ended === 'waiting') return state === 'stopped' ? state : 'waiting'
  return ended === 'stopped' && state === 'waiting' && !waits ? 'stopped' : state
}

export async function strandedReplies(db: Db): ReturnType<ActingScope['listStranded']> {
  const found = await listStranded(db)
  return found.map(({ conversationId: scopeId, replyId, owner: wallet }) => {
    return { place: { scope: 'conversation', scopeId, replyId }, wallet }
  })
}
