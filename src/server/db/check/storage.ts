import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { safeMessage } from '../../base/describe-error.ts'
import type { Database, Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { leadsToAll } from './leads-to-all.ts'
import { checkParts } from './missing-parts.ts'
import { type Finding, SHOWN_IDS } from './rule.ts'

/** How the storage was looked at: by PostgreSQL's own functions, or by reading all tables where these may not be used. */
export type StorageLook = 'amcheck' | 'read'

const indexRow = z.object({ name: z.string(), table: z.string(), kind: z.string(), isValid: z.boolean() })
type StoredIndex = z.infer<typeof indexRow>

/** All indexes of our tables, partitions included. */
const listIndexes = ({ db }: Pick<Database, 'db'>): Promise<StoredIndex[]> =>
  rows(
    db,
    indexRow,
    sql`
    select indexrelid::regclass::text as name, indrelid::regclass::text as "table", amname as kind,
      indisvalid and indisready and indislive as "isValid"
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where relnamespace = 'public'::regnamespace and relkind = 'i' order by 1`,
  )

const REINDEX = 'Run npm run bionic -- repair, which makes the index anew.'
const RESTORE =
  'The disk or memory has damaged what is stored: stop the servers, copy what is there, look after the disk, and restore a backup.'

type Fault = Pick<Finding, 'rule' | 'table' | 'ids' | 'problem' | 'mendedBy' | 'mend'>
const finding = (fault: Fault): Finding => ({
  ...fault,
  ids: fault.ids.slice(0, SHOWN_IDS),
  count: fault.ids.length,
  isNotice: false,
})

/** Tables, indexes, constraints and the rules by which text is sorted. */
export async function checkStorage(
  database: Database,
  progress: (what: string) => void,
): Promise<{ look: StorageLook; findings: Finding[] }> {
  const indexes = await listIndexes(database)
  const findings = indexes
    .filter(({ isValid }) => !isValid)
    .map(({ name, table }) =>
      finding({
        ...{ rule: 'storage.invalid-index', table, ids: [name], mendedBy: 'repair', mend: REINDEX },
        problem: 'An index was begun and never finished, so that nothing uses it.',
      }),
    )
  findings.push(
    ...(await checkParts(database)),
    ...(await checkConstraints(database)),
    ...(await checkCollation(database)),
  )
  const usable = indexes.filter(({ isValid }) => isValid)
  const own = await withAmcheck(database, (db) => checkByAmcheck(db, usable, progress))
  if (own) return { look: 'amcheck', findings: [...findings, ...own] }
  return { look: 'read', findings: [...findings, ...(await checkByReading(database, usable, progress))] }
}

async function checkConstraints({ db }: Database): Promise<Finding[]> {
  const open = await rows(
    db,
    z.object({ name: z.string(), table: z.string() }),
    sql`select conname as name, conrelid::regclass::text as "table" from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated order by 1`,
  )
  return open.map(({ name, table }) =>
    finding({
      ...{ rule: 'storage.unvalidated-constraint', table, ids: [name], mendedBy: 'person' },
      problem: 'A constraint holds for new rows alone.',
      mend: `Once the other findings are mended: alter table ${table} validate constraint "${name}".`,
    }),
  )
}

async function checkCollation({ db }: Database): Promise<Finding[]> {
  const [found] = await rows(
    db,
    z.object({ stored: z.nullable(z.string()), actual: z.nullable(z.string()) }),
    sql`select datcollversion as stored, pg_database_collation_actual_version(oid) as actual
      from pg_database where datname = current_database()`,
  )
  if (!found?.stored || !found.actual || found.stored === found.actual) return []
  return [
    finding({
      ...{ rule: 'storage.collation', table: 'pg_database', ids: [found.actual], mendedBy: 'person' },
      problem:
        'The system sorts text otherwise than when the indexes were made, so that rows may not be found.',
      mend: 'Run reindex database, and then alter database … refresh collation version, in this database.',
    }),
  ]
}

class Undone extends Error {}

/**
 * Where the extension is not installed, it is for the time of a transaction that is rolled back, so that nothing of it
 * stays. @returns null where this user may not use it, or the server does not have it
 */
async function withAmcheck(
  database: Database,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding[] | null> {
  let found: Finding[] | null = null
  try {
    await database.unbounded((db) =>
      db.transaction(async (transaction) => {
        const isAllowed = await transaction
          .transaction(async (step) => {
            await step.execute(sql`create extension if not exists amcheck`)
            await step.execute(sql`select from verify_heapam('drizzle.__drizzle_migrations')`)
          })
          .then(
            () => true,
            () => false,
          )
        if (isAllowed) found = await check(transaction)
        throw new Undone()
      }),
    )
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return found
}

const heapRow = z.object({ count: z.coerce.number(), ids: z.nullable(z.array(z.string())) })

async function checkByAmcheck(
  db: Db,
  indexes: readonly StoredIndex[],
  progress: (what: string) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of await listTables(db)) {
    progress(table)
    const damage = await attempt(db, async (step) => {
      const [found] = await rows(
        step,
        heapRow,
        sql`select count(*)::text as count, (array_agg(blkno || ':' || coalesce(offnum, 0)))[1:5] as ids
          from verify_heapam(${table}::regclass, on_error_stop := true, check_toast := true)`,
      )
      return found && found.count > 0 ? (found.ids ?? []) : null
    })
    if (damage) findings.push(damagedTable(table, damage))
  }
  for (const { name, table, kind } of indexes) {
    progress(name)
    // The others have no function of their own in all versions that are supported.
    if (kind !== 'btree') continue
    const damage = await attempt(db, async (step) => {
      await step.execute(sql`select bt_index_check(${name}::regclass, true)`)
      return null
    })
    if (damage) findings.push(damagedIndex(table, name))
  }
  return findings
}

/** @returns where the damage is; null if there is none */
async function attempt(db: Db, look: (step: Db) => Promise<string[] | null>): Promise<string[] | null> {
  try {
    return await db.transaction(look)
  } catch (error) {
    return [safeMessage(error)]
  }
}

const damagedTable = (table: string, ids: string[]) =>
  finding({
    ...{ rule: 'storage.damaged-table', table, ids, mendedBy: 'person', mend: RESTORE },
    problem: 'Rows of a table can not be read as they were written.',
  })

const damagedIndex = (table: string, name: string) =>
  finding({
    ...{ rule: 'storage.damaged-index', table, ids: [name], mendedBy: 'repair', mend: REINDEX },
    problem: 'An index does not lead to the rows that are there.',
  })

const listTables = async (db: Pick<Db, 'execute'>): Promise<string[]> => {
  const found = await rows(
    db,
    z.object({ name: z.string() }),
    sql`select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return found.map(({ name }) => name)
}

/** Reads all rows whole, and counts those that each index leads to. */
async function checkByReading(
  database: Database,
  indexes: readonly StoredIndex[],
  progress: (what: string) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of await listTables(database.db)) {
    progress(table)
    await database.unbounded((db) =>
      db.transaction(
        async (transaction) => {
          const name = sql.raw(table)
          const damage = await attempt(transaction, async (step) => {
            await step.execute(sql`set local enable_indexscan = off`)
            await step.execute(sql`select count(*), sum(octet_length(read::text)) from ${name} read`)
            return null
          })
          if (damage) return void findings.push(damagedTable(table, damage))
          for (const index of indexes.filter((one) => one.table === table && one.kind === 'btree'))
            if (!(await leadsToAll(transaction, index))) findings.push(damagedIndex(table, index.name))
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
  }
  return findings
}
