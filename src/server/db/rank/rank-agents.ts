import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { personWeight, type WholeWeight } from './person-weight.ts'

export interface RankRules {
  talked: number
  whole: WholeWeight
  /** The time in which the weight of a talk halves, in milliseconds, for each order. */
  halvedInMs: { rising: number; talked: number }
  /** By how much upvotes raise a score at most (`most`), and how many upvotes that takes (`of`). */
  upvotes: { most: number; of: number }
  /** The maximum number of people that an agent's rank is computed from: those who talked with it most recently. */
  people: number
}

/**
 * Recomputes the ranks of agents that are due, those that have waited longest first, and returns how many were looked at.
 * The weights of all agents' people halve at the same pace. Their sum is therefore stored as the time, in half-lives
 * since 1970, at which one new talk of full weight would weigh as much: the order stays correct without changing any row.
 */
export async function rankDueAgents(db: Db, rules: RankRules, now: Date, most: number): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const milliseconds = (from: string) => sql.raw(`(extract(epoch from ${from}) * 1000)`)
  const weight = personWeight(rules.whole, now)
  const halvings = (of: 'rising' | 'talked', from: string) =>
    sql`(${milliseconds(from)}::float8 / ${rules.halvedInMs[of]}::float8)`
  const nowIn = (of: 'rising' | 'talked') =>
    sql`(extract(epoch from ${at}) * 1000)::float8 / ${rules.halvedInMs[of]}::float8`
  const sum = (of: 'rising' | 'talked') =>
    sql`sum(${weight} * power(2, ${halvings(of, 'talk.last_at')} - ${nowIn(of)}))`
  const rank = (of: 'rising' | 'talked') => {
    const raised = sql.raw(`scores.${of}`)
    const factor = sql`(1 + ${rules.upvotes.most}::float8 * least(1, upvotes::float8 / ${rules.upvotes.of}::float8))`
    return sql`case when ${raised} > 1e-9 then ln(${raised} * ${factor}) / ln(2) + ${nowIn(of)} else 0 end`
  }
  const [ranked] = await rows(
    db,
    z.object({ count: z.number() }),
    sql`
    with next as materialized (
      select agent_id from rank_due order by since, agent_id limit ${most}::int for update skip locked
    ),
    -- Whoever changes several agents at once locks them in another order: those that are locked stay due.
    free as materialized (
      select id from agents where id in (select agent_id from next) for no key update skip locked
    ),
    due as materialized (
      delete from rank_due using next where rank_due.agent_id = next.agent_id and (
        next.agent_id in (select id from free) or not exists (select from agents where id = next.agent_id))
      returning next.agent_id
    ),
    scores as materialized (
      select due.agent_id, ${sum('rising')} as rising, ${sum('talked')} as talked
      from due
      cross join lateral (
        select person, last_at from rank_talks
        where rank_talks.agent_id = due.agent_id and replies >= ${rules.talked}::int
        order by last_at desc limit ${rules.people}::int
      ) as talk
      join rank_people as known using (person)
      group by 1
    ),
    ranks as (
      select id, ${rank('rising')} as rising, ${rank('talked')} as talked
      from due join agents on agents.id = due.agent_id left join scores using (agent_id)
    ),
    changed as (
      update agents set rising = ranks.rising, talked = ranks.talked from ranks
      -- A hundredth of a halving is no other place in the list, and every change of a row writes all its indexes.
      where agents.id = ranks.id
        and greatest(abs(agents.rising - ranks.rising), abs(agents.talked - ranks.talked)) > 0.01
    )
    select count(*)::int as count from next`,
  )
  return ranked?.count ?? 0
}

/**
 * Makes the next agents that have a rank due, since their people's weights may have grown, and removes data too old to
 * count. This scans no whole table; `sweep.after` is the last agent of the previous sweep.
 * @returns the last agent that was processed; null if there are no more
 */
export async function sweepRank(
  db: Db,
  sweep: { after: string; agents: number; people: number; now: Date; before: Date },
): Promise<string | null> {
  const before = sql`${sweep.before.toISOString()}::timestamptz`
  const [last] = await rows(
    db,
    idRow,
    sql`
    with slice as materialized (
      select id, talked from agents where id > ${sweep.after}::uuid order by id limit ${sweep.agents}::int
    ),
    due as (
      insert into rank_due (agent_id, since)
      select id, ${sweep.now.toISOString()}::timestamptz from slice where talked > 0 order by 1
      on conflict (agent_id) do nothing
    ),
    old_talks as (
      delete from rank_talks using slice where agent_id = slice.id and last_at < ${before}
    ),
    old_people as (
      delete from rank_people where person in (
        select person from rank_people where day < (${before} at time zone 'UTC')::date
        order by day limit ${sweep.people}::int for update skip locked
      )
    )
    select id::text from slice order by id desc limit 1`,
  )
  return last?.id ?? null
}
