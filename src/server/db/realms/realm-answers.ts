import type { Sql } from 'postgres'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import {
  type DeadReply,
  endedAs,
  type ReplyPlace,
  type TurnEnd,
  takeOut,
  takeOutDead,
} from '../turns/running-turns.ts'

interface AnswerRow extends Omit<RealmAnswer, 'kind' | 'createdAt'> {
  createdAt: string
}

const present = (row: AnswerRow): RealmAnswer => ({
  ...row,
  kind: 'answer',
  createdAt: new Date(row.createdAt).toISOString(),
})

const columns = (sql: Sql) => sql`
  id, realm_id as "conversationId", number::float8 as number, version::float8 as version, author, content,
  created_at as "createdAt", removed_at is not null as removed, agent_id as "agentId", agent_name as "agentName",
  answers::float8 as answers, state, trouble`

/**
 * Ends an answer if it is still this server's to end, under the realm's next version: its row goes, its message gets what
 * was said, the agent is marked or unmarked, and the director is awaited; or nothing changes. A stop that was wanted
 * before a mere interruption makes it stopped.
 * @returns the answer as it is stored now, by whomever; null where it is gone for good
 */
export async function storeAnswerEnd(
  sql: Sql,
  server: string,
  place: ReplyPlace,
  { content, state, trouble, said }: TurnEnd,
): Promise<RealmAnswer | null> {
  const { conversationId, replyId } = place
  const [row] = await sql<AnswerRow[]>`
    with gone as (${takeOut(sql, 'running_answers', server, place)}),
    place as (
      update realms set last_change = last_change + 1, awaits_director = true
      from gone where id = ${conversationId}
      returning last_change
    ),
    ended as (
      update realm_messages set version = last_change, settled = last_change, trouble = ${trouble}, words = ${said},
        content = case when removed_at is null then ${content} else '' end,
        state = ${endedAs(sql, state)}
      from gone, place where realm_id = ${conversationId} and id = ${replyId}
      returning realm_messages.*
    ),
    marked as (
      update realm_agents marked set trouble = ended.trouble
      from ended
      where marked.realm_id = ended.realm_id and marked.agent_id = ended.agent_id
        and ended.created_at >= marked.invited_at
        and (ended.trouble <> 'limited' or ended.state = 'finished' and ended.trouble is null)
        and not exists (
          select from realm_messages later
          where later.realm_id = ended.realm_id and later.agent_id = ended.agent_id and later.kind = 'answer'
            and later.number > ended.number
            and (later.trouble <> 'limited' or later.state = 'finished' and later.trouble is null))
    )
    select ${columns(sql)} from ended
    union all
    select ${columns(sql)} from realm_messages
    where realm_id = ${conversationId} and id = ${replyId} and not exists (select from ended)`
  return row ? present(row) : null
}

/**
 * Ends answers that nobody receives any more with all that is known of their words, as `closeDead` does for
 * conversations, each under a version of its own; their realms await the director.
 * @returns those that were ended
 */
export async function closeDeadAnswers(sql: Sql, dead: readonly DeadReply[]): Promise<RealmAnswer[]> {
  const rows = await sql<AnswerRow[]>`
    with gone as (${takeOutDead(sql, 'running_answers', dead)}),
    place as (
      update realms set last_change = last_change + gone.count, awaits_director = true
      from (select conversation_id, count(*) from gone group by conversation_id) gone
      where realms.id = gone.conversation_id
      returning realms.id, last_change - gone.count as before
    ),
    ended as (
      update realm_messages message set version = place.before + gone.nth, settled = place.before + gone.nth,
        content = case when removed_at is null then gone.words else '' end,
        words = least(words_given, (select count(*) from regexp_matches(gone.words, '\\S+', 'g'))::int),
        state = case when gone.stop_wanted then 'stopped' else 'interrupted' end
      from place join (
        select gone.*, row_number() over (partition by conversation_id order by reply_id) as nth from gone
      ) gone on gone.conversation_id = place.id
      where message.realm_id = place.id and message.id = gone.reply_id
      returning message.*
    )
    select ${columns(sql)} from ended order by ended.version`
  return rows.map(present)
}

/** What a model is told of a message. */
export interface ToldMessage {
  number: number
  /** The wallet that said it; of an answer, the wallet that started it. */
  author: string
  /** Null for what a person said. */
  agentId: string | null
  agentName: string | null
  content: string
}

/** So many messages are told at most. */
const MOST_TOLD = 500

/**
 * What was said in a realm, oldest first: the newest of what is said to its end, was not removed and did not fail, in at
 * most so many bytes; and those messages that are to be answered, wherever they are.
 */
export async function readTold(
  sql: Sql,
  realmId: string,
  { bytes, answered, without }: { bytes: number; answered: readonly number[]; without: string },
): Promise<ToldMessage[]> {
  return sql<ToldMessage[]>`
    with newest as (
      select number, author, agent_id, agent_name, content,
        sum(octet_length(content)) over (order by number desc) as so_far
      from (
        select * from realm_messages
        where realm_id = ${realmId} and settled is not null and removed_at is null
          and state is distinct from 'failed' and content not in ('', ${without})
        order by number desc limit ${MOST_TOLD}
      ) newest
    ),
    told as (
      select number, author, agent_id, agent_name, content from newest where so_far <= ${bytes}::bigint
      union
      select number, author, agent_id, agent_name, content from realm_messages
      where realm_id = ${realmId} and number = any(${answered}::bigint[]) and removed_at is null
    )
    select number::float8 as number, author, agent_id as "agentId", agent_name as "agentName", content
    from told order by told.number`
}
