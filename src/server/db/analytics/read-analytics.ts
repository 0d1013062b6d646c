import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'

interface AnalyticsRequest {
  owner: string
  /** Null for all of the owner's agents. */
  agent: string | null
  step: 'hour' | 'day'
  from: Date
  to: Date
}

export interface CountedAgent {
  id: string
  name: string
  imageUrl: string
  upvotes: number
}

/** A row sums up an agent over the window, or an hour or day over all agents. */
const place = {
  agentId: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  start: z.nullable(z.number()),
}

const sumsRow = z.object({
  ...place,
  conversations: z.int(),
  messages: z.int(),
  visitorMessages: z.int(),
  finished: z.int(),
  stopped: z.int(),
  interrupted: z.int(),
  words: z.number(),
})
export type SumsRow = z.infer<typeof sumsRow>

const failuresRow = z.object({ ...place, why: z.nullable(z.string()), count: z.int() })
const firstWordsRow = z.object({ ...place, bucket: z.int(), count: z.int() })
const upvotesRow = z.object({ ...place, count: z.int() })

/** `agentId` is null for all agents together. */
const countRow = z.object({ agentId: z.nullable(z.string()), count: z.int() })
type CountRow = z.infer<typeof countRow>

export interface StoredAnalytics {
  agents: CountedAgent[]
  sums: SumsRow[]
  failures: z.infer<typeof failuresRow>[]
  firstWords: z.infer<typeof firstWordsRow>[]
  /** By agent, and in total if all agents were requested. */
  people: CountRow[]
  upvotes: z.infer<typeof upvotesRow>[]
}

/** Null if the requested agent is not the owner's. The number of rows does not depend on the number of replies. */
export async function readAnalytics(db: Db, request: AnalyticsRequest): Promise<StoredAnalytics | null> {
  const { owner, agent, step } = request
  const found = await db
    .select({ id: agents.id, name: agents.name, imageUrl: agents.imageUrl, upvotes: agents.upvotes })
    .from(agents)
    .where(
      and(
        eq(agents.owner, owner),
        isNull(agents.deletedAt),
        agent === null ? undefined : eq(agents.id, agent),
      ),
    )
  if (agent !== null && found.length === 0) return null
  const ids = sql`any(${sql.param(found.map(({ id }) => id))}::uuid[])`
  const from = sql`${request.from.toISOString()}::timestamptz`
  const inWindow = sql`
    agent_id = ${ids} and step = ${step} and start >= ${from} and start < ${request.to.toISOString()}::timestamptz`
  const milliseconds = sql`extract(epoch from start)::float8 * 1000`
  const [sums, failures, firstWords, people, upvotes] = await Promise.all([
    rows(
      db,
      sumsRow,
      sql`select agent_id as "agentId", ${milliseconds} as start, sum(conversations)::int as conversations,
        sum(messages)::int as messages, sum(visitor_messages)::int as "visitorMessages", sum(finished)::int as finished,
        sum(stopped)::int as stopped, sum(interrupted)::int as interrupted, sum(words)::float8 as words
      from agent_figures where ${inWindow} group by grouping sets ((agent_id), (start))`,
    ),
    rows(
      db,
      failuresRow,
      sql`select agent_id as "agentId", why, ${milliseconds} as start, sum(count)::int as count
      from agent_failures where ${inWindow} group by grouping sets ((agent_id, why), (start))`,
    ),
    rows(
      db,
      firstWordsRow,
      sql`select agent_id as "agentId", ${milliseconds} as start, bucket, sum(count)::int as count
      from agent_first_words where ${inWindow} group by grouping sets ((agent_id, bucket), (start, bucket))`,
    ),
    readPeople(db, ids, from, agent === null ? owner : null),
    rows(
      db,
      upvotesRow,
      sql`select agent_id as "agentId", ${milliseconds} as start, count(*)::int as count
      from agent_upvotes cross join lateral (select date_trunc(${step}, created_at, 'UTC')) as given (start)
      where agent_id = ${ids} and created_at >= ${from} group by grouping sets ((agent_id), (start))`,
    ),
  ])
  return { agents: found, sums, failures, firstWords, people, upvotes }
}

function readPeople(db: Db, ids: SQL, from: SQL, owner: string | null): Promise<CountRow[]> {
  const ofEach = sql`
    select agent_id as "agentId", count(*)::int as count from agent_people
    where agent_id = ${ids} and last_at >= ${from} group by agent_id`
  if (owner === null) return rows(db, countRow, ofEach)
  // A deleted agent's people stay the owner's until it is removed for good; those of the remaining agents are counted.
  return rows(
    db,
    countRow,
    sql`${ofEach}
    union all
    select null, case
      when exists (select from agents where owner = ${owner} and deleted_at is not null) then
        -- Grouped, they are hashed; count(distinct ...) would sort them.
        (select count(*)::int from (
          select from agent_people where agent_id = ${ids} and last_at >= ${from} group by person
        ) distinct_people)
      else (select count(*)::int from owner_people where owner = ${owner} and last_at >= ${from})
    end`,
  )
}
