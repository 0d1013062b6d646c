/**
 * Seeded schedules of what people, servers and time do to replies that act (`test/tool-schedules.ts`), on each database.
 * Prints how many calls, effects and deaths there were, and each seed whose promises did not hold.
 *
 * node bench/tool-schedules.ts [how many] [the first seed]
 */
import { sqlTag } from '../test/sql-tag.ts'
import { makeActingAgent, runSchedules } from '../test/tool-schedules.ts'
import { onEachDatabase } from './each-database.ts'

const [count = 1_000, first = 1] = process.argv.slice(2).map(Number)

await onEachDatabase(async (kind, database) => {
  const withSql = { ...database, sql: sqlTag(database.db) }
  const agentId = await makeActingAgent(withSql)
  const began = performance.now()
  const { faults, calls, effects, unknown, kills } = await runSchedules(withSql, agentId, { first, count })
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.log(
    `${kind}: ${count} schedules in ${seconds} s, ${calls} calls, ${effects} effects, ${kills} deaths, ${unknown} unknown, ${faults.length} faults`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
})
process.exit()
