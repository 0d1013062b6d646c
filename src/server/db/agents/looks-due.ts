import type { Db } from '../connect/connect.ts'
import { agentLooks } from '../schema/looks.ts'

// What is looked at for its look (`domain/trust/look-alikes.ts`) is noted with the change itself, and done after it.

/** To be called in the transaction that stores or changes an agent, so that it is looked at even if this server dies. */
export async function noteAgentsDue(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .insert(agentLooks)
    .values(ids.map((agentId) => ({ agentId })))
    .onConflictDoUpdate({ target: agentLooks.agentId, set: { due: true } })
}
