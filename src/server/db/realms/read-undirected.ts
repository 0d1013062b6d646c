import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'

/** The part of a realm's log that its director needs. Moments are in milliseconds. */
export interface UndirectedLog {
  /** The agents that are there and awake, in the order in which they were invited. */
  roster: RosterRow[]
  /** What settled since the person spoke who was last when the director looked, in that order; the newest of it. */
  messages: SettledRow[]
  /** By number: turns that were given in the last hour, for one of these messages, or that are running. */
  turns: TurnRow[]
}

export interface RosterRow {
  id: string
  name: string
  description: string
  capabilities: string[]
  knowledgeDomains: string[]
  invitedAt: number
  /** The number of its newest answer. */
  lastTurn: number | null
  /** The number of the newest answer that told whether it is well, as of the director's last look, and what was wrong. */
  markedBy: number | null
  trouble: AgentTrouble | null
}

export interface SettledRow {
  number: number
  settled: number
  kind: 'said' | 'answer' | 'go-on'
  author: string
  /** Null where it was removed. */
  content: string | null
  at: number
  /** Whether it is a person's answer to a message. */
  isReply: boolean
  /** Whose message it answers, if that is an agent's. */
  repliedAgent: string | null
  agentId: string | null
  answers: number | null
  state: Exclude<ReplyState, 'running'> | null
  trouble: AgentTrouble | null
  words: number
}

export interface TurnRow {
  agentId: string
  answers: number
  /** Null while it is running. */
  settled: number | null
  at: number
  given: number
  words: number | null
}

/** So many messages are read at most; what is older than that and was never looked at is nobody's to answer any more. */
const MOST_MESSAGES = 300

const HOUR_MS = 60 * 60_000

/** Servers' clocks differ by less: the numbers of messages follow their times at least this well. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Reads what the director needs to go on from a version; with the realm's row locked, so that all of it is of one moment.
 * Where a part begins is asked for first: a planner that does not know the place reads the whole realm.
 */
export async function readUndirected(sql: Sql, realmId: string, directed: number): Promise<UndirectedLog> {
  const [roster, since] = await Promise.all([
    readRoster(sql, realmId, directed),
    sql<{ settled: number }[]>`
      select settled::float8 as settled from realm_messages
      where realm_id = ${realmId} and kind = 'said' and settled <= ${directed}
      order by number desc limit 1`,
  ])
  const messages = await readSettled(sql, realmId, since[0]?.settled ?? 0)
  return { roster, messages, turns: await readTurns(sql, realmId, directed, messages) }
}

/** The newest of what settled from a version on; what settled since has no smaller version. */
async function readSettled(sql: Sql, realmId: string, since: number): Promise<SettledRow[]> {
  const rows = await sql<SettledRow[]>`
    select number::float8 as number, settled::float8 as settled, kind, author,
      case when removed_at is null then content end as content,
      (extract(epoch from created_at) * 1000)::float8 as at, reply_to is not null as "isReply",
      (select agent_id from realm_messages replied
        where replied.realm_id = message.realm_id
          and replied.number = coalesce(message.reply_to, message.answers)) as "repliedAgent",
      agent_id as "agentId", answers::float8 as answers, state, trouble, coalesce(words, 0) as words
    from realm_messages message
    where realm_id = ${realmId} and version >= ${since} and settled >= ${since}
    order by settled desc limit ${MOST_MESSAGES}`
  return rows.toReversed()
}

async function readRoster(sql: Sql, realmId: string, directed: number): Promise<RosterRow[]> {
  return sql<RosterRow[]>`
    select agent.id, agent.name, agent.description, agent.capabilities, agent.knowledge_domains as "knowledgeDomains",
      (extract(epoch from invited.invited_at) * 1000)::float8 as "invitedAt", last.number::float8 as "lastTurn",
      mark.number::float8 as "markedBy", mark.trouble
    from realm_agents invited
    join agents agent on agent.id = invited.agent_id and agent.deleted_at is null and agent.visibility_enabled
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
    order by invited.invited_at, invited.agent_id`
}

async function readTurns(
  sql: Sql,
  realmId: string,
  directed: number,
  messages: readonly SettledRow[],
): Promise<TurnRow[]> {
  const numbers = messages.flatMap(({ number, answers }) => (answers === null ? [number] : [number, answers]))
  const times = messages.filter(({ settled }) => settled > directed).map(({ at }) => at)
  if (times.length === 0) return []
  const hourAgo = Math.min(...times) - HOUR_MS
  // A turn that is still running counts however old it is: its server may have died with it.
  const [older] = await sql<{ place: number }[]>`
    select least(
      coalesce((
        select number from realm_messages
        where realm_id = ${realmId} and created_at < ${new Date(hourAgo - CLOCKS_DIFFER_MS).toISOString()}::timestamptz
        order by number desc limit 1), 0),
      (select min(number) - 1 from running_answers
        join realm_messages on realm_id = conversation_id and id = reply_id
        where conversation_id = ${realmId})
    )::float8 as place`
  return sql<TurnRow[]>`
    select agent_id as "agentId", answers::float8 as answers, settled::float8 as settled,
      (extract(epoch from created_at) * 1000)::float8 as at, coalesce(words_given, 0) as given, words
    from realm_messages
    where realm_id = ${realmId} and kind = 'answer' and number > ${Math.min(older?.place ?? 0, ...numbers)}
      and (created_at > ${new Date(hourAgo).toISOString()}::timestamptz or answers = any(${numbers}::bigint[])
        or settled is null or settled > ${directed})
    order by number`
}
