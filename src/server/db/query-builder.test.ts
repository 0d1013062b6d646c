import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { agents } from './schema/agents.ts'

const { db } = await testDatabase()

test('a statement with parameters is prepared once, in transactions too, and gives the same rows each time', async () => {
  const id = '3f0f5a0e-9f6e-4a0c-8d0e-0c5c6f1d2e3b'
  const texts = await db.transaction(async (own) => {
    for (let times = 0; times < 3; times++)
      expect(
        await own
          .select({ id: agents.id, pumpToken: agents.pumpToken })
          .from(agents)
          .where(eq(agents.id, id)),
      ).toEqual([])
    return own.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like 'select "id", "pump_token" from "agents" where%'`,
    )
  })
  expect(texts).toHaveLength(1)
})
