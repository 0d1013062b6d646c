/**
 * Reads of a list of many agents on both databases: by id, page by page, and searched for terms of every rarity. Each is
 * measured as the statement that one would write first, as the product's own query, and over HTTP.
 *
 *     node bench/search.ts [agents]
 *
 * The embedded database is always measured; a PostgreSQL server where DATABASE_URL names one, in a database of its own.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serve } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { listAgents } from '../src/server/db/agent-lists.ts'
import { findAgent } from '../src/server/db/agents.ts'
import { connectDatabase, type Database, type Db } from '../src/server/db/connect.ts'
import { migrate } from '../src/server/db/migrate.ts'
import * as schema from '../src/server/db/schema.ts'
import { createLog } from '../src/server/log.ts'
import { limits } from '../src/shared/limits.ts'
import { testApp } from '../test/app.ts'
import type { Asked, Asking } from './ask-over-http.ts'
import { loadAgents, terms } from './load-agents.ts'

const AGENTS = Math.min(Math.max(Number(process.argv[2]) || 100_000, 5_000), 2_000_000)
const SAMPLES = 200
const AT_ONCE = 16
/** No way of reading is measured longer than this, in milliseconds. */
const PATIENCE = 2_000

const log = createLog('error')
const columns =
  'id, name, description, image_url, capabilities, knowledge_domains, owner, category, is_public, visibility_enabled, upvotes, pump_token, created_at'
const listed = 'is_public and visibility_enabled and deleted_at is null'

interface Read {
  path: string
  /** The statement that one would write first. */
  plain: (sql: Sql) => Promise<unknown>
  query: (db: Db) => Promise<unknown>
}

function reads(id: string): Record<string, Read> {
  const page =
    (where = '', parameters: string[] = []) =>
    (sql: Sql) =>
      sql.unsafe(
        `select ${columns} from agents where ${listed} ${where} order by created_at desc, id desc limit ${limits.listPage + 1}`,
        parameters,
        { prepare: true },
      )
  const search = (query: string): Read => ({
    path: `/api/agents?query=${encodeURIComponent(query)}`,
    plain: page('and search_text like $1', [`%${query.toLowerCase()}%`]),
    query: (db) => listAgents(db, { query, limit: limits.listPage }),
  })
  return {
    'by id': {
      path: `/api/agents/${id}`,
      plain: (sql) => sql`select * from agents where id = ${id}`,
      query: (db) => findAgent(db, id, null),
    },
    'newest 24': {
      path: '/api/agents',
      plain: page(),
      query: (db) => listAgents(db, { limit: limits.listPage }),
    },
    'newest 24 of a category': {
      path: '/api/agents?category=quantum',
      plain: page("and category = 'quantum'"),
      query: (db) => listAgents(db, { category: 'quantum', limit: limits.listPage }),
    },
    'a common term': search(terms.common),
    'a rare term': search(terms.rare),
    'a term of the oldest': search(terms.old),
    'a term of nobody': search('xylophone'),
    'a common letter': search('q'),
    'a rare letter': search(terms.rareMark),
    'a rare pair': search(terms.rarePair),
    'a pair of nobody': search('zz'),
    'signs of nobody': search('???'),
  }
}

await measure('PGlite', async (work) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bionic-bench-'))
  const database = await connectDatabase({ dataDir, log })
  try {
    await work(database)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

const { DATABASE_URL } = process.env
if (DATABASE_URL === undefined) console.log('\nDATABASE_URL is not set: PostgreSQL is not measured.')
else
  await measure('PostgreSQL', async (work) => {
    const name = `bionic_bench_${randomBytes(4).toString('hex')}`
    const admin = postgres(DATABASE_URL, { max: 1, onnotice: () => {} })
    await admin`create database ${admin(name)} template template0`
    const databaseUrl = new URL(DATABASE_URL)
    databaseUrl.pathname = name
    const database = await connectDatabase({ databaseUrl: databaseUrl.href, dataDir: '', log })
    try {
      await work(database)
    } finally {
      await database.close()
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    }
  })

async function measure(kind: string, use: (work: (database: Database) => Promise<void>) => Promise<void>) {
  await use(async (database) => {
    const began = performance.now()
    await migrate(database)
    await database.unbounded((sql) => loadAgents(sql, AGENTS))
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`\n${kind}, ${AGENTS.toLocaleString('en-US')} agents (loaded in ${seconds} s)`)
    console.log('  p50/p99 in ms one at a time, then reads a second at 16 at once')
    console.log(
      `  ${''.padEnd(24)}${['plain statement', 'product query', 'over HTTP'].map(cell).join('')}  indexes`,
    )
    const [newest] = await database.sql<
      { id: string }[]
    >`select id from agents order by created_at desc limit 1 offset 5`
    const server = serve({ fetch: testApp(database).app.fetch, port: 0, hostname: '127.0.0.1' })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const [name, read] of Object.entries(reads(newest?.id ?? ''))) {
      const ways = [
        await time(() => read.plain(database.sql)),
        await time(() => read.query(database.db)),
        await timeOverHttp(port, read.path),
      ]
      console.log(`  ${name.padEnd(24)}${ways.map(cell).join('')}  ${await indexesOf(database, read.query)}`)
    }
    server.close()
  })
}

function cell(text: string): string {
  return text.padEnd(28)
}

async function time(read: () => Promise<unknown>): Promise<string> {
  for (let warm = 0; warm < 5; warm++) await read()
  return figures(await repeat(read, SAMPLES, 1), await repeat(read, SAMPLES * 4, AT_ONCE))
}

async function repeat(read: () => Promise<unknown>, count: number, atOnce: number): Promise<Asked> {
  const times: number[] = []
  const began = performance.now()
  const ask = async () => {
    for (let asked = 0; asked < count / atOnce && performance.now() - began < PATIENCE; asked++) {
      const from = performance.now()
      await read()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return { times, milliseconds: performance.now() - began }
}

async function timeOverHttp(port: number, path: string): Promise<string> {
  const ask = async (count: number, atOnce: number): Promise<Asked> => {
    const workerData: Asking = { port, path, count, atOnce, patience: PATIENCE }
    const worker = new Worker(new URL('./ask-over-http.ts', import.meta.url), { workerData })
    const [asked] = (await once(worker, 'message')) as [Asked]
    return asked
  }
  return figures(await ask(SAMPLES, 1), await ask(SAMPLES * 4, AT_ONCE))
}

function figures(alone: Asked, together: Asked): string {
  const sorted = alone.times.toSorted((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2),
  )
  const perSecond = Math.round((together.times.length / together.milliseconds) * 1000)
  return `${p50}/${p99}, ${perSecond.toLocaleString('en-US')}/s`
}

/** Which indexes the planner takes for the statements of a read; a scan of the whole table is named as one. */
async function indexesOf(database: Database, query: Read['query']): Promise<string> {
  const asked: { text: string; parameters: unknown[] }[] = []
  const logger = { logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }) }
  await query(drizzle({ client: database.sql, schema, logger }))
  const plans = await Promise.all(
    asked.map(({ text, parameters }) => database.sql.unsafe(`explain ${text}`, parameters as string[])),
  )
  return plans
    .map((plan) => {
      const lines = plan.map((line) => String(line['QUERY PLAN']))
      const used = lines.flatMap(
        (line) => /(?:using|Index Scan on) (agents_\w+)|(Seq Scan)/.exec(line)?.slice(1) ?? [],
      )
      return [...new Set(used.filter(Boolean))].join(' + ')
    })
    .join('; then ')
}
