import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'

const bytes = z.instanceof(Buffer)
const imageRow = z.object({ hash: z.string(), bytes })
const documentRow = z.object({ id: z.string(), hash: z.string(), bytes: z.coerce.number() })
const cardFileRow = z.object({ agentId: z.string(), path: z.string(), bytes })

/** Few, because their bytes are in memory. */
const AT_ONCE = 16

/** Pictures whose bytes are in their rows, and are at least so large. */
export function listPicturesInRows(
  db: Db,
  after: string,
  least: number,
): Promise<z.output<typeof imageRow>[]> {
  return rows(
    db,
    imageRow,
    sql`select hash, bytes from images where hash > ${after} and octet_length(bytes) >= ${least}::int
      order by hash limit ${sql.raw(`${AT_ONCE}`)}`,
  )
}

export async function movePictureOut(db: Db, hash: string, fileBytes: number): Promise<void> {
  await db.execute(sql`
    update images set bytes = null, file_bytes = ${fileBytes}::int where hash = ${hash} and bytes is not null`)
}

export function listDocumentsInRows(
  db: Db,
  after: string,
  least: number,
): Promise<z.output<typeof documentRow>[]> {
  return rows(
    db,
    documentRow,
    sql`select id, hash, bytes::text from source_files cross join lateral (
        select sum(octet_length(bytes)) as bytes from source_file_chunks where file_id = source_files.id) as size
      where id > ${after}::uuid and hash is not null and file_bytes is null and bytes >= ${least}::int
      order by id limit ${sql.raw(`${AT_ONCE}`)}`,
  )
}

export async function moveDocumentOut(db: Db, id: string, fileBytes: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const moved = await countRows(
      transaction,
      sql`update source_files set file_bytes = ${fileBytes}::int where id = ${id} and file_bytes is null`,
    )
    if (moved > 0) await transaction.execute(sql`delete from source_file_chunks where file_id = ${id}`)
  })
}

export function listCardFilesInRows(
  db: Db,
  after: { agentId: string; path: string },
  least: number,
): Promise<z.output<typeof cardFileRow>[]> {
  return rows(
    db,
    cardFileRow,
    sql`select agent_id as "agentId", path, content as bytes from card_files
      where (agent_id, path) > (${after.agentId}::uuid, ${after.path}) and octet_length(content) >= ${least}::int
      order by agent_id, path limit ${sql.raw(`${AT_ONCE}`)}`,
  )
}

export async function moveCardFileOut(
  db: Db,
  { agentId, path }: { agentId: string; path: string },
  file: { hash: string; bytes: number },
): Promise<void> {
  await db.execute(sql`
    update card_files set content = null, hash = ${file.hash}, file_bytes = ${file.bytes}::int
    where agent_id = ${agentId} and path = ${path} and content is not null`)
}
