/**
 * Measures how well questions find their passages, on both databases: with the database's own ranking, with plain BM25
 * and with what the product adds to it.
 *
 * The collection of abstracts is not in the repository; without it that part is left out.
 */
import { onEachDatabase } from './each-database.ts'
import { measureRanking } from './knowledge/measure-ranking.ts'

await onEachDatabase(async (kind, { db }) => {
  console.log(`\n${kind}: how well a question finds its passages`)
  await measureRanking(db)
})
