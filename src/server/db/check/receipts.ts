import { asc, sql } from 'drizzle-orm'
import { areEqual } from '../../../shared/receipts/bytes.ts'
import { readCheckpoint } from '../../../shared/receipts/checkpoint.ts'
import { emptyRoot, type Hash, nodeHash } from '../../../shared/receipts/tree.ts'
import type { Database } from '../connect/connect.ts'
import { readHashes } from '../receipts/tree.ts'
import { receiptCheckpoints } from '../schema/trust.ts'
import { type Finding, type Rule, SHOWN_IDS } from './rule.ts'

const lost = {
  mendedBy: 'person',
  mend: 'What was noted is not what the place has signed: restore a backup of before, and tell who keeps receipts.',
} as const

/** What one statement can say of the record of replies. */
export const receiptRules: readonly Rule[] = [
  {
    ...{ rule: 'receipts.leaves', table: 'receipt_salts', ...lost },
    problem: 'A reply is noted otherwise than its receipt says.',
    faults: sql`
      select noted.reply_id as id from receipt_salts noted
      left join receipt_hashes entry on entry.level = 0 and entry.index = noted.index
      where noted.index is not null and sha256('\\x00'::bytea || noted.leaf) is distinct from entry.hash`,
  },
  {
    ...{ rule: 'receipts.gaps', table: 'receipt_hashes', ...lost },
    problem: 'The record has not as many hashes as its newest checkpoint says.',
    faults: sql`
      with newest as (select coalesce(max(size), 0) as size from receipt_checkpoints),
      wanted as (
        select level, size / (256::bigint ^ level)::bigint as count from newest, generate_series(0, 7) as level
      )
      select level as id from wanted
      where count <> (select count(*) from receipt_hashes stored where stored.level = wanted.level)
        or count <> (select coalesce(max(index) + 1, 0) from receipt_hashes stored where stored.level = wanted.level)`,
  },
]

/** Hashes of one statement. */
const AT_ONCE = 4_096

/** Makes the tree anew from its leaves, and compares every stored hash and every checkpoint's root. */
export async function checkReceiptTree(
  { db }: Pick<Database, 'db'>,
  progress: (what: string) => void,
): Promise<Finding[]> {
  const checkpoints = await db.select().from(receiptCheckpoints).orderBy(asc(receiptCheckpoints.size))
  const size = checkpoints.at(-1)?.size ?? 0
  const tree = new GrowingTree()
  const [hashes, roots]: [string[], string[]] = [[], []]
  const bySize = new Map(checkpoints.map((checkpoint) => [checkpoint.size, checkpoint]))
  for (let from = 0; from < size; from += AT_ONCE) {
    progress(`entry ${from} of the record`)
    const count = Math.min(AT_ONCE, size - from)
    const above = [1, 2, 3, 4, 5, 6, 7].map((level) => {
      const first = Math.floor(from / 256 ** level)
      return { level, from: first, count: Math.floor((from + count) / 256 ** level) - first }
    })
    const stored = await readHashes(db, [{ level: 0, from, count }, ...above])
    const known = new Map(stored.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
    for (let index = from; index < from + count; index++) {
      // A gap is a fault of its own, and everything after it would be one.
      const leaf = known.get(`0/${index}`)
      if (!leaf) break
      for (const made of tree.add(leaf)) {
        const there = known.get(`${made.level}/${made.index}`)
        if (!there || !areEqual(there, made.hash)) hashes.push(`${made.level}/${made.index}`)
      }
      const checkpoint = bySize.get(index + 1)
      if (checkpoint && !isSame(checkpoint, tree.root())) roots.push(String(checkpoint.size))
    }
  }
  const finding = (rule: string, table: string, ids: string[], problem: string): Finding[] =>
    ids.length === 0
      ? []
      : [{ ...lost, rule, table, count: ids.length, ids: ids.slice(0, SHOWN_IDS), problem, isNotice: false }]
  return [
    ...finding(
      'receipts.hashes',
      'receipt_hashes',
      hashes,
      'A hash of the record is not that of the hashes below it.',
    ),
    ...finding(
      'receipts.roots',
      'receipt_checkpoints',
      roots,
      'A signed checkpoint is not of the record as it is.',
    ),
  ]
}

/** What is signed says the same as the columns beside it. */
function isSame({ size, root, note }: typeof receiptCheckpoints.$inferSelect, made: Hash): boolean {
  const signed = readCheckpoint(note)
  return (
    signed?.size === size &&
    areEqual(new Uint8Array(root), made) &&
    areEqual(signed.root, new Uint8Array(root))
  )
}

/** A tree of which only the roots of its complete halves are known. */
class GrowingTree {
  readonly #complete: { height: number; hash: Hash }[] = []
  #size = 0

  /** @returns the hashes of complete tiles that the leaf made */
  add(leaf: Hash): { level: number; index: number; hash: Hash }[] {
    const made: { level: number; index: number; hash: Hash }[] = []
    let last = { height: 0, hash: leaf }
    this.#size++
    for (let before = this.#complete.at(-1); before?.height === last.height; before = this.#complete.at(-1)) {
      this.#complete.pop()
      last = { height: last.height + 1, hash: nodeHash(before.hash, last.hash) }
      if (last.height % 8 === 0)
        made.push({ level: last.height / 8, index: this.#size / 2 ** last.height - 1, hash: last.hash })
    }
    this.#complete.push(last)
    return made
  }

  root(): Hash {
    const [last, ...others] = this.#complete.toReversed()
    return last ? others.reduce((hash, left) => nodeHash(left.hash, hash), last.hash) : emptyRoot()
  }
}
