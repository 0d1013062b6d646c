import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { ToolState } from '../../../shared/tools/tool-fields.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { rows } from '../rows.ts'
import { conversations, messages, stories } from '../schema/conversations.ts'
import { joinRunning } from '../turns/running-turns.ts'
import { pathUp } from './message-path.ts'

/** The result: `repeated` if an earlier attempt made the fork, `taken` if the new id is used by something else. */
export type ForkOutcome = 'made' | 'repeated' | 'taken' | 'message_missing'

/** `isFork`: what has the new id begins with the same things said at the same times, whatever was said in it since. */
const forkRow = z.object({ isMade: z.boolean(), hasMessage: z.boolean(), isFork: z.boolean() })

/** What replies that have not ended are in a copy, by their states. */
type CopiedStates = Partial<Record<ReplyState, ReplyState>>

export interface NewFork {
  from: OwnedId
  messageId: string
  id: string
  title: string
  at: Date
  copied: {
    states: CopiedStates
    /** The states of calls of tools that are superseded in a copy. */
    superseded: readonly ToolState[]
  }
}

const bytesRow = z.object({ bytes: z.number() })

/** How many bytes of words a fork would store, as `measureWords` counts them; 0 if there is no such message. */
export async function measurePath(db: Db, { id, owner }: OwnedId, messageId: string): Promise<number> {
  const [row] = await rows(
    db,
    bytesRow,
    sql`
    with recursive ${pathUp(id, messageId)}
    select coalesce(sum(octet_length(up.content) + octet_length(up.reasoning) + coalesce(pg_column_size(up.parts), 0)
      + coalesce(octet_length(story.text), 0)), 0)::float8 as bytes
    from up left join ${stories} story on story.conversation_id = up.conversation_id and story.through = up.id
    where exists (select from ${conversations} where id = ${id} and owner = ${owner})`,
  )
  return row?.bytes ?? 0
}

/**
 * In one statement, so that a partial copy is never visible. The copies have new ids and numbers and keep their times, and
 * their states but for those that `copied` names; a running reply is copied with the text stored so far.
 */
export async function forkConversation(db: Db, fork: NewFork): Promise<ForkOutcome> {
  const outcome = await tryFork(db, fork)
  // The statement does not see rows inserted concurrently; the second attempt sees whether they are the same fork.
  return outcome === 'taken' ? tryFork(db, fork) : outcome
}

/** Calls that have not ended are those of the reply that is copied. What a reply was made with has its new ids. */
const copiedParts = (parts: SQL, superseded: readonly ToolState[]) => sql`(
  select jsonb_agg(case
    when part ->> 'kind' = 'tool' and part #>> '{status,state}' = any(${sql.param(superseded)}::text[])
    then jsonb_set(part, '{status}', '{"state": "superseded"}')
    when part ->> 'kind' = 'context'
    then part || jsonb_build_object(
      'story', (select new_id from told where id::text = part ->> 'story'),
      'recalled', coalesce((
        select jsonb_agg(copy.new_id order by recalled.place)
        from jsonb_array_elements_text(part -> 'recalled') with ordinality recalled (id, place)
        join path copy on copy.id::text = recalled.id), '[]'))
    else part end order by place)
  from jsonb_array_elements(${parts}) with ordinality listed (part, place))`

async function tryFork(db: Db, fork: NewFork): Promise<ForkOutcome> {
  const { from, id, copied } = fork
  const now = sql`${fork.at.toISOString()}::timestamptz`
  const [row] = await rows(
    db,
    forkRow,
    sql`
    with recursive ${pathUp(from.id, fork.messageId)},
    path as materialized (
      select up.*, gen_random_uuid() as new_id, row_number() over (order by number) as place from up
    ),
    told as materialized (
      select story.*, gen_random_uuid() as new_id, path.new_id as new_through
      from path join ${stories} story on story.conversation_id = path.conversation_id and story.through = path.id
    ),
    made as (
      insert into ${conversations}
        (id, owner, agent_id, agent_name, title, model_ref, active_leaf, last_message, created_at, updated_at)
      select ${id}::uuid, owner, agent_id, agent_name, ${fork.title}, model_ref, last.new_id, last.place, ${now}, ${now}
      from ${conversations}, (select new_id, place from path order by place desc limit 1) last
      where id = ${from.id} and owner = ${from.owner} and deleted_at is null
      on conflict do nothing
      returning id
    ),
    states as (
      select key as state, value as becomes from jsonb_each_text(${JSON.stringify(copied.states)}::jsonb)
    ),
    copied as (
      insert into ${messages} (conversation_id, id, parent_id, depth, branch, number, role, content, reasoning, parts,
        state, cut_short, forgotten, erased, request_id, created_at, replied_at)
      select made.id, path.new_id, lag(path.new_id) over (order by path.place), path.place - 1,
        first_value(path.new_id) over (order by path.place), path.place, path.role,
        coalesce(running.words, path.content), coalesce(running.reasoning, path.reasoning),
        ${copiedParts(sql`coalesce(running.parts, path.parts)`, copied.superseded)},
        coalesce((select becomes from states where states.state = path.state), path.state),
        path.cut_short, path.forgotten, path.erased, path.request_id, path.created_at,
        coalesce(running.replied_at, path.replied_at)
      from made cross join path
      ${joinRunning('path')}
    ),
    retold as (
      insert into ${stories} (id, conversation_id, through, text, by, created_at, updated_at)
      select told.new_id, made.id, told.new_through, told.text, told.by, told.created_at, told.updated_at
      from made cross join told
    )
    select exists (select from made) as "isMade", exists (select from path) as "hasMessage",
      ${id}::uuid <> ${from.id}::uuid
      and exists (select from ${conversations} where id = ${id} and owner = ${from.owner} and deleted_at is null)
      and not exists (
        select from path left join lateral (
          select role, created_at from ${messages} where conversation_id = ${id} and number = path.place offset 0
        ) copy on true
        where copy.role is distinct from path.role or copy.created_at <> path.created_at) as "isFork"`,
  )
  if (!row) throw new Error('the statement that forks a conversation answered nothing')
  if (row.isMade) return 'made'
  if (!row.hasMessage) return 'message_missing'
  return row.isFork ? 'repeated' : 'taken'
}
