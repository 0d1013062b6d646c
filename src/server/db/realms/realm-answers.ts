import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { agentProblems } from '../../../shared/agents/agent-problems.ts'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import { citedSourceSchema } from '../../../shared/knowledge/cited-source.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import {
  type DeadReply,
  endedAs,
  type ReplyPlace,
  type TurnEnd,
  takeOut,
  takeOutDead,
} from '../turns/running-turns.ts'

const answerRow = z.object({
  id: z.string(),
  conversationId: z.string(),
  number: z.number(),
  version: z.number(),
  author: z.string(),
  content: z.string(),
  createdAt: z.string(),
  removed: z.boolean(),
  agentId: z.string(),
  agentName: z.string(),
  answers: z.number(),
  state: replyStateSchema,
  trouble: z.nullable(z.enum(agentProblems)),
  sources: z.nullable(z.array(citedSourceSchema)),
})

const present = ({ sources, ...row }: z.infer<typeof answerRow>): RealmAnswer => ({
  ...row,
  ...(sources && { sources }),
  kind: 'answer',
  createdAt: new Date(row.createdAt).toISOString(),
})

const columns = sql`
  id, realm_id as "conversationId", number::float8 as number, version::float8 as version, author, content,
  created_at as "createdAt", removed_at is not null as removed, agent_id as "agentId", agent_name as "agentName",
  answers::float8 as answers, state, trouble, sources`

/**
 * Ends an answer if it still belongs to this server, under the realm's next version: its running row is deleted, its
 * message gets the final content, the agent's problem is updated, and the director is awaited; otherwise nothing
 * changes. If a stop was requested before a mere interruption, the answer is stored as stopped.
 * @returns the answer as it is stored now, no matter which server ended it; null if it was removed for good
 */
export async function storeAnswerEnd(
  db: Db,
  server: string,
  place: ReplyPlace,
  { content, state, trouble, said, sources }: TurnEnd,
): Promise<RealmAnswer | null> {
  const { conversationId, replyId } = place
  const [row] = await rows(
    db,
    answerRow,
    sql`
    with gone as (${takeOut('running_answers', { ...place, server })}),
    place as (
      update realms set last_change = last_change + 1, awaits_director = true
      from gone where id = ${conversationId}
      returning last_change
    ),
    ended as (
      update realm_messages set version = last_change, settled = last_change, trouble = ${trouble}, words = ${said},
        content = case when removed_at is null then ${content} else '' end,
        sources = case when removed_at is null then ${sources && JSON.stringify(sources)}::jsonb end,
        state = ${endedAs(state)}
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
    select ${columns} from ended
    union all
    select ${columns} from realm_messages
    where realm_id = ${conversationId} and id = ${replyId} and not exists (select from ended)`,
  )
  return row ? present(row) : null
}

/**
 * Ends answers that no server receives any more, with the text stored so far and the passages that it cites, as
 * `closeDead` does for conversations, each under a new version. Their realms then await the director.
 * @returns the answers that were ended
 */
export async function closeDeadAnswers(db: Db, dead: readonly DeadReply[]): Promise<RealmAnswer[]> {
  const ended = await rows(
    db,
    answerRow,
    sql`
    with gone as (${takeOutDead('running_answers', dead)}),
    place as (
      update realms set last_change = last_change + gone.count, awaits_director = true
      from (select conversation_id, count(*) from gone group by conversation_id) gone
      where realms.id = gone.conversation_id
      returning realms.id, last_change - gone.count as before
    ),
    ended as (
      update realm_messages message set version = place.before + gone.nth, settled = place.before + gone.nth,
        content = case when removed_at is null then gone.words else '' end,
        sources = case when removed_at is null then gone.sources end,
        words = least(words_given, (select count(*) from regexp_matches(gone.words, '\\S+', 'g'))::int),
        state = case when gone.stop_wanted then 'stopped' else 'interrupted' end
      from place join (
        select gone.*, row_number() over (partition by conversation_id order by reply_id) as nth from gone
      ) gone on gone.conversation_id = place.id
      where message.realm_id = place.id and message.id = gone.reply_id
      returning message.*
    )
    select ${columns} from ended order by ended.version`,
  )
  return ended.map(present)
}

/** A message as it is sent to a model. */
const toldRow = z.object({
  number: z.number(),
  /** The wallet that said it; of an answer, the wallet that started it. */
  author: z.string(),
  /** Null for a person's message. */
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  content: z.string(),
  /** Whether it cites sources, which other agents do not have. */
  cites: z.boolean(),
})
export type ContextMessage = z.infer<typeof toldRow>

/** The maximum number of messages sent to a model. */
const MOST_TOLD = 500

/**
 * Reads the context of an answer, oldest message first: the newest completed messages that were not removed and did not
 * fail, up to a number of bytes, and the messages to be answered, wherever they are.
 */
export function readContext(
  db: Db,
  realmId: string,
  { bytes, answered, without }: { bytes: number; answered: readonly number[]; without: string },
): Promise<ContextMessage[]> {
  return rows(
    db,
    toldRow,
    sql`
    with newest as (
      select number, author, agent_id, agent_name, content, sources is not null as cites,
        sum(octet_length(content)) over (order by number desc) as so_far
      from (
        select * from realm_messages
        where realm_id = ${realmId} and settled is not null and removed_at is null
          and state is distinct from 'failed' and content not in ('', ${without})
        order by number desc limit ${MOST_TOLD}
      ) newest
    ),
    told as (
      select number, author, agent_id, agent_name, content, cites from newest where so_far <= ${bytes}::bigint
      union
      select number, author, agent_id, agent_name, content, sources is not null from realm_messages
      where realm_id = ${realmId} and number = any(${sql.param(answered)}::bigint[]) and removed_at is null
    )
    select number::float8 as number, author, agent_id as "agentId", agent_name as "agentName", content, cites
    from told order by told.number`,
  )
}
