import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { countRows } from '../rows.ts'
import { sourceFileChunks, sourceFiles, sources, sourceVersions } from '../schema/knowledge.ts'
import { type StoredType, sourceRows } from './sources.ts'

/** The content follows in chunks. */
export async function beginFile(db: Db, id: string, at: Date): Promise<void> {
  await db.insert(sourceFiles).values({ id, createdAt: at })
}

export async function storeChunk(
  db: Db,
  chunk: { fileId: string; number: number; bytes: Uint8Array },
): Promise<void> {
  await db.insert(sourceFileChunks).values(chunk)
}

/** If a file with the same content exists, this one is removed. Returns the id of the remaining one. */
export async function endFile(
  db: Db,
  { id, hash, at }: { id: string; hash: string; at: Date },
): Promise<string> {
  return db.transaction(async (transaction) => {
    const same = await renewSame(transaction, hash, at)
    if (same) {
      await removeFile(transaction, id)
      return same
    }
    await transaction.update(sourceFiles).set({ hash, createdAt: at }).where(eq(sourceFiles.id, id))
    return id
  })
}

/** For content that a store of files has. Returns the id of the file with this content, new or not. */
export async function insertStoredFile(
  db: Db,
  file: { id: string; hash: string; fileBytes: number; at: Date },
): Promise<string> {
  const { at, ...values } = file
  return db.transaction(async (transaction) => {
    const same = await renewSame(transaction, file.hash, at)
    if (same) return same
    await transaction.insert(sourceFiles).values({ ...values, createdAt: at })
    return file.id
  })
}

async function renewSame(transaction: Db, hash: string, at: Date): Promise<string | null> {
  // Serializes uploads of the same content.
  await lockNames(transaction, `source file ${hash}`)
  const [same] = await transaction
    .update(sourceFiles)
    .set({ createdAt: at })
    .where(eq(sourceFiles.hash, hash))
    .returning({ id: sourceFiles.id })
  return same?.id ?? null
}

export async function removeFile(db: Db, id: string): Promise<void> {
  await db.delete(sourceFiles).where(eq(sourceFiles.id, id))
}

/** The hash of a file whose content a store of files has; null if its chunks have it. */
export async function findStoredHash(db: Db, id: string): Promise<string | null> {
  const [file] = await db
    .select({ hash: sourceFiles.hash })
    .from(sourceFiles)
    .where(and(eq(sourceFiles.id, id), isNotNull(sourceFiles.fileBytes)))
  return file?.hash ?? null
}

/** One chunk is in memory at a time. Yields nothing if the file is incomplete. @throws if it was moved to a store meanwhile */
export async function* readChunks(db: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const [chunk] = await db
      .select({ bytes: sourceFileChunks.bytes })
      .from(sourceFileChunks)
      .innerJoin(sourceFiles, and(eq(sourceFiles.id, sourceFileChunks.fileId), isNotNull(sourceFiles.hash)))
      .where(and(eq(sourceFileChunks.fileId, id), eq(sourceFileChunks.number, number)))
      .orderBy(asc(sourceFileChunks.number))
    if (!chunk) break
    yield chunk.bytes
  }
  if (await findStoredHash(db, id)) throw new Error('The file was moved while it was read.')
}

/** Removes unused files last uploaded before a time, one by one, because a file can be large. */
export async function removeUnusedFiles(db: Db, before: Date): Promise<void> {
  const isOld = sql`created_at < ${before.toISOString()}::timestamptz`
  for (;;) {
    const gone = await countRows(
      db,
      sql`
      delete from source_files where ${isOld} and id = (
        select id from source_files f
        where ${isOld} and not exists (select from source_versions v where v.file_id = f.id)
        limit 1
      )`,
    )
    if (gone === 0) return
  }
}

export async function findSourceFile(
  db: Db,
  id: string,
): Promise<{ name: string; type: StoredType; bytes: number; fileId: string } | null> {
  const [row] = await sourceRows(db).where(and(eq(sources.id, id), isNull(sources.deletedAt)))
  const { fileId, type, bytes } = row?.newest ?? {}
  if (!row || !fileId || !type || bytes === undefined) return null
  return { name: row.source.name, type, bytes, fileId }
}

/** Finds the file of the version that is searched, if that is not the newest one; null if there is none. */
export async function findEarlierFile(
  db: Db,
  { id, agentId }: { id: string; agentId: string },
): Promise<{ version: number; type: StoredType; bytes: number; fileId: string } | null> {
  const { version, type, bytes, fileId } = sourceVersions
  const [row] = await db
    .select({ version, type, bytes, fileId })
    .from(sources)
    .innerJoin(sourceVersions, and(eq(sourceVersions.id, sources.searched), lt(version, sources.version)))
    .where(and(eq(sources.id, id), eq(sources.agentId, agentId), isNull(sources.deletedAt)))
  return row?.fileId ? { ...row, fileId: row.fileId } : null
}
