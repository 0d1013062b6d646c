import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { rankPeople, rankTalks } from '../schema/rank.ts'

/** The digest that identifies a wallet in the rank tables: the SHA-256 of its address, in hexadecimal. */
export const personOf = (wallet: SQL | string): SQL =>
  sql`encode(sha256(convert_to(${wallet}::text, 'UTF8')), 'hex')`

/** Removes a wallet from the rank and makes the ranks it counted in due; in the transaction that removes its data. */
export async function removePerson(transaction: Db, wallet: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    with gone as (delete from ${rankTalks} where person = ${personOf(wallet)} returning agent_id)
    insert into rank_due (agent_id, since) select agent_id, ${now.toISOString()}::timestamptz from gone order by 1
    on conflict (agent_id) do nothing`)
  await transaction.delete(rankPeople).where(eq(rankPeople.person, personOf(wallet)))
}

/** Makes two wallets one person, who counts once for an agent that both talked with; in the transaction that joins them. */
export async function mergePeople(transaction: Db, from: string, to: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    with gone as (delete from ${rankTalks} where person = ${personOf(from)} returning agent_id, replies, last_at),
    due as (
      insert into rank_due (agent_id, since) select agent_id, ${now.toISOString()}::timestamptz from gone order by 1
      on conflict (agent_id) do nothing
    )
    insert into rank_talks as known (agent_id, person, replies, last_at)
    select agent_id, ${personOf(to)}, replies, last_at from gone order by 1
    on conflict (agent_id, person) do update set
      replies = known.replies + excluded.replies, last_at = greatest(known.last_at, excluded.last_at)`)
  await transaction.execute(sql`
    with gone as (delete from ${rankPeople} where person = ${personOf(from)} returning *)
    insert into rank_people as known (person, since, day, today, replies, agents)
    select ${personOf(to)}, since, day, today, replies, agents from gone
    on conflict (person) do update set
      since = least(known.since, excluded.since), day = greatest(known.day, excluded.day),
      replies = known.replies + excluded.replies,
      -- Agents that both talked with are not added up.
      agents = greatest(known.agents, excluded.agents)`)
}
