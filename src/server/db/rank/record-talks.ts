import { sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { personOf } from './rank-person.ts'

export interface Talk {
  agentId: string
  wallet: string
  at: Date
  replies: number
}

/**
 * Adds talks in one statement and makes their agents' ranks due. Agents that no longer exist are skipped.
 * @param rules.aDay how many replies of one day count as use of the service
 * @param rules.talked how many replies make a talk
 */
export async function recordTalks(
  db: Db,
  talks: readonly Talk[],
  rules: { aDay: number; talked: number },
): Promise<void> {
  const told = talks.map(({ at, ...talk }) => ({ ...talk, at: at.toISOString() }))
  await db.execute(sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(told)}::text::json)
        as told ("agentId" uuid, wallet text, at timestamptz, replies int)
    ),
    alive as materialized (
      select id, owner from agents where id in (select "agentId" from told) order by id for key share
    ),
    seen as materialized (
      select id as agent_id, ${personOf(sql`wallet`)} as person, owner = wallet as is_own, at,
        replies
      from told join alive on id = "agentId"
    ),
    added as materialized (
      select agent_id, person, sum(replies)::int as replies, max(at) as at from seen where not is_own group by 1, 2
    ),
    talks as (
      insert into rank_talks as known (agent_id, person, replies, last_at)
      select agent_id, person, replies, at from added order by 1, 2
      on conflict (agent_id, person) do update set
        replies = known.replies + excluded.replies, last_at = greatest(known.last_at, excluded.last_at)
      returning agent_id, person, replies
    ),
    -- The agents with whom a person has talked from now on, and had not before.
    met as (
      select person, count(*)::int as agents from talks join added using (agent_id, person)
      where talks.replies >= ${rules.talked}::int and talks.replies - added.replies < ${rules.talked}::int
      group by 1
    ),
    due as (
      insert into rank_due (agent_id, since) select agent_id, min(at) from added group by 1 order by 1
      on conflict (agent_id) do nothing
    ),
    used as (
      select person, min(at) as since, (max(at) at time zone 'UTC')::date as day,
        least(sum(replies), ${rules.aDay}::int)::int as today
      from seen group by 1
    )
    insert into rank_people as known (person, since, day, today, replies, agents)
    select person, since, day, today, today, coalesce(agents, 0) from used left join met using (person) order by 1
    on conflict (person) do update set
      day = greatest(known.day, excluded.day),
      today = case when known.day >= excluded.day then least(known.today + excluded.today, ${rules.aDay}::int)
        else excluded.today end,
      replies = known.replies + case when known.day >= excluded.day
        then least(known.today + excluded.today, ${rules.aDay}::int) - known.today else excluded.today end,
      agents = known.agents + excluded.agents`)
}
