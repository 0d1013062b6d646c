import { and, asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'
import { fileChunks } from '../schema/files.ts'

/** Replaces what the database has under this hash; a failure leaves what was there. */
export async function storeFileChunks(
  db: Db,
  hash: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.delete(fileChunks).where(eq(fileChunks.hash, hash))
    let number = 0
    for await (const bytes of chunks)
      await transaction
        .insert(fileChunks)
        .values({ hash, number: number++, bytes })
        .onConflictDoUpdate({ target: [fileChunks.hash, fileChunks.number], set: { bytes } })
  })
}

export async function findFileChunk(db: Db, hash: string, number: number): Promise<Uint8Array | null> {
  const [chunk] = await db
    .select({ bytes: fileChunks.bytes })
    .from(fileChunks)
    .where(and(eq(fileChunks.hash, hash), eq(fileChunks.number, number)))
    .orderBy(asc(fileChunks.number))
  return chunk?.bytes ?? null
}

export async function removeFileChunks(db: Db, hash: string): Promise<boolean> {
  return (await countRows(db, sql`delete from file_chunks where hash = ${hash}`)) > 0
}

const sizeRow = z.object({ hash: z.string(), bytes: z.coerce.number() })

/** Hashes and sizes of what the database has, by hash, after one. */
export function listFileChunks(
  db: Db,
  after: string,
  most: number,
): Promise<{ hash: string; bytes: number }[]> {
  return rows(
    db,
    sizeRow,
    sql`select hash, sum(octet_length(bytes))::text as bytes from file_chunks where hash > ${after} collate "C"
      group by hash order by hash collate "C" limit ${most}::int`,
  )
}
