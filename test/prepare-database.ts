import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../src/server/db/connect.ts'
import { migrate, migrationsFolder } from '../src/server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a migrated, empty database is to be copied from. */
    template: { kind: 'pglite'; folder: string } | { kind: 'postgresql'; url: string; name: string }
  }
}

const log = pino({ level: 'silent' })

/** Once for each project: migrates one database, which the tests' own are copies of. */
export default async function prepareDatabase(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env.TEST_DATABASE === 'postgresql') return preparePostgresql(project)
  project.provide('template', { kind: 'pglite', folder: await prepareFolder() })
  return undefined
}

/** A data folder, kept between runs until something that it is made from changes. */
async function prepareFolder(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = [
    join(root, 'src/server/db/embedded/open-pglite.ts'),
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
    ...(await readdir(migrationsFolder))
      .sort()
      .flatMap((name) => (name.endsWith('.sql') ? join(migrationsFolder, name) : [])),
  ]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(await readFile(source))
  const folder = join(root, '.cache', 'test-database', hash.digest('hex').slice(0, 16))
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
