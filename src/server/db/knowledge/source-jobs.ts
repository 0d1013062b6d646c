import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sourceTypes } from '../../../shared/knowledge/sources.ts'
import type { Db } from '../connect/connect.ts'
import { type Attempt, type ClaimedRow, LeasedRows } from '../jobs/leased-rows.ts'
import { rows } from '../rows.ts'
import { sourceVersions } from '../schema/knowledge.ts'

const jobRow = z.object({
  /** An agent or a conversation. */
  collectionId: z.string(),
  wallet: z.string(),
  fileId: z.string(),
  type: z.enum(sourceTypes),
})

export interface SourceJob extends ClaimedRow, z.infer<typeof jobRow> {
  versionId: number
}

/** In bytes; what is larger can take minutes, for which nothing else is read. */
const SMALL_BYTES = 1024 * 1024

/**
 * First comes what is small, or has waited for ten minutes; of that the wallet whose last reading began longest ago, so
 * that no hundred files delay another's first one.
 */
export const sourceLeases = new LeasedRows(sourceVersions, {
  running: 'reading',
  join: sql`
    join sources own on own.id = job.source_id and own.deleted_at is null and job.file_id is not null`,
  orderBy: sql`
    job.bytes > ${sql.raw(`${SMALL_BYTES}`)} and job.created_at > now() - interval '10 minutes',
    (select max(other.began_at) from source_versions other where other.wallet = job.wallet) nulls first,
    job.created_at, job.id`,
  alsoSet: sql`, done = 0, parts = null, passages = 0, terms = 0`,
})

/** Passages stored by an earlier attempt are removed. */
export async function claimJob(db: Db, attempt: Attempt): Promise<SourceJob | null> {
  return db.transaction(async (transaction) => {
    const claimed = await sourceLeases.claim(transaction, attempt)
    if (!claimed) return null
    const versionId = Number(claimed.id)
    const [job] = await rows(
      transaction,
      jobRow,
      sql`
      select coalesce(s.agent_id, s.conversation_id) as "collectionId", v.wallet, v.file_id as "fileId", v.type
      from source_versions v join sources s on s.id = v.source_id where v.id = ${versionId}`,
    )
    if (!job) return null
    await removeRead(transaction, versionId)
    return { ...claimed, ...job, versionId }
  })
}

async function removeRead(db: Db, versionId: number): Promise<void> {
  await db.execute(sql`delete from source_terms where version_id = ${versionId}`)
  await db.execute(sql`delete from source_blocks where version_id = ${versionId}`)
  await db.execute(sql`delete from source_passages where version_id = ${versionId}`)
}

const neighboursRow = z.object({ language: z.nullable(z.string()), description: z.string() })

/** The language of most of what is searched beside a version, if any, and what its agent is said to be. */
export async function describeNeighbours(
  db: Db,
  { collectionId }: SourceJob,
): Promise<z.infer<typeof neighboursRow>> {
  const [found] = await rows(
    db,
    neighboursRow,
    sql`
    with agent as (
      select a.id, concat_ws(' ', a.description, a.personality) as description from agents a
      where a.id = ${collectionId}::uuid
        or a.id = (select c.agent_id from conversations c where c.id = ${collectionId}::uuid)
    )
    select (
        select v.language from sources s join source_versions v on v.id = s.searched
        where (s.agent_id in (select id from agent) or s.conversation_id = ${collectionId}::uuid)
          and s.deleted_at is null and v.language is not null
        group by v.language order by sum(v.characters) desc, v.language limit 1
      ) as language,
      coalesce((select description from agent), '') as description`,
  )
  return found ?? { language: null, description: '' }
}

/** Stores the progress, which is a heartbeat as well; false if the job no longer belongs to this claim. */
export async function beatJob(
  db: Db,
  job: SourceJob,
  progress: { done: number; parts: number },
): Promise<boolean> {
  const rows = await db
    .update(sourceVersions)
    .set({ ...progress, beatAt: sql`clock_timestamp()` })
    .where(sourceLeases.held(job))
    .returning({ id: sourceVersions.id })
  return rows.length > 0
}

interface ReadVersion {
  pages: number | null
  characters: number
  language: string | null
  notes: string[]
}

/** Removes index entries and files of older versions. Their passages stay, because replies may cite them. */
export async function finishJob(db: Db, job: SourceJob, read: ReadVersion): Promise<void> {
  await db.transaction(async (transaction) => {
    // In the order of those who delete a source or move it: the other way round, each would wait for the other.
    await transaction.execute(sql`
      select from sources where id = (select source_id from source_versions where id = ${job.versionId})
      for no key update`)
    const [mine] = await transaction
      .update(sourceVersions)
      .set({ ...read, state: 'ready', claim: null })
      .where(sourceLeases.held(job))
      .returning({ sourceId: sourceVersions.sourceId })
    if (!mine) return
    await transaction.execute(sql`update sources set searched = ${job.versionId} where id = ${mine.sourceId}`)
    const older = sql`select id from source_versions where source_id = ${mine.sourceId} and id < ${job.versionId}`
    await transaction.execute(sql`delete from source_terms where version_id in (${older})`)
    await transaction.execute(sql`delete from source_blocks where version_id in (${older})`)
    await transaction.execute(
      sql`delete from source_passages where version_id in (${older} and state = 'failed')`,
    )
    await transaction.execute(
      sql`update source_versions set file_id = null where id in (${older}) and file_id is not null`,
    )
  })
}

export async function failJob(db: Db, job: SourceJob, reason: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = await transaction
      .update(sourceVersions)
      .set({ state: 'failed', reason, claim: null, passages: 0, terms: 0 })
      .where(sourceLeases.held(job))
      .returning({ id: sourceVersions.id })
    if (rows.length > 0) await removeRead(transaction, job.versionId)
  })
}
