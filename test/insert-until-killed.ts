import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { sqlTag } from './sql-tag.ts'

/**
 * A program: opens the data folder given as its argument, says `ready`, and inserts rows for as long as it lives,
 * printing the number of each one that the database has acknowledged. A refusal is printed instead.
 */
const [, , dataDir = ''] = process.argv
try {
  const { db } = await connectDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const sql = sqlTag(db)
  await sql`create table if not exists acknowledged (id integer primary key)`
  const [row] = await sql<{ next: number }[]>`select coalesce(max(id), 0) + 1 as next from acknowledged`
  writeSync(1, 'ready\n')
  for (let id = row?.next ?? 1; ; id++) {
    await sql`insert into acknowledged values (${id})`
    writeSync(1, `${id}\n`)
  }
} catch (error) {
  writeSync(1, `refused: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
