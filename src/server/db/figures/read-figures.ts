import type { Fragment, Sql } from 'postgres'

/** Whose figures of when are read. */
export interface FiguresRequest {
  owner: string
  /** One of the owner's agents; null for all of them. */
  agent: string | null
  step: 'hour' | 'day'
  from: Date
  to: Date
}

export interface AgentOfFigures {
  id: string
  name: string
  imageUrl: string
  upvotes: number
}

/** What is summed of an agent (`agentId`, summed over the window) or of an hour or a day (`start`, over all agents). */
export interface SumsRow {
  agentId: string | null
  /** In milliseconds since 1970. */
  start: number | null
  conversations: number
  messages: number
  visitorMessages: number
  finished: number
  stopped: number
  interrupted: number
  words: number
}

/** A count of one agent, or, without an `agentId`, of all of them. */
interface CountRow {
  agentId: string | null
  count: number
}

export interface StoredFigures {
  agents: AgentOfFigures[]
  sums: SumsRow[]
  /** By agent and reason, and by hour or day. */
  failures: (CountRow & { why: string | null; start: number | null })[]
  /** By agent and bucket, and by hour or day and bucket. */
  firstWords: (CountRow & { bucket: number; start: number | null })[]
  /** By agent, and, where it is asked for all, of all of them together. */
  people: CountRow[]
  /** By agent, and by hour or day. */
  upvotes: (CountRow & { start: number | null })[]
}

/**
 * What is stored of an owner's agents in a window; null where the one that is asked for is not there, or another's. It
 * reads sums, so many for each agent and hour or day, however many replies they are made of.
 */
export async function readFigures(sql: Sql, request: FiguresRequest): Promise<StoredFigures | null> {
  const { owner, agent } = request
  const agents = await sql<AgentOfFigures[]>`
    select id, name, image_url as "imageUrl", upvotes from agents
    where owner = ${owner} and deleted_at is null ${agent === null ? sql`` : sql`and id = ${agent}`}`
  if (agent !== null && agents.length === 0) return null
  const ids = sql`any(${agents.map(({ id }) => id)}::text[]::uuid[])`
  const from = sql`${request.from.toISOString()}::timestamptz`
  const inWindow = sql`
    agent_id = ${ids} and step = ${request.step} and start >= ${from} and start < ${request.to.toISOString()}::timestamptz`
  const milliseconds = sql`extract(epoch from start)::float8 * 1000`
  const [sums, failures, firstWords, people, upvotes] = await Promise.all([
    sql<SumsRow[]>`
      select agent_id as "agentId", ${milliseconds} as start, sum(conversations)::int as conversations, sum(messages)::int as messages,
        sum(visitor_messages)::int as "visitorMessages", sum(finished)::int as finished, sum(stopped)::int as stopped,
        sum(interrupted)::int as interrupted, sum(words)::float8 as words
      from agent_figures where ${inWindow} group by grouping sets ((agent_id), (start))`,
    sql<StoredFigures['failures']>`
      select agent_id as "agentId", why, ${milliseconds} as start, sum(count)::int as count
      from agent_failures where ${inWindow} group by grouping sets ((agent_id, why), (start))`,
    sql<StoredFigures['firstWords']>`
      select agent_id as "agentId", ${milliseconds} as start, bucket, sum(count)::int as count
      from agent_first_words where ${inWindow} group by grouping sets ((agent_id, bucket), (start, bucket))`,
    readPeople(sql, ids, from, agent === null ? owner : null),
    sql<StoredFigures['upvotes']>`
      select agent_id as "agentId", ${milliseconds} as start, count(*)::int as count
      from agent_upvotes cross join lateral (select date_trunc(${request.step}, created_at, 'UTC')) as given (start)
      where agent_id = ${ids} and created_at >= ${from} group by grouping sets ((agent_id), (start))`,
  ])
  return { agents, sums, failures, firstWords, people, upvotes }
}

/** Distinct people of each agent, and of all of an owner's where one is named. */
async function readPeople(
  sql: Sql,
  ids: Fragment,
  from: Fragment,
  owner: string | null,
): Promise<CountRow[]> {
  const ofEach = sql<CountRow[]>`
    select agent_id as "agentId", count(*)::int as count from agent_people
    where agent_id = ${ids} and last_at >= ${from} group by agent_id`
  if (owner === null) return await ofEach
  // An agent that was deleted just now still has its part in the owner's people: until it is gone for good, they are
  // counted anew.
  return sql<CountRow[]>`
    ${ofEach}
    union all
    select null, case
      when exists (select from agents where owner = ${owner} and deleted_at is not null) then
        -- Grouped, they are hashed; count(distinct …) would sort them.
        (select count(*)::int from (
          select from agent_people where agent_id = ${ids} and last_at >= ${from} group by person
        ) distinct_people)
      else (select count(*)::int from owner_people where owner = ${owner} and last_at >= ${from})
    end`
}
