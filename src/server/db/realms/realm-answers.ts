import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { agentProblems } from '../../../shared/agents/agent-problems.ts'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { endStateOf } from '../tools/left-calls.ts'
import { type DeadReply, endTurns, type TurnEnd, wordsIn } from '../turns/end-turns.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'
import { mayCite, storedPartsColumns } from '../turns/stored-parts.ts'
import { replyToldToAll } from '../turns/told-reply.ts'

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
  parts: storedPartsColumns.parts,
  withheld: z.nullable(z.enum(['held', 'down'])),
})

/** As everybody gets it. */
function present({ parts: stored, withheld, ...row }: z.infer<typeof answerRow>): RealmAnswer {
  const place = { ...row, kind: 'answer' as const, createdAt: new Date(row.createdAt).toISOString() }
  if (withheld === 'held') return { ...place, content: '', withheld: true }
  const isDown = withheld === 'down'
  const [content, parts] = isDown ? ['', null] : [row.content, stored]
  return {
    ...place,
    content,
    removed: isDown || row.removed,
    ...(isDown && { down: true as const }),
    ...replyToldToAll({ ...row, content, parts }),
  }
}

const columns = sql`
  id, realm_id as "conversationId", number::float8 as number, version::float8 as version, author, content,
  created_at as "createdAt", removed_at is not null as removed, agent_id as "agentId", agent_name as "agentName",
  answers::float8 as answers, state, trouble, parts, withheld`

/**
 * Each end is a change of the realm, after which the director is awaited. An answer that waits for its person, or for the
 * realm's creator, has not ended: the director decides about it when it has.
 */
const ends = endTurns({
  scope: 'realm',
  write: sql`
    ended_as as (select scope_id, nth, reply_id, content, parts, trouble, said, ${endStateOf('realm')} as state from gone),
    place as (
      update realms set last_change = last_change + gone.count, awaits_director = awaits_director or gone.settles
      from (select scope_id, count(*), bool_or(state <> 'waiting') as settles from ended_as group by scope_id) gone
      where realms.id = gone.scope_id
      returning realms.id, last_change - gone.count as before
    ),
    ended as (
      update realm_messages message set version = place.before + gone.nth,
        settled = case when gone.state <> 'waiting' and message.withheld is distinct from 'held'
          then place.before + gone.nth end,
        trouble = gone.trouble, state = gone.state,
        words = coalesce(gone.said,
          least(words_given, ${wordsIn(sql`gone.content`)})),
        content = case when removed_at is null then gone.content else '' end,
        parts = case when removed_at is null then gone.parts end
      from ended_as gone join place on place.id = gone.scope_id
      where message.realm_id = gone.scope_id and message.id = gone.reply_id
      returning message.*
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
    )`,
  row: answerRow,
  columns,
  stored: ({ conversationId, replyId }) => sql`
    select ${columns} from realm_messages where realm_id = ${conversationId} and id = ${replyId}`,
})

/** See `EndTurns`. A message that was removed meanwhile stays empty. */
export async function storeAnswerEnd(
  db: Db,
  server: string,
  place: ReplyPlace,
  end: TurnEnd,
): Promise<RealmAnswer | null> {
  const row = await ends.store(db, server, place, end)
  return row && present(row)
}

/** See `EndTurns`. @returns the answers that were ended, in the order of their versions */
export async function closeDeadAnswers(db: Db, dead: readonly DeadReply[]): Promise<RealmAnswer[]> {
  const ended = await ends.storeDead(db, dead)
  return ended.map(present).sort((one, other) => one.version - other.version)
}

const toldRow = z.object({
  number: z.number(),
  /** The wallet that said it; of an answer, the wallet that started it. */
  author: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  content: z.string(),
  /** Whether it cites sources, which other agents do not have. */
  cites: z.boolean(),
})
export type ContextMessage = z.infer<typeof toldRow>

const MOST_TOLD = 500

export async function findAnswer(db: Db, realmId: string, id: string): Promise<RealmAnswer | null> {
  const [row] = await rows(
    db,
    answerRow,
    sql`select ${columns} from realm_messages where realm_id = ${realmId} and id = ${id}`,
  )
  return row ? present(row) : null
}

/**
 * Oldest first: the newest completed messages within the bytes, and those to be answered, wherever they are.
 * @param request.before only those with smaller numbers, as for an answer that began then
 */
export function readContext(
  db: Db,
  realmId: string,
  request: { bytes: number; answered: readonly number[]; without: string; before?: number },
): Promise<ContextMessage[]> {
  const { bytes, answered, without, before = Number.MAX_SAFE_INTEGER } = request
  return rows(
    db,
    toldRow,
    sql`
    with newest as (
      select number, author, agent_id, agent_name, content, ${mayCite(sql`parts`)} as cites,
        sum(octet_length(content)) over (order by number desc) as so_far
      from (
        select * from realm_messages
        where realm_id = ${realmId} and settled is not null and removed_at is null and withheld is null and number < ${before}::bigint
          and state is distinct from 'failed' and content not in ('', ${without})
        order by number desc limit ${MOST_TOLD}
      ) newest
    ),
    told as (
      select number, author, agent_id, agent_name, content, cites from newest where so_far <= ${bytes}::bigint
      union
      select number, author, agent_id, agent_name, content, ${mayCite(sql`parts`)} from realm_messages
      where realm_id = ${realmId} and number = any(${sql.param(answered)}::bigint[]) and removed_at is null
        and withheld is null
    )
    select number::float8 as number, author, agent_id as "agentId", agent_name as "agentName", content, cites
    from told order by told.number`,
  )
}
