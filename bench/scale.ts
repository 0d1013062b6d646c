/**
 * Loads many agents and messages into a PostgreSQL server of its own and measures what people wait for: a conversation
 * that is opened, a page of its history, a question that is stored, and searches of agents by every kind of term. Each
 * sample is of another conversation. It needs about 1.5 KB of disk for an agent and 0.7 KB for a message, and refuses to
 * begin without.
 *
 * node bench/scale.ts [thousands of agents] [thousands of messages] [characters of a reply]
 */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { rows } from '../src/server/db/rows.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { sqlTag } from '../test/sql-tag.ts'
import { percentile } from './percentile.ts'
import { postgresTime } from './postgres-time.ts'
import { loadManyAgents } from './scale/load-many-agents.ts'
import { loadManyMessages } from './scale/load-many-messages.ts'
import { agentReads, conversationReads } from './scale/reads.ts'

const thousands = (given: string | undefined, usual: number, most: number) =>
  1000 * Math.min(Math.max(Number(given) || usual, 10), most)
const AGENTS = thousands(process.argv[2], 100, 10_000)
const MESSAGES = thousands(process.argv[3], 1_000, 100_000)
const REPLY_CHARACTERS = Math.min(Math.max(Number(process.argv[4]) || 720, 20), 4_000)
const AGENT_BYTES = 1_500
const MESSAGE_BYTES = 450 + REPLY_CHARACTERS / 2
/** What the disk keeps for others. */
const FREE_BYTES = 15 * 1024 ** 3
const SAMPLES = 300
const WARM_UP = 20
/** The longest time for one kind of read, in milliseconds. */
const PATIENCE = 20_000
const TARGET_MS = 20

const { bavail, bsize } = statfsSync(tmpdir())
const needed = AGENTS * AGENT_BYTES + MESSAGES * MESSAGE_BYTES
if (bavail * bsize < needed + FREE_BYTES) {
  console.error(
    `It needs ${gigabytes(needed)} and leaves ${gigabytes(FREE_BYTES)} to others; ${gigabytes(bavail * bsize)} are free.`,
  )
  process.exit(1)
}

const settings = [
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'effective_cache_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
]
const server = await startPostgres({ parent: tmpdir(), settings })
try {
  const database = await connectDatabase({ databaseUrl: server.url, dataDir: '', log: createLog('error') })
  try {
    await migrate(database)
    await load(database)
    await measureAll(database)
  } finally {
    await database.close()
  }
} finally {
  await server.remove()
}

async function load(database: Database) {
  const count = (number: number) => number.toLocaleString('en-US')
  const agents = await loadManyAgents(database, AGENTS)
  console.log(
    `${count(AGENTS)} agents: rows ${seconds(agents.rowsSeconds)}, indexes ${seconds(agents.indexSeconds)}`,
  )
  const messages = await loadManyMessages(database, MESSAGES, REPLY_CHARACTERS)
  console.log(
    `${count(MESSAGES)} messages: rows ${seconds(messages.rowsSeconds)}, indexes ${seconds(messages.indexSeconds)}`,
  )
  const sizes = await rows(
    database.db,
    z.object({ name: z.string(), table: z.number(), indexes: z.number() }),
    sql`select relname as name, pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes from pg_class
      where relname in ('agents', 'conversations', 'messages') order by relname`,
  )
  for (const { name, table, indexes } of sizes)
    console.log(`  ${name.padEnd(14)} rows ${gigabytes(table)}, indexes ${gigabytes(indexes)}`)
}

async function measureAll(database: Database) {
  console.log(
    `\np50/p99/longest in ms, and ms of a core of the database: ${SAMPLES} samples, one after the other`,
  )
  const databaseSeconds = await postgresTime(sqlTag(database.db))
  const reads = { ...conversationReads(database.db, MESSAGES), ...agentReads(database.db) }
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = []
    for (let sample = 0; sample < WARM_UP; sample++) await read(sample)
    const [began, used] = [performance.now(), databaseSeconds()]
    while (times.length < SAMPLES && performance.now() - began < PATIENCE) {
      const from = performance.now()
      await read(WARM_UP + times.length)
      times.push(performance.now() - from)
    }
    const core = ((databaseSeconds() - used) * 1000) / times.length
    const figures = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(2)).join(' / ')
    const isLate = percentile(times, 0.99) > TARGET_MS
    console.log(
      `  ${name.padEnd(34)} ${figures.padEnd(24)} ${core.toFixed(2).padStart(8)}${isLate ? '  over 20' : ''}`,
    )
  }
}

function seconds(value: number): string {
  return `${value.toFixed(0)} s`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}
