import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

/** Who can mend it: `repair` makes it anew, a running server ends it by itself, or somebody has to decide. */
type MendedBy = 'repair' | 'server' | 'person'

export interface Finding {
  /** Such as `counts.upvotes`; it stays the same between versions. */
  rule: string
  table: string
  /** How many rows, or of what the rule counts. */
  count: number
  /** Some of them, by key; never what stands in them. */
  ids: string[]
  /** What is wrong, as a sentence. */
  problem: string
  mendedBy: MendedBy
  /** The sentence that mends it. */
  mend: string
  /** What a server that starts or is at work mends: it does not count as a fault. */
  isNotice: boolean
}

export interface Rule {
  rule: string
  table: string
  problem: string
  mendedBy: MendedBy
  mend: string
  /** Selects one row with the text `id` for each fault, in one statement, so that it sees one moment. */
  faults: SQL
  /** For what `repair` makes anew: locks and corrects the rows with these ids, and is safe to repeat. */
  correct?: (transaction: Db, ids: readonly string[]) => Promise<void>
}

export const SHOWN_IDS = 5

const foundRow = z.object({ count: z.coerce.number(), ids: z.nullable(z.array(z.string())) })

/** @param isNotice if what is found is mended by a server, and none has had the time to */
export async function applyRule(db: Db, rule: Rule, isNotice = false): Promise<Finding | null> {
  const [found] = await rows(
    db,
    foundRow,
    sql`select count(*)::text as count, (array_agg(id))[1:${sql.raw(`${SHOWN_IDS}`)}] as ids from (
      select id::text from (${rule.faults}) as every order by 1) as faults`,
  )
  if (!found || found.count === 0) return null
  const { rule: name, table, problem, mendedBy, mend } = rule
  return { rule: name, table, count: found.count, ids: found.ids ?? [], problem, mendedBy, mend, isNotice }
}

/** Few enough for a short transaction. */
const CORRECTED_AT_ONCE = 500

/** Corrects what a rule finds, in transactions of a few hundred rows. @returns how many rows */
export async function correctAll(database: Database, { faults, correct }: Rule): Promise<number> {
  if (!correct) return 0
  let corrected = 0
  let before = ''
  for (;;) {
    const found = await database.unbounded((db) =>
      rows(
        db,
        z.object({ id: z.string() }),
        sql`select id::text from (${faults}) as faults where id::text > ${before} order by id::text
          limit ${sql.raw(`${CORRECTED_AT_ONCE}`)}`,
      ),
    )
    const ids = found.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return corrected
    await database.db.transaction((transaction) => correct(transaction, ids))
    corrected += ids.length
    before = last
  }
}

/** The ids as a parameter of a statement. */
export const listOf = (ids: readonly string[], type: 'uuid' | 'text' | 'bigint' = 'uuid'): SQL =>
  sql`${sql.param(ids)}::${sql.raw(type)}[]`
