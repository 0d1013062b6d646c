import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '../../src/server/base/log.ts'
import { migrate } from '../../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../../src/server/db/open/open-database.ts'
import { agentHandles, agents } from '../../src/server/db/schema/agents.ts'
import { schemaDefinitions } from '../../test/schema-definitions.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { loadManyAgents } from './load-many-agents.ts'

test('what many agents were loaded into has each index, constraint, trigger and setting that a migration gave it, and each agent its handle', async () => {
  const database = await connectDatabase({ dataDir: temporaryFolder(), log: createLog('silent'), minFree: 0 })
  try {
    await migrate(database)
    const migrated = await schemaDefinitions(database)
    await loadManyAgents(database, 20)
    expect(await schemaDefinitions(database)).toEqual(migrated)
    const numbers = await database.db
      .select({ name: agents.name })
      .from(agents)
      .innerJoin(
        agentHandles,
        and(eq(agentHandles.agentId, agents.id), eq(agentHandles.handle, agents.handle)),
      )
    expect(numbers).toHaveLength(20)
  } finally {
    await database.close()
  }
})
