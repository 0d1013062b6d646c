import { randomBytes } from 'node:crypto'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import type { Database } from '../src/server/db/connect/connect.ts'
import { databaseOn } from '../src/server/db/connect/connection-pool.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { connectSql, type SqlTag, sqlTag } from './sql-tag.ts'

const log = pino({ level: 'silent' })

/** The embedded database of this worker, which its files use one after the other; it ends with the worker's process. */
let kept: Promise<{ database: TestDatabase; schema: string; errors: string[] }> | undefined

/** A database with a short way to ask it. */
export type TestDatabase = Database & { sql: SqlTag }

/** What still works on the running file's databases. */
let ends: (() => Promise<unknown>)[] = []

/**
 * A migrated, empty database for one test file, on whichever kind the run is for. A file that alters the schema, or
 * that is about limits, plans or what the database counts of itself, needs its own instead (`ownDatabase`).
 * Ask for it at the top of the file: `const database = await testDatabase()`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if (template.kind === 'postgresql') return ownDatabase()
  // Starting an embedded one costs a second of CPU, emptying it nearly nothing.
  kept ??= openKept()
  const { database, schema, errors } = await kept
  await emptyDatabase(database)
  const { db, takeBack } = lend(database)
  afterAll(async () => {
    await endWork().finally(takeBack)
    // What a file meets after its database has started again, or has stopped, says nothing of the reason.
    const said = errors.join('')
    if (said === '' && (await describeSchema(database.sql)) === schema) return
    kept = undefined
    await database.close()
    if (said !== '') throw new Error(`The embedded database said: ${said}`)
    throw new Error('A test file that alters the schema needs a database of its own: ownDatabase')
  })
  return withSql({ ...database, db })
}

/**
 * `testDatabase` for a file that is not about the database: what it proves is decided before or after a statement, and
 * other files ask the same statements on every kind there is. Such a file runs once, on PostgreSQL if there is one (record
 * 0119).
 */
export const anyDatabase = testDatabase

/**
 * `testDatabase` that no other file has; it goes when the file is done.
 * @param limits of the database, and of the disk under an embedded one, where a test is about them
 */
export async function ownDatabase(
  limits: { statementLimit?: number; minFree?: number; room?: BigInt64Array } = {},
): Promise<TestDatabase> {
  const template = inject('template')
  const { remove, ...place } =
    template.kind === 'pglite' ? copyFolder() : await copyDatabase(template.url, template.name)
  const database = await connectDatabase({ ...place, ...limits, log })
  afterAll(async () => {
    await endWork().finally(database.close)
    await remove()
  })
  return withSql(database)
}

/** Has something that works on the running file's database ended when the file is done, before the database goes. */
export function endWithFile(end: () => Promise<unknown>): void {
  ends.push(end)
}

async function endWork(): Promise<void> {
  const ending = ends
  ends = []
  await Promise.all(ending.map((end) => end()))
}

async function openKept() {
  const { dataDir } = copyFolder()
  const errors: string[] = []
  const errorLog = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  const database = withSql(await connectDatabase({ dataDir, log: errorLog }))
  database.failed.then((error) => errors.push(`${error.message} ${error.cause}\n`))
  return { database, schema: await describeSchema(database.sql), errors }
}

const withSql = (database: Database): TestDatabase => ({ ...database, sql: sqlTag(database.db) })

/** The same database until it is taken back: what a file left at work would meet the next one's rows. */
function lend({ db }: Database): { db: Database['db']; takeBack: () => void } {
  let isLent = true
  const lent = new Proxy(db.$client, {
    get(target, name) {
      if (!isLent) throw new Error('The test file whose database this was is over')
      const own: unknown = Reflect.get(target, name)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
  return {
    db: databaseOn(lent),
    takeBack() {
      isLent = false
    },
  }
}

/** Changes when a table, a column, an index, a constraint, a trigger or a function comes or goes. */
async function describeSchema(sql: SqlTag): Promise<string> {
  const made = 16_384
  const [row] = await sql<{ schema: string }[]>`
    select concat_ws(' ',
      (select count(*) || ':' || sum(oid::bigint) from pg_class where relnamespace = 'public'::regnamespace),
      (select count(*) from pg_attribute where attrelid >= ${made} and not attisdropped),
      (select count(*) || ':' || sum(oid::bigint) from pg_constraint where oid >= ${made}),
      (select count(*) || ':' || sum(oid::bigint) from pg_trigger where oid >= ${made}),
      (select count(*) || ':' || sum(oid::bigint) from pg_proc where oid >= ${made})) as schema`
  return row?.schema ?? ''
}

/**
 * Where a server process finds a migrated, empty database of its own, as its environment says it; the database goes
 * when the test file is done.
 */
export async function testDatabaseVariables(): Promise<Record<string, string>> {
  const template = inject('template')
  if (template.kind === 'pglite') {
    const { dataDir, remove } = copyFolder()
    afterAll(remove)
    return { DATA_DIR: dataDir }
  }
  const { databaseUrl, remove } = await copyDatabase(template.url, template.name)
  afterAll(remove)
  return { DATABASE_URL: databaseUrl }
}

/** In bytes. A table that has grown this large is made anew: rows that are taken out leave their space behind. */
const LARGE_TABLE = 256 * 1024

/**
 * Takes out all rows of all tables, and has identities begin at one again. Truncating makes each table and each index
 * anew, which takes a hundred times as long as deleting the few rows that most files leave.
 */
async function emptyDatabase({ sql }: TestDatabase): Promise<void> {
  const tables = await sql<{ name: string; bytes: number }[]>`
    select format('%I.%I', nspname, relname) as name, pg_relation_size(pg_class.oid)::int as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r'`
  const names = tables.map(({ name }) => name)
  if (tables.some(({ bytes }) => bytes > LARGE_TABLE))
    return void (await sql.unsafe(`truncate ${names.join(', ')} restart identity cascade`))
  const used = tables.filter(({ bytes }) => bytes > 0)
  // In one transaction, without the triggers: no table is left with a row that another one could miss.
  await sql.unsafe(
    [
      'set local session_replication_role = replica',
      ...used.map(({ name }) => `delete from ${name}`),
      "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public'",
    ].join(';\n'),
  )
}

/** Gives a data folder, which is there or not, a migrated embedded database that no one has open. */
export function copyTemplate(dataDir: string): void {
  const template = inject('template')
  if (template.kind !== 'pglite') throw new Error('This run has no embedded database')
  cpSync(join(template.folder, 'db'), join(dataDir, 'db'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
}

function copyFolder() {
  const template = inject('template')
  if (template.kind !== 'pglite') throw new Error('This run has no embedded database')
  const dataDir = mkdtempSync(join(template.copies, 'copy-'))
  copyTemplate(dataDir)
  return { dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function copyDatabase(url: string, template: string) {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const { sql, end } = connectSql(url)
  await sql.unsafe(`create database ${name} template ${template}`)
  // What has not reached the disk is there all the same unless PostgreSQL itself ends, which in tests this one never does.
  await sql.unsafe(`alter database ${name} set synchronous_commit = off`)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  return {
    dataDir: '',
    databaseUrl: databaseUrl.href,
    async remove() {
      await sql.unsafe(`drop database ${name} with (force)`)
      await end()
    },
  }
}
