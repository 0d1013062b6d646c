import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '../../src/server/base/log.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { migrate } from '../../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../../src/server/db/open/open-database.ts'

/**
 * Creates an empty, migrated database in `folder`, which is copied for new data folders: creating one takes seconds and
 * a gigabyte of memory, copying it neither.
 */
export async function buildDatabase(folder: string): Promise<void> {
  const database = await connectDatabase({ dataDir: folder, log: createLog('silent'), minFree: 0 })
  try {
    await migrate(database)
    await dropTemplates(database)
  } finally {
    await database.close()
  }
  await rm(join(folder, 'reserve'), { force: true })
}

/**
 * Leaves the one database that is used. The other two, from which no others are ever made, are two files of five of a
 * new folder and a third of its bytes, and nothing vacuums them: after two thousand million transactions their age would
 * stop every write.
 */
async function dropTemplates({ unbounded }: Database): Promise<void> {
  await unbounded(async (db) => {
    for (const name of ['template0', 'template1']) {
      await db.execute(`alter database ${name} is_template false`)
      await db.execute(`drop database ${name}`)
    }
    await db.execute('checkpoint')
  })
}

if (import.meta.main) await buildDatabase(process.argv[2] ?? '')
