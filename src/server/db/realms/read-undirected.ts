import { and, desc, eq, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { agentProblems } from '../../../shared/agents/agent-problems.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { isOpenAs } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { realmMessages } from '../schema/realms.ts'

/** The part of a realm's log that its director needs. Times are in milliseconds. */
export interface UndirectedLog {
  /** The agents in the realm that are not dormant or deleted, in the order in which they were invited. */
  roster: RosterRow[]
  /** The newest messages that settled since the last person before the director's previous run, in order of settling. */
  messages: SettledRow[]
  /** By number: turns of the last hour, turns that answer one of these messages, and running turns. */
  turns: TurnRow[]
}

const endStates = {
  finished: 'finished',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
} as const satisfies { [State in Exclude<ReplyState, 'running' | 'waiting'>]: State }

const troubleColumn = z.nullable(z.enum(agentProblems))

const rosterRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  capabilities: z.array(z.string()),
  knowledgeDomains: z.array(z.string()),
  invitedAt: z.number(),
  lastTurn: z.nullable(z.number()),
  /** The number of the newest answer that determines the agent's status as of the director's previous run. */
  markedBy: z.nullable(z.number()),
  trouble: troubleColumn,
})
export type RosterRow = z.infer<typeof rosterRow>

const settledRow = z.object({
  number: z.number(),
  settled: z.number(),
  kind: z.enum(['said', 'answer', 'go-on']),
  author: z.string(),
  content: z.nullable(z.string()),
  at: z.number(),
  isReply: z.boolean(),
  repliedAgent: z.nullable(z.string()),
  agentId: z.nullable(z.string()),
  answers: z.nullable(z.number()),
  state: z.nullable(z.enum(endStates)),
  trouble: troubleColumn,
  words: z.number(),
})
export type SettledRow = z.infer<typeof settledRow>

const turnRow = z.object({
  agentId: z.string(),
  answers: z.number(),
  settled: z.nullable(z.number()),
  at: z.number(),
  given: z.number(),
  words: z.nullable(z.number()),
  /**
   * Whether it waits for its person, or for the realm's creator, also where the desk took it down meanwhile. It settles once
   * that is over.
   */
  waits: z.boolean(),
})
type TurnRow = z.infer<typeof turnRow>

const placeRow = z.object({ place: z.nullable(z.number()) })

/** The maximum number of messages that are read. Older ones that the director never processed stay unanswered. */
const MOST_MESSAGES = 300

const HOUR_MS = 60 * 60_000

/** Servers' clocks differ by less than this: message numbers follow their times at least this closely. */
const CLOCKS_DIFFER_MS = 60_000

/** The realm's row must be locked. Each part's start is read first: a planner that doesn't know it reads the whole realm. */
export async function readUndirected(db: Db, realmId: string, directed: number): Promise<UndirectedLog> {
  const [roster, since] = await Promise.all([
    readRoster(db, realmId, directed),
    db
      .select({ settled: realmMessages.settled })
      .from(realmMessages)
      .where(
        and(
          eq(realmMessages.realmId, realmId),
          eq(realmMessages.kind, 'said'),
          lte(realmMessages.settled, directed),
        ),
      )
      .orderBy(desc(realmMessages.number))
      .limit(1),
  ])
  const messages = await readSettled(db, realmId, since[0]?.settled ?? 0)
  return { roster, messages, turns: await readTurns(db, realmId, directed, messages) }
}

/** The newest messages that settled at or after a version. Their own versions are not smaller than that. */
async function readSettled(db: Db, realmId: string, since: number): Promise<SettledRow[]> {
  const newestFirst = await rows(
    db,
    settledRow,
    sql`
    select number::float8 as number, settled::float8 as settled, kind, author,
      case when removed_at is null and withheld is null then content end as content,
      (extract(epoch from created_at) * 1000)::float8 as at, reply_to is not null as "isReply",
      (select agent_id from realm_messages replied
        where replied.realm_id = message.realm_id
          and replied.number = coalesce(message.reply_to, message.answers)) as "repliedAgent",
      agent_id as "agentId", answers::float8 as answers, state, trouble, coalesce(words, 0) as words
    from realm_messages message
    where realm_id = ${realmId} and version >= ${since} and settled >= ${since}
    order by settled desc limit ${MOST_MESSAGES}`,
  )
  return newestFirst.toReversed()
}

function readRoster(db: Db, realmId: string, directed: number): Promise<RosterRow[]> {
  return rows(
    db,
    rosterRow,
    sql`
    select agent.id, agent.name, agent.description, agent.capabilities, agent.knowledge_domains as "knowledgeDomains",
      (extract(epoch from invited.invited_at) * 1000)::float8 as "invitedAt", last.number::float8 as "lastTurn",
      mark.number::float8 as "markedBy", mark.trouble
    from realm_agents invited
    join agents agent on agent.id = invited.agent_id and ${isOpenAs('agent')}
    left join lateral (
      select number from realm_messages
      where realm_id = ${realmId} and agent_id = invited.agent_id and kind = 'answer'
      order by number desc limit 1
    ) last on true
    left join lateral (
      select number, trouble from realm_messages
      where realm_id = ${realmId} and agent_id = invited.agent_id and kind = 'answer' and settled <= ${directed}
        and created_at >= invited.invited_at
        and (trouble <> 'limited' or state = 'finished' and trouble is null)
      order by number desc limit 1
    ) mark on true
    where invited.realm_id = ${realmId}
    order by invited.invited_at, invited.agent_id`,
  )
}

async function readTurns(
  db: Db,
  realmId: string,
  directed: number,
  messages: readonly SettledRow[],
): Promise<TurnRow[]> {
  const numbers = messages.flatMap(({ number, answers }) => (answers === null ? [number] : [number, answers]))
  const times = messages.filter(({ settled }) => settled > directed).map(({ at }) => at)
  if (times.length === 0) return []
  const hourAgo = Math.min(...times) - HOUR_MS
  // A running turn counts no matter how old it is: its server may have crashed.
  const [older] = await rows(
    db,
    placeRow,
    sql`
    select least(
      coalesce((
        select number from realm_messages
        where realm_id = ${realmId} and created_at < ${new Date(hourAgo - CLOCKS_DIFFER_MS).toISOString()}::timestamptz
        order by number desc limit 1), 0),
      (select min(number) - 1 from running_turns running
        join realm_messages message on message.realm_id = running.realm_id and message.id = running.reply_id
        where running.realm_id = ${realmId})
    )::float8 as place`,
  )
  return rows(
    db,
    turnRow,
    sql`
    select agent_id as "agentId", answers::float8 as answers, settled::float8 as settled,
      (extract(epoch from created_at) * 1000)::float8 as at, coalesce(words_given, 0) as given, words,
      (state = 'waiting' or coalesce(withheld = 'held' or withheld = 'down' and state <> 'running', false))
        and settled is null as waits
    from realm_messages
    where realm_id = ${realmId} and kind = 'answer' and number > ${Math.min(older?.place ?? 0, ...numbers)}
      and (created_at > ${new Date(hourAgo).toISOString()}::timestamptz or answers = any(${sql.param(numbers)}::bigint[])
        or settled is null or settled > ${directed})
    order by number`,
  )
}
