/**
 * Seeded histories of people who talk, remember, branch and delete (`test/memory-histories.ts`), on each database. Prints
 * what happened in them, and each seed whose promises did not hold.
 *
 * node bench/memory-histories.ts [how many] [the first seed]
 */
import { runMemoryHistories } from '../test/memory-histories.ts'
import { sqlTag } from '../test/sql-tag.ts'
import { onEachDatabase } from './each-database.ts'

const [count = 200, first = 1] = process.argv.slice(2).map(Number)

await onEachDatabase(async (kind, database) => {
  const began = performance.now()
  const histories = await runMemoryHistories({ ...database, sql: sqlTag(database.db) }, { first, count })
  const { faults, asked, stories, remembered, recalled, erased } = histories
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.log(
    `${kind}: ${count} histories in ${seconds} s, ${asked} questions, ${remembered} with facts, ${stories} with a story, ${recalled} with something recalled, ${erased} deletions, ${faults.length} faults`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
})
process.exit()
