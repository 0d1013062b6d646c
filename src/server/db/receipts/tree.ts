import { desc, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Hash, HashRange, StoredHash } from '../../../shared/receipts/tree.ts'
import type { Db } from '../connect/connect.ts'
import { countRows, prepared, rows } from '../rows.ts'
import { receiptCheckpoints } from '../schema/trust.ts'

const hashRow = z.object({ level: z.int(), index: z.coerce.number(), hash: z.instanceof(Buffer) })

/** The stored hashes of these ranges; those that are not there are left out. */
export async function readHashes(db: Db, ranges: readonly HashRange[]): Promise<StoredHash[]> {
  if (ranges.length === 0) return []
  return rows(
    db,
    hashRow,
    sql`
    select hashes.level, hashes.index::text, hashes.hash
    from unnest(
      ${sql.param(ranges.map(({ level }) => level))}::int[],
      ${sql.param(ranges.map(({ from }) => from))}::bigint[],
      ${sql.param(ranges.map(({ count }) => count))}::int[]
    ) as wanted (level, low, count)
    join receipt_hashes hashes on hashes.level = wanted.level and hashes.index >= wanted.low
      and hashes.index < wanted.low + wanted.count
    order by hashes.level, hashes.index`,
  )
}

export interface StoredCheckpoint {
  size: number
  root: Hash
  note: string
}

/** The newest one; null while the record is empty. */
export async function newestCheckpoint(db: Db): Promise<StoredCheckpoint | null> {
  const [found] = await db
    .select({ size: receiptCheckpoints.size, root: receiptCheckpoints.root, note: receiptCheckpoints.note })
    .from(receiptCheckpoints)
    .orderBy(desc(receiptCheckpoints.size))
    .limit(1)
  return found ?? null
}

export interface NotedReply {
  conversationId: string
  replyId: string
  index: number
  leaf: Uint8Array
  secret: Uint8Array
}

const storeNoted = prepared(
  'receipts_note',
  z.object({ size: z.coerce.number() }),
  [
    ...([
      'from',
      'levels',
      'indexes',
      'hashes',
      'conversations',
      'replies',
      'places',
      'leaves',
      'secrets',
    ] as const),
    ...(['size', 'root', 'note', 'now'] as const),
  ],
  (values) => sql`
    with wanted as (
      select * from unnest(${values.levels}::int[], ${values.indexes}::bigint[], ${values.hashes}::bytea[])
        as one (level, index, hash)
    ),
    -- Of two servers that note at once one takes the next place; the other waits for it here, and writes nothing.
    won as (
      insert into receipt_hashes (level, index, hash)
      select level, index, hash from wanted where level = 0 and index = ${values.from}::bigint
      on conflict do nothing returning index
    ),
    others as (
      insert into receipt_hashes (level, index, hash)
      select level, index, hash from wanted
      where not (level = 0 and index = ${values.from}::bigint) and exists (select from won)
    ),
    noted as (
      update receipt_salts waiting set index = one.index, leaf = one.leaf, secret = one.secret
      from unnest(${values.conversations}::uuid[], ${values.replies}::uuid[], ${values.places}::bigint[],
        ${values.leaves}::bytea[], ${values.secrets}::bytea[]) as one (conversation_id, reply_id, index, leaf, secret)
      where waiting.conversation_id = one.conversation_id and waiting.reply_id = one.reply_id
        and waiting.index is null and exists (select from won)
    )
    insert into receipt_checkpoints (size, root, note, created_at)
    select ${values.size}::bigint, ${values.root}::bytea, ${values.note}::text, ${values.now}::timestamptz
    where exists (select from won)
    returning size::text`,
)

/**
 * Adds replies to the record and its new head, all or nothing.
 * @param from how many entries there were
 * @returns whether they were added: another server may have been the first
 */
export async function storeNotedReplies(
  db: Db,
  from: number,
  replies: readonly NotedReply[],
  { added, checkpoint, now }: { added: readonly StoredHash[]; checkpoint: StoredCheckpoint; now: Date },
): Promise<boolean> {
  const stored = await storeNoted(db, {
    from,
    levels: added.map(({ level }) => level),
    indexes: added.map(({ index }) => index),
    hashes: added.map(({ hash }) => Buffer.from(hash)),
    conversations: replies.map(({ conversationId }) => conversationId),
    replies: replies.map(({ replyId }) => replyId),
    places: replies.map(({ index }) => index),
    leaves: replies.map(({ leaf }) => Buffer.from(leaf)),
    secrets: replies.map(({ secret }) => Buffer.from(secret)),
    ...{ size: checkpoint.size, root: Buffer.from(checkpoint.root), note: checkpoint.note },
    now: now.toISOString(),
  })
  return stored.length > 0
}

/** Removes all but the last checkpoint of each day before. @returns how many */
export function thinCheckpoints(db: Db, before: Date): Promise<number> {
  const old = lt(receiptCheckpoints.createdAt, before)
  return countRows(
    db,
    sql`
    delete from ${receiptCheckpoints} where ${old} and size not in (
      select max(size) from ${receiptCheckpoints} group by date_trunc('day', created_at, 'UTC'))`,
  )
}
