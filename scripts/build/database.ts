import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '../../src/server/base/log.ts'
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
  } finally {
    await database.close()
  }
  await rm(join(folder, 'reserve'), { force: true })
}

if (import.meta.main) await buildDatabase(process.argv[2] ?? '')
