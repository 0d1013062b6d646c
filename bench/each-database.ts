import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { temporaryDatabase } from './temporary-database.ts'

/**
 * Measures on a migrated, empty embedded database and, with DATABASE_URL, on a PostgreSQL server, in databases created
 * for each measurement.
 */
export async function onEachDatabase(
  measure: (kind: 'PGlite' | 'PostgreSQL', database: Database) => Promise<void>,
): Promise<void> {
  const log = createLog('error')
  const dataDir = mkdtempSync(join(tmpdir(), 'bionic-bench-'))
  try {
    await measureAndClose('PGlite', await connectDatabase({ dataDir, log }))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }

  const { DATABASE_URL } = process.env
  if (DATABASE_URL === undefined) {
    console.log('\nDATABASE_URL is not set: PostgreSQL is not measured.')
    return
  }
  const place = await temporaryDatabase(DATABASE_URL)
  try {
    await measureAndClose('PostgreSQL', await connectDatabase({ databaseUrl: place.url, dataDir: '', log }))
  } finally {
    await place.remove()
  }

  async function measureAndClose(kind: 'PGlite' | 'PostgreSQL', database: Database) {
    try {
      await migrate(database)
      await measure(kind, database)
    } finally {
      await database.close()
    }
  }
}
