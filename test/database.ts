import { randomBytes } from 'node:crypto'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'
import { connectDatabase, type Database } from '../src/server/db/connect.ts'

const log = pino({ level: 'silent' })

/**
 * A migrated, empty database for one test file, on whichever kind the run is for; it goes when the file is done.
 * Ask for it at the top of the file: `const database = await testDatabase()`.
 * @param limits of the database, where a test is about them
 */
export async function testDatabase(limits: { statementLimit?: number } = {}): Promise<Database> {
  const template = inject('template')
  const { remove, ...place } =
    template.kind === 'pglite' ? copyFolder() : await copyDatabase(template.url, template.name)
  const database = await connectDatabase({ ...place, ...limits, log })
  afterAll(async () => {
    await database.close()
    await remove()
  })
  return database
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

/** Takes out all rows of all tables, for files whose tests must not see each other's. */
export async function emptyDatabase({ sql }: Database): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`
  await sql.unsafe(`truncate ${tables.map((table) => table.name).join(', ')} restart identity cascade`)
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
  const dataDir = mkdtempSync(join(tmpdir(), 'bionic-test-'))
  copyTemplate(dataDir)
  return { dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function copyDatabase(url: string, template: string) {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template ${admin(template)}`
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  return {
    dataDir: '',
    databaseUrl: databaseUrl.href,
    async remove() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}
