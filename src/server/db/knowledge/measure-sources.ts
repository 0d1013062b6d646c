import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import type { Collection } from './sources.ts'

/** Of replaced versions the text counts, which stays because replies may cite it. */
const kept = sql`coalesce(sum(case when v.version = s.version then v.bytes else v.characters end), 0)::float8`

/** Deleted sources count as long as they can be restored. */
const there = (undoable: Date) =>
  sql`(s.deleted_at is null or s.deleted_at > ${undoable.toISOString()}::timestamptz)`

export async function measureSources(
  db: Db,
  collection: Collection,
  undoable: Date,
): Promise<{ files: number; bytes: number }> {
  const whose =
    'agentId' in collection
      ? sql`s.agent_id = ${collection.agentId}`
      : sql`s.conversation_id = ${collection.conversationId} and s.wallet = ${collection.wallet}`
  const [row] = await rows(
    db,
    z.object({ files: z.int(), bytes: z.number() }),
    sql`
    select count(distinct s.id)::int as files, ${kept} as bytes
    from sources s join source_versions v on v.source_id = s.id
    where ${whose} and ${there(undoable)}`,
  )
  return row ?? { files: 0, bytes: 0 }
}

/** Measures the sources of all agents and of all conversations of a wallet, in bytes. */
export async function measureSourcesOf(db: Db, owner: string, undoable: Date): Promise<number> {
  const [row] = await rows(
    db,
    z.object({ bytes: z.number() }),
    sql`
    with own as (
      select s.* from agents a join sources s on s.agent_id = a.id
      where a.owner = ${owner} and (a.deleted_at is null or a.deleted_at > ${undoable.toISOString()}::timestamptz)
      union all
      select s.* from sources s left join conversations c on c.id = s.conversation_id and c.owner = s.wallet
      where s.wallet = ${owner} and (c.deleted_at is null or c.deleted_at > ${undoable.toISOString()}::timestamptz)
    )
    select ${kept} as bytes from own s join source_versions v on v.source_id = s.id where ${there(undoable)}`,
  )
  return row?.bytes ?? 0
}
