import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'

/** Content that is in its row, or in a store under its hash. */
export type HeldBytes = { bytes: Uint8Array; fileBytes: null } | { bytes: null; fileBytes: number }

/** As an SQL condition on `stored_files`. */
export const REFERRED_TO = `(
  exists (select from images where images.hash = stored_files.hash and images.file_bytes is not null)
  or exists (select from source_files where source_files.hash = stored_files.hash and source_files.file_bytes is not null)
  or exists (select from card_files where card_files.hash = stored_files.hash))`

const isReferredTo = sql.raw(REFERRED_TO)

/**
 * To be called before a file is put: from then on it can't be forgotten, and for some time no sweep looks at it.
 * @returns false while it is being deleted; it can be put once that is over
 */
export async function announceFile(
  db: Db,
  { hash, bytes, at }: { hash: string; bytes: number; at: Date },
): Promise<boolean> {
  const announced = await countRows(
    db,
    sql`insert into stored_files (hash, bytes, unused_since) values (${hash}, ${bytes}::int, ${at.toISOString()}::timestamptz)
      on conflict (hash) do update set unused_since = greatest(stored_files.unused_since, excluded.unused_since)
      where not stored_files.is_going`,
  )
  return announced > 0
}

const fileRow = z.object({ hash: z.string(), bytes: z.int() })
export type StoredFile = z.output<typeof fileRow>

/**
 * Some of the files that nothing has referred to since `before`. Each is claimed for whoever asked, because a file that another one
 * deletes late could have been put anew; claims of before `lost` are those of a server that died.
 * @returns `used`: how many that are due turned out to be referred to, and are not looked at again
 */
export async function claimUnusedFiles(
  db: Db,
  { at, before, lost, most }: { at: Date; before: Date; lost: Date; most: number },
): Promise<{ claimed: StoredFile[]; used: number }> {
  const isDue = sql`unused_since < case when is_going then ${lost.toISOString()}::timestamptz
    else ${before.toISOString()}::timestamptz end`
  const due = sql`select hash from stored_files where ${isDue} order by unused_since limit ${most}::int`
  const used = await countRows(
    db,
    sql`update stored_files set unused_since = null
      where hash in (${due}) and ${isDue} and not is_going and ${isReferredTo}`,
  )
  const claimed = await rows(
    db,
    fileRow,
    sql`update stored_files set is_going = true, unused_since = ${at.toISOString()}::timestamptz
      where hash in (${due}) and ${isDue} and not ${isReferredTo} returning hash, bytes`,
  )
  return { claimed, used }
}

/** For one that was claimed and not deleted. @param unusedSince when it is claimed again follows from it */
export async function releaseFile(db: Db, hash: string, unusedSince: Date): Promise<void> {
  await db.execute(sql`
    update stored_files set is_going = false, unused_since = ${unusedSince.toISOString()}::timestamptz
    where hash = ${hash} and is_going`)
}

/** To be called once the store has deleted it. */
export async function forgetFile(db: Db, hash: string): Promise<void> {
  await db.execute(sql`delete from stored_files where hash = ${hash} and is_going`)
}

/** By hash, after one; those that something refers to. */
export function listUsedFiles(db: Db, after: string, most: number): Promise<StoredFile[]> {
  return rows(
    db,
    fileRow,
    sql`select hash, bytes from stored_files where hash > ${after} collate "C" and ${isReferredTo}
      order by hash collate "C" limit ${most}::int`,
  )
}

export async function isUsedFile(db: Db, hash: string): Promise<boolean> {
  return (await countRows(db, sql`select from stored_files where hash = ${hash} and ${isReferredTo}`)) > 0
}

/** Which of these are known, whether something refers to them or not. */
export async function findKnownFiles(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const known = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`select hash from stored_files where hash = any(${sql.param(hashes)}::text[])`,
  )
  return new Set(known.map(({ hash }) => hash))
}

/** Whether a file is needed that the database itself does not have. */
export async function needsFileStore(db: Db): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ needed: z.boolean() }),
    sql`select exists (select from stored_files where ${isReferredTo}
      and not exists (select from file_chunks where file_chunks.hash = stored_files.hash)) as needed`,
  )
  return found?.needed ?? false
}
