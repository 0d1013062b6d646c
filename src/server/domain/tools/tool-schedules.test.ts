import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { makeActingAgent, runSchedules } from '../../../../test/tool-schedules.ts'

const database = await testDatabase()

test('whatever people, servers and time do, effects happen at most once and only with consent, and nothing is stuck', async () => {
  const agentId = await makeActingAgent(database)
  // `node bench/tool-schedules.ts` runs any number of them.
  const { faults, effects, kills, unknown } = await runSchedules(database, agentId, { first: 1, count: 60 })
  expect(faults).toEqual([])
  expect(Math.min(effects, kills)).toBeGreaterThan(20)
  expect(unknown).toBeGreaterThan(0)
})
