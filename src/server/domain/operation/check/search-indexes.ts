import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, SHOWN_IDS } from '../../../db/check/rule.ts'
import {
  atOneMoment,
  listRecallBlocks,
  listSearchedVersions,
  type RecallKey,
  readIndexBlocks,
  readIndexedPassages,
  readRecallBlocks,
  readTerms,
  type SearchedVersion,
  type StoredRecallBlock,
} from '../../../db/check/stored-index.ts'
import type { Database, Db } from '../../../db/connect/connect.ts'
import type { BlockToStore } from '../../../db/knowledge/write-passages.ts'
import { IndexBlock } from '../../knowledge/index-block.ts'
import { indexBlock } from '../../recall/index-blocks.ts'

interface IndexOptions {
  /** One of so many is looked at. */
  every: number
  progress: (what: string) => void
}

const KEYS_AT_ONCE = 512
const PASSAGES_AT_ONCE = 200

/** A server that has just ended a reply takes its block away a moment later. */
const SETTLES_MS = 2_000

/** The blocks of conversations' words that are not what their messages yield. */
export async function listWrongRecallBlocks(
  database: Database,
  { every, progress }: IndexOptions,
): Promise<RecallKey[]> {
  const suspect: RecallKey[] = []
  let place = 0
  for (let after: RecallKey | null = null; ; ) {
    const keys: RecallKey[] = await listRecallBlocks(database, after, KEYS_AT_ONCE)
    suspect.push(
      ...(await wrongAmong(
        database,
        keys.filter(() => place++ % every === 0),
      )),
    )
    after = keys.at(-1) ?? null
    if (!after) break
    progress(`recall_blocks ${place}`)
  }
  if (suspect.length === 0) return []
  await wait(SETTLES_MS)
  return wrongAmong(database, suspect)
}

async function wrongAmong(database: Database, keys: readonly RecallKey[]): Promise<RecallKey[]> {
  const wrong: RecallKey[] = []
  for await (const stored of readRecallBlocks(database, keys)) if (!isAsIndexed(stored)) wrong.push(stored)
  return wrong.map(({ conversationId, block }) => ({ conversationId, block }))
}

function isAsIndexed({ block, texts, lengths, words }: StoredRecallBlock): boolean {
  const made = indexBlock(block, texts)
  if (!lengths.equals(made.lengths) || words.length !== made.words.length) return false
  const stored = new Map(words.map(({ word, postings }) => [word, postings]))
  return made.words.every(({ word, postings }) => stored.get(word)?.equals(postings))
}

/** The documents whose search index is not what their passages yield. */
export async function listWrongVersions(
  database: Database,
  { every, progress }: IndexOptions,
): Promise<SearchedVersion[]> {
  const wrong: SearchedVersion[] = []
  let place = 0
  for (let after = 0; ; ) {
    const versions = await listSearchedVersions(database, after, KEYS_AT_ONCE)
    for (const version of versions) {
      if (place++ % every !== 0) continue
      progress(`source_terms of ${version.id}`)
      if (!(await atOneMoment(database, (db) => isVersionAsIndexed(db, version)))) wrong.push(version)
    }
    const last = versions.at(-1)
    if (!last) return wrong
    after = last.id
  }
}

async function isVersionAsIndexed(db: Db, version: SearchedVersion): Promise<boolean> {
  const { blocks, terms } = await readIndexBlocks(db, version.id)
  if (!version.isRead) return blocks.length === 0 && terms === 0
  // Whoever changes a document between the list and now replaces its index as well.
  if (blocks.length === 0) return version.passages === 0
  let rows = 0
  for (const [index, { block, lengths }] of blocks.entries()) {
    const to = blocks[index + 1]?.block ?? version.passages + 1
    const made = await indexAnew(db, version.id, { from: block, to })
    if (!made || !lengths.equals(made.lengths)) return false
    const stored = new Map((await readTerms(db, version, block)).map((term) => [term.lexeme, term]))
    if (stored.size !== made.terms.length) return false
    rows += stored.size
    for (const { lexeme, passages, postings } of made.terms) {
      const known = stored.get(lexeme)
      if (known?.passages !== passages || !Buffer.from(known.postings).equals(postings)) return false
    }
  }
  return rows === terms && blocks[0]?.block === 1
}

/** Null where passages are missing, which is a fault of its own. */
async function indexAnew(
  db: Db,
  versionId: number,
  { from, to }: { from: number; to: number },
): Promise<BlockToStore | null> {
  const made = new IndexBlock(from)
  for (let next = from; next < to; ) {
    const passages = await readIndexedPassages(db, versionId, {
      from: next,
      to: Math.min(to, next + PASSAGES_AT_ONCE),
    })
    for (const passage of passages) {
      if (passage.number !== next++) return null
      made.add(passage)
    }
    if (passages.length === 0) return null
  }
  return made.toStore()
}

const mendedByRepair = {
  mendedBy: 'repair',
  mend: 'Run npm run bionic -- repair, which writes the index anew.',
  isNotice: false,
} as const

export async function checkSearchIndexes(database: Database, options: IndexOptions): Promise<Finding[]> {
  const blocks = await listWrongRecallBlocks(database, options)
  const versions = await listWrongVersions(database, options)
  const found = [
    {
      ...{ rule: 'search.recall', table: 'recall_blocks', ...mendedByRepair },
      problem: 'The words by which long conversations are recalled are not those of their messages.',
      keys: blocks.map(({ conversationId, block }) => `${conversationId} ${block}`),
    },
    {
      ...{ rule: 'search.documents', table: 'source_terms', ...mendedByRepair },
      problem: 'The words by which documents are searched are not those of their passages.',
      keys: versions.map(({ id }) => String(id)),
    },
  ]
  return found.flatMap(({ keys, ...finding }) =>
    keys.length === 0 ? [] : [{ ...finding, count: keys.length, ids: keys.slice(0, SHOWN_IDS) }],
  )
}
