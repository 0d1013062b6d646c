/**
 * Reads of a list of many agents on both databases: by id, page by page, and searched for terms of every rarity. Each is
 * measured as the statement that one would write first, as the product's own query, and over HTTP.
 *
 *     node bench/search.ts [agents]
 *
 * The embedded database is always measured; a PostgreSQL server where DATABASE_URL names one, in a database of its own.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { listAgents } from '../src/server/db/agents/agent-lists.ts'
import { type FindAgent, prepareFindAgent } from '../src/server/db/agents/agents.ts'
import type { Database, Db } from '../src/server/db/connect/connect.ts'
import { limits } from '../src/shared/common/limits.ts'
import { testApp } from '../test/app.ts'
import { onEachDatabase } from './each-database.ts'
import { loadAgents, terms } from './load-agents.ts'
import { timeReads, timeReadsOverHttp } from './time-reads.ts'

const AGENTS = Math.min(Math.max(Number(process.argv[2]) || 100_000, 5_000), 2_000_000)
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
  // Prepared once for a database, as the product does.
  const finders = new WeakMap<object, FindAgent>()
  const find = (db: Db) => {
    const found = finders.get(db) ?? prepareFindAgent(db)
    finders.set(db, found)
    return found
  }

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
      query: (db) => find(db)(id, null),
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

await onEachDatabase(async (kind, database) => {
  const began = performance.now()
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
      await timeReads(() => read.plain(database.sql)),
      await timeReads(() => read.query(database.db)),
      await timeReadsOverHttp(port, read.path),
    ]
    console.log(`  ${name.padEnd(24)}${ways.map(cell).join('')}  ${await indexesOf(database, read.query)}`)
  }
  server.close()
})

function cell(text: string): string {
  return text.padEnd(28)
}

/** Which indexes the planner takes for the statements of a read; a scan of the whole table is named as one. */
async function indexesOf(database: Database, query: Read['query']): Promise<string> {
  const asked: { text: string; parameters: unknown[] }[] = []
  const logger = { logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }) }
  await query(drizzle({ client: database.sql, logger }))
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
