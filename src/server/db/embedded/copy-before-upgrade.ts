import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { readMigrations, readSchemaState } from '../connect/migrations.ts'
import { rows } from '../rows.ts'
import { keepCopy, removeOldCopies } from './database-copies.ts'

/**
 * Copies an embedded database that has rows and lacks migrations, before it gets them. It is to be called before anything
 * else uses the database.
 * @returns the folder of the copy; null if nothing is to be done
 * @throws {DatabaseError} if the disk has no room for the copy
 */
export async function copyBeforeUpgrade(
  database: Database,
  { dataDir, log }: { dataDir: string; log: Logger },
): Promise<string | null> {
  const { applied, pending } = await readSchemaState(database.db, readMigrations())
  const [next] = pending
  if (!database.copyFiles || !next || applied.length === 0 || !(await hasRows(database))) return null
  const copy = await keepCopy(dataDir, await database.copyFiles(), { migration: next.name, now: new Date() })
  removeOldCopies(dataDir)
  log.info(
    { copy, migrations: pending.length },
    'the database was copied before it is brought up to date; to go back, stop the server, run npm run bionic -- upgrade --undo, and start the version from before',
  )
  return copy
}

async function hasRows({ db }: Database): Promise<boolean> {
  const names = await rows(
    db,
    z.object({ name: z.string() }),
    sql`select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  for (const { name } of names) {
    const [found] = await rows(
      db,
      z.object({ any: z.boolean() }),
      sql`select exists (select from ${sql.raw(name)}) as any`,
    )
    if (found?.any) return true
  }
  return false
}
