import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { runMemoryHistories } from '../../../../test/memory-histories.ts'

const database = await testDatabase()

// §7.7
test('whatever people say, remember, branch and delete, a request has what may be in it: nothing deleted, nothing of others, never more than the window, and the persona whole', async () => {
  // `node bench/memory-histories.ts` runs any number of them.
  const { faults, ...counts } = await runMemoryHistories(database, { first: 1, count: 4 })
  expect(faults).toEqual([])
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
})
