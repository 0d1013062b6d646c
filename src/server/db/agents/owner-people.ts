import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { agentPeople, ownerPeople } from '../schema/analytics.ts'

/** Call it in the transaction that removes agents for good. People recorded meanwhile lock the same rows and stay. */
export async function recollectPeople(transaction: Db, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return
  await transaction.delete(ownerPeople).where(inArray(ownerPeople.owner, [...owners]))
  await transaction.execute(sql`
    insert into ${ownerPeople} as known (owner, person, last_at)
    select owner, person, max(last_at) from ${agentPeople} join ${agents} on ${agents.id} = ${agentPeople.agentId}
    where ${inArray(agents.owner, [...owners])} group by 1, 2 order by 1, 2
    on conflict (owner, person) do update set last_at = greatest(known.last_at, excluded.last_at)`)
}
