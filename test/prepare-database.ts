import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/build.ts'
import { preparedDataFolder } from '../src/server/base/files.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { connectSql } from './sql-tag.ts'
import { workingFolder } from './working-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a migrated, empty database is to be copied from. */
    template:
      | {
          kind: 'pglite'
          folder: string
          /** Where copies of it are put; it goes when the run is over. */
          copies: string
        }
      | { kind: 'postgresql'; url: string; name: string }
  }
}

const log = pino({ level: 'silent' })

/**
 * Once for each project: brings the built product up to date, which tests start in processes of their own, and
 * provides a migrated, empty database, which the tests' own are copies of.
 */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  await build((line) => process.stdout.write(`${line}\n`))
  if (project.config.env.TEST_DATABASE === 'postgresql') return preparePostgresql(project)
  await removeLeftovers()
  const copies = await mkdtemp(join(workingFolder, `bionic-tests-${process.pid}-`))
  project.provide('template', { kind: 'pglite', folder: preparedDataFolder, copies })
  return () => rm(copies, { recursive: true, force: true })
}

/** What runs left that were killed: in memory it would stay until the machine starts anew. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(workingFolder)) {
    const [, pid] = /^bionic-tests-(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(workingFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function preparePostgresql(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL ?? ''
  const prefix = `bionic_test_${randomBytes(6).toString('hex')}`
  const name = `${prefix}_template`
  const { sql, end } = connectSql(url)
  await sql.unsafe(`create database ${name} template template0`)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  const database = await connectDatabase({ databaseUrl: databaseUrl.href, dataDir: '', log })
  await migrate(database)
  await database.close()
  project.provide('template', { kind: 'postgresql', url, name })
  return async () => {
    const left = await sql`select datname as name from pg_database where starts_with(datname, ${prefix})`
    for (const { name } of left) await sql.unsafe(`drop database ${name} with (force)`)
    await end()
  }
}
