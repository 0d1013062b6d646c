import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../src/server/db/connect.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { placeOfMigratedFolder } from './migrated-folder.ts'
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

/** Once for each project: migrates one database, which the tests' own are copies of. */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  if (project.config.env.TEST_DATABASE === 'postgresql') return preparePostgresql(project)
  const folder = await prepareFolder()
  await removeLeftovers()
  const copies = await mkdtemp(join(workingFolder, `bionic-tests-${process.pid}-`))
  project.provide('template', { kind: 'pglite', folder, copies })
  return () => rm(copies, { recursive: true, force: true })
}

/** A data folder, kept between runs until something that it is made from changes. */
async function prepareFolder(): Promise<string> {
  const folder = await placeOfMigratedFolder()
  if (existsSync(folder)) return folder

  const fresh = `${folder}-${process.pid}`
  await mkdir(fresh, { recursive: true })
  const database = await connectDatabase({ dataDir: fresh, log })
  await migrate(database)
  await database.close()
  // Another run may have been quicker: its folder is as good.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  return folder
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
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template template0`
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  const database = await connectDatabase({ databaseUrl: databaseUrl.href, dataDir: '', log })
  await migrate(database)
  await database.close()
  project.provide('template', { kind: 'postgresql', url, name })
  return async () => {
    const left = await admin`select datname as name from pg_database where starts_with(datname, ${prefix})`
    for (const row of left) await admin`drop database ${admin(row.name)} with (force)`
    await admin.end()
  }
}
