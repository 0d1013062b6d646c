import { expect, test } from 'vitest'
import { createLog } from '../../src/server/base/log.ts'
import { migrate } from '../../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../../src/server/db/open/open-database.ts'
import { schemaDefinitions } from '../../test/schema-definitions.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { loadManyAgents } from './load-many-agents.ts'

test('a table that was loaded has each index, constraint, trigger and setting that a migration gave it', async () => {
  const database = await connectDatabase({ dataDir: temporaryFolder(), log: createLog('silent'), minFree: 0 })
  try {
    await migrate(database)
    const migrated = await schemaDefinitions(database)
    await loadManyAgents(database, 20)
    expect(await schemaDefinitions(database)).toEqual(migrated)
  } finally {
    await database.close()
  }
})
