import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { rows } from '../rows.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { joinRunning } from '../turns/running-turns.ts'
import { pathUp } from './message-path.ts'

/** The result: `repeated` if an earlier attempt made the fork, `taken` if the new id is used by something else. */
const outcomes = ['made', 'repeated', 'taken', 'message_missing'] as const
export type ForkOutcome = (typeof outcomes)[number]

const forkRow = z.object({ outcome: z.enum(outcomes) })

export interface NewFork {
  from: OwnedId
  messageId: string
  id: string
  title: string
  at: Date
}

/**
 * In one statement, so that a partial copy is never visible. The copies have new ids and numbers and keep their times
 * and states; a running reply is copied as interrupted, with the text stored so far.
 */
export async function forkConversation(db: Db, fork: NewFork): Promise<ForkOutcome> {
  const outcome = await tryFork(db, fork)
  // The statement does not see rows inserted concurrently; the second attempt sees whether they are the same fork.
  return outcome === 'taken' ? tryFork(db, fork) : outcome
}

async function tryFork(db: Db, fork: NewFork): Promise<ForkOutcome> {
  const { from, id } = fork
  const now = sql`${fork.at.toISOString()}::timestamptz`
  const [row] = await rows(
    db,
    forkRow,
    sql`
    with recursive ${pathUp(from.id, fork.messageId)},
    path as materialized (
      select up.*, gen_random_uuid() as new_id, row_number() over (order by number) as place from up
    ),
    made as (
      insert into ${conversations}
        (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select ${id}::uuid, owner, agent_id, agent_name, ${fork.title}, last.new_id, last.place, ${now}, ${now}
      from ${conversations}, (select new_id, place from path order by place desc limit 1) last
      where id = ${from.id} and owner = ${from.owner} and deleted_at is null
      on conflict do nothing
      returning id
    ),
    copied as (
      insert into ${messages} (conversation_id, id, parent_id, number, role, content, reasoning, parts, state, cut_short,
        forgotten, request_id, created_at, replied_at)
      select made.id, path.new_id, lag(path.new_id) over (order by path.place), path.place, path.role,
        coalesce(running.words, path.content), coalesce(running.reasoning, path.reasoning),
        coalesce(running.parts, path.parts),
        case when path.state = 'running' then 'interrupted' else path.state end,
        path.cut_short, path.forgotten, path.request_id, path.created_at,
        coalesce(running.replied_at, path.replied_at)
      from made cross join path
      ${joinRunning('conversation', 'path')}
    )
    select case
      when exists (select from made) then 'made'
      when not exists (select from path) then 'message_missing'
      when ${id}::uuid <> ${from.id}::uuid
        and exists (select from ${conversations} where id = ${id} and owner = ${from.owner} and deleted_at is null)
        -- A copy begins with the same things said at the same times, whatever was said in it since.
        and not exists (
          select from path left join lateral (
            select role, created_at from ${messages} where conversation_id = ${id} and number = path.place offset 0
          ) copy on true
          where copy.role is distinct from path.role or copy.created_at <> path.created_at)
        then 'repeated'
      else 'taken' end as outcome`,
  )
  if (!row) throw new Error('the statement that forks a conversation answered nothing')
  return row.outcome
}
