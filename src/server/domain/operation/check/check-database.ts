import { countRules } from '../../../db/check/counts.ts'
import { fileRules } from '../../../db/check/files.ts'
import { generatedColumnRules } from '../../../db/check/generated.ts'
import { checkDocumentHashes, hashRules } from '../../../db/check/hashes.ts'
import { isServed, movingRules } from '../../../db/check/moving.ts'
import { numberRules } from '../../../db/check/numbers.ts'
import { checkReceiptTree, receiptRules } from '../../../db/check/receipts.ts'
import { foreignKeyRules, referenceRules } from '../../../db/check/references.ts'
import { applyRule, type Finding, type Rule } from '../../../db/check/rule.ts'
import { checkStorage, type StorageLook } from '../../../db/check/storage.ts'
import type { Database } from '../../../db/connect/connect.ts'
import type { FileStore } from '../../files/file-store.ts'
import { checkDeskLog } from './desk-log.ts'
import { checkFiles } from './files.ts'
import { checkSearchIndexes } from './search-indexes.ts'

interface CheckOptions {
  /** Looks at one document, picture file and index block of twenty, where looking takes long. */
  quick: boolean
  progress: (what: string) => void
  /** Where large files are; without it the database has them. */
  store?: FileStore | null
}

export interface CheckOutcome {
  findings: Finding[]
  /** How many things were looked for. */
  rules: number
  storage: StorageLook
  tookMs: number
}

const QUICK_EVERY = 20

/** Reads the whole database and writes nothing. Beside a server each rule sees one moment. */
export async function checkDatabase(database: Database, options: CheckOptions): Promise<CheckOutcome> {
  const began = performance.now()
  const { quick, progress } = options
  const looks = { every: quick ? QUICK_EVERY : 1, progress }
  const rules = await allRules(database)
  const served = await isServed(database)
  const storage = await checkStorage(database, progress)
  const findings = [...storage.findings]
  await database.unbounded(async (db) => {
    for (const rule of rules) {
      progress(rule.rule)
      const found = await applyRule(db, rule, rule.mendedBy === 'server' && !served)
      if (found) findings.push(found)
    }
  })
  const hashes = await checkDocumentHashes(database, looks)
  if (hashes) findings.push(hashes)
  findings.push(...(await checkFiles(database.db, { ...looks, store: options.store ?? null })))
  findings.push(...(await checkReceiptTree(database, progress)))
  findings.push(...(await checkSearchIndexes(database, looks)))
  const log = await checkDeskLog(database)
  if (log) findings.push(log)
  return {
    findings,
    rules: rules.length,
    storage: storage.look,
    tookMs: Math.round(performance.now() - began),
  }
}

/** Every rule of one statement, in the order in which they are told. */
export async function allRules(database: Database): Promise<Rule[]> {
  return [
    ...foreignKeyRules(),
    ...referenceRules,
    ...numberRules,
    ...hashRules,
    ...fileRules,
    ...(await generatedColumnRules(database)),
    ...countRules,
    ...receiptRules,
    ...movingRules,
  ]
}
