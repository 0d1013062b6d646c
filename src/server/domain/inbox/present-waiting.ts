import type { WaitingItem } from '../../../shared/tools/inbox.ts'
import type { WaitingRow } from '../../db/inbox/waiting-calls.ts'
import { placeOf } from '../../db/tools/tool-calls.ts'
import { partOfRow } from '../tools/call-status.ts'

/** A call of the ledger as the inbox shows it. */
export function presentWaiting({ call, agentName, where }: WaitingRow): WaitingItem {
  return {
    place: placeOf(call),
    part: partOfRow(call),
    agentId: call.agentId,
    agentName,
    where,
    since: call.createdAt.toISOString(),
  }
}
