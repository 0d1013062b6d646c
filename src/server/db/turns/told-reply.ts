import type { ReplyState } from '../../../shared/chat/messages.ts'
import { partsOf, sourcesOf } from '../../../shared/chat/parts.ts'
import { type ToldBeside, toldBeside, toldToAll } from '../../../shared/chat/told-beside.ts'
import { callsToldToAll, placedCalls } from '../../../shared/chat/told-calls.ts'
import type { PlacedCall, ToldCall } from '../../../shared/tools/told-call.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { fromStored } from './stored-parts.ts'

interface ToldReply {
  state: ReplyState | null
  content: string
  parts: StoredPart[] | null
}

/** What stands beside the text of a stored reply, as everybody is told: of calls only what is not private. */
export function replyToldToAll({ state, content, parts }: ToldReply): ToldBeside & { calls?: ToldCall[] } {
  const told = toldToAll({ state, parts })
  if (!parts?.some(({ kind }) => kind === 'tool')) return told
  const whole = partsOf(fromStored({ content, reasoning: '', parts }))
  // What its model had of passages, it may have written into arguments.
  const calls = callsToldToAll(whole, sourcesOf(parts) !== null)
  return { ...told, calls }
}

/** The same as whoever asked is told. */
export function replyToldToAsker(reply: ToldReply): ToldBeside & { ownCalls?: PlacedCall[] } {
  const ownCalls = callsOf(reply)
  return { ...toldBeside(reply), ...(ownCalls.length > 0 && { ownCalls }) }
}

export function callsOf({ content, parts }: Pick<ToldReply, 'content' | 'parts'>): PlacedCall[] {
  if (!parts?.some(({ kind }) => kind === 'tool')) return []
  return placedCalls(partsOf(fromStored({ content, reasoning: '', parts })))
}
