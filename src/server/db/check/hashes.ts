import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { type Finding, type Rule, SHOWN_IDS } from './rule.ts'

/** What is named by the digest of its content. The database digests it, so that pictures do not leave it. */
export const hashRules: readonly Rule[] = [
  {
    ...{ rule: 'hashes.pictures', table: 'images', mendedBy: 'person' },
    problem: 'A picture is not the one that was stored.',
    mend: 'Whose it is has to upload it again, or restore a backup of before.',
    faults: sql`select hash as id from images where bytes is not null and encode(sha256(bytes), 'hex') <> hash`,
  },
  {
    ...{ rule: 'hashes.addresses', table: 'remote_images', mendedBy: 'person' },
    problem: 'The address of a picture of the web is not the one that was stored.',
    mend: 'Save the agent that shows it once more: the address is stored anew.',
    faults: sql`
      select url_hash as id from remote_images
      where encode(sha256(convert_to(url, 'UTF8')), 'hex') <> url_hash`,
  },
]

const fileRow = z.object({ id: z.string(), hash: z.string() })
const chunkRow = z.object({ number: z.int(), bytes: z.instanceof(Buffer) })

/** Files in one statement, and chunks of one, which bound the memory that the check takes. */
const FILES_AT_ONCE = 200
const CHUNKS_AT_ONCE = 4

/** @param every one of so many files is read */
export async function checkDocumentHashes(
  { db }: Database,
  { every, progress }: { every: number; progress: (what: string) => void },
): Promise<Finding | null> {
  const wrong: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (let place = 0; ; ) {
    const files = await rows(
      db,
      fileRow,
      sql`select id, hash from source_files
        where hash is not null and file_bytes is null and id > ${after} order by id
        limit ${sql.raw(`${FILES_AT_ONCE}`)}`,
    )
    for (const { id, hash } of files) {
      if (place++ % every !== 0) continue
      progress(id)
      const found = await digest(db, id)
      // A sweep may have removed the file meanwhile, or it was moved to the store of files.
      if (found !== hash && (await isThere(db, id))) wrong.push(id)
    }
    const last = files.at(-1)
    if (!last) break
    after = last.id
  }
  if (wrong.length === 0) return null
  return {
    ...{
      rule: 'hashes.documents',
      table: 'source_files',
      count: wrong.length,
      ids: wrong.slice(0, SHOWN_IDS),
    },
    problem: 'A document is not the one that was uploaded.',
    mendedBy: 'person',
    mend: 'Whose it is has to upload it again, or restore a backup of before.',
    isNotice: false,
  }
}

async function digest(db: Database['db'], id: string): Promise<string> {
  const hash = createHash('sha256')
  for (let after = -1; ; ) {
    const chunks = await rows(
      db,
      chunkRow,
      sql`select number, bytes from source_file_chunks where file_id = ${id} and number > ${after} order by number
        limit ${sql.raw(`${CHUNKS_AT_ONCE}`)}`,
    )
    for (const { bytes } of chunks) hash.update(bytes)
    const last = chunks.at(-1)
    if (!last) return hash.digest('hex')
    after = last.number
  }
}

async function isThere(db: Database['db'], id: string): Promise<boolean> {
  return (
    (await rows(db, fileRow, sql`select id, hash from source_files where id = ${id} and file_bytes is null`))
      .length > 0
  )
}
