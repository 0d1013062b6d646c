import { sql } from 'drizzle-orm'
import { makeMissingIndex } from '../../../db/check/missing-parts.ts'
import { correctAll, type Finding } from '../../../db/check/rule.ts'
import {
  type RecallKey,
  readIndexedPassages,
  removeRecallBlock,
  type SearchedVersion,
} from '../../../db/check/stored-index.ts'
import type { Database, Db } from '../../../db/connect/connect.ts'
import { readBlock, storeBlock } from '../../../db/conversations/recall-index.ts'
import { type BlockToStore, replaceIndex } from '../../../db/knowledge/write-passages.ts'
import { IndexBlock } from '../../knowledge/index-block.ts'
import { indexBlock } from '../../recall/index-blocks.ts'
import { allRules } from './check-database.ts'
import { listWrongRecallBlocks, listWrongVersions } from './search-indexes.ts'

interface RepairStep {
  rule: string
  table: string
  /** What is made anew, as a sentence. */
  says: string
}

/** What a repair would do about these findings. What it can't make anew is left out, and never touched. */
export function planRepair(findings: readonly Finding[]): RepairStep[] {
  return findings
    .filter(({ mendedBy }) => mendedBy === 'repair')
    .map(({ rule, table, count, ids }) => ({ rule, table, says: sentenceOf(rule, { table, count, ids }) }))
}

function sentenceOf(rule: string, { table, count, ids }: Pick<Finding, 'table' | 'count' | 'ids'>): string {
  if (isOfIndex(rule) || rule === MISSING_INDEX)
    return `Make the index ${ids.join(', ')} of ${table} anew, beside everything else on PostgreSQL.`
  if (rule === 'search.recall') return `Index ${count} blocks of conversations anew from their messages.`
  if (rule === 'search.documents') return `Index ${count} documents anew from their passages.`
  return `Correct ${rule} in ${count} rows of ${table}, five hundred in a transaction.`
}

const MISSING_INDEX = 'storage.missing-index'

const isOfIndex = (rule: string) => rule === 'storage.invalid-index' || rule === 'storage.damaged-index'

/**
 * Makes anew what the findings name and can be made anew. Where `failed` is given, what
 * fails keeps nothing else from it. Cut off at any moment, it can be run again.
 */
export async function repairDatabase(
  database: Database,
  findings: readonly Finding[],
  progress: (what: string) => void,
  failed = (_rule: string, error: unknown): void => {
    throw error
  },
): Promise<void> {
  const mendable = findings.filter(({ mendedBy }) => mendedBy === 'repair')
  const attempt = (rule: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => failed(rule, error))
  // First, because everything else is found by them.
  for (const { rule, ids } of mendable)
    for (const name of ids) {
      if (isOfIndex(rule)) await attempt(rule, () => remakeIndex(database, name, progress))
      if (rule === MISSING_INDEX) await attempt(rule, () => makeMissingIndex(database, name))
    }
  const named = new Set(mendable.map(({ rule }) => rule))
  for (const rule of await allRules(database))
    if (named.has(rule.rule))
      await attempt(rule.rule, async () => progress(`${rule.rule}: ${await correctAll(database, rule)} rows`))
  const all = { every: 1, progress }
  if (named.has('search.recall'))
    await attempt('search.recall', async () => {
      for (const key of await listWrongRecallBlocks(database, all)) await remakeRecallBlock(database.db, key)
    })
  if (named.has('search.documents'))
    await attempt('search.documents', async () => {
      for (const version of await listWrongVersions(database, all))
        await remakeDocumentIndex(database, version)
    })
}

async function remakeIndex(
  database: Database,
  name: string,
  progress: (what: string) => void,
): Promise<void> {
  progress(`index ${name}`)
  await database.unbounded(async (db) => {
    // What an index that was being made beside everything else left behind when it was cut off.
    if (/_ccnew\d*"?$/.test(name)) return void (await db.execute(sql`drop index if exists ${sql.raw(name)}`))
    const beside = sql.raw(database.kind === 'postgresql' ? 'concurrently' : '')
    await db.execute(sql`reindex index ${beside} ${sql.raw(name)}`)
  })
}

async function remakeRecallBlock(db: Db, key: RecallKey): Promise<void> {
  await removeRecallBlock(db, key)
  const read = await readBlock(db, key.conversationId, key.block)
  if (!read) return
  await storeBlock(db, { ...key, erasures: read.erasures, ...indexBlock(key.block, read.texts) })
}

function remakeDocumentIndex({ db }: Database, version: SearchedVersion): Promise<boolean> {
  const place = { versionId: version.id, collectionId: version.collectionId }
  return replaceIndex(db, place, (transaction) => blocksOf(transaction, version))
}

const PASSAGES_AT_ONCE = 200

async function* blocksOf(db: Db, { id, isRead }: SearchedVersion): AsyncGenerator<BlockToStore> {
  if (!isRead) return
  let block = new IndexBlock(1)
  for (;;) {
    const passages = await readIndexedPassages(db, id, {
      from: block.next,
      to: block.next + PASSAGES_AT_ONCE,
    })
    for (const passage of passages) block.add(passage)
    if (passages.length > 0 && !block.isFull) continue
    yield block.toStore()
    if (passages.length === 0) return
    block = new IndexBlock(block.next)
  }
}
