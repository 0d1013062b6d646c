import { type SQL, sql } from 'drizzle-orm'

/** What gives a person full weight: milliseconds since the first reply, counted replies, and agents. */
export interface WholeWeight {
  ageMs: number
  replies: number
  agents: number
}

/**
 * How much a person counts, from 0 to 1, by a row of `rank_people` under the name `known`. Replies are squared, so that
 * the same use spread over more wallets weighs less in total.
 */
export function personWeight(whole: WholeWeight, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const age = sql`(extract(epoch from ${at}) * 1000 - (extract(epoch from known.since) * 1000))`
  return sql`
    least(1, ${age}::float8 / ${whole.ageMs}::float8)
    * power(least(1, known.replies::float8 / ${whole.replies}::float8), 2)
    * least(1, known.agents::float8 / ${whole.agents}::float8)`
}
