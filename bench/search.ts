/**
 * Measures reads of a list of many agents on both databases: by id, page by page, and searches for terms of different
 * frequencies. Each is measured as the obvious statement, as the product's own query, and over HTTP.
 *
 * node bench/search.ts [agents]
 *
 * Always measures the embedded database; with DATABASE_URL also a PostgreSQL server, in a temporary database.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { desc, type SQL, sql } from 'drizzle-orm'
import { listAgents, listAgentsLike } from '../src/server/db/agents/agent-lists.ts'
import { type FindAgent, prepareFindAgent } from '../src/server/db/agents/agents.ts'
import { isListed } from '../src/server/db/agents/visibility.ts'
import type { Database, Db } from '../src/server/db/connect/connect.ts'
import { agents } from '../src/server/db/schema/agents.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { limits } from '../src/shared/common/limits.ts'
import { testApp } from '../test/app.ts'
import { explain } from '../test/explain.ts'
import { onEachDatabase } from './each-database.ts'
import { loadAgents, terms } from './load-agents.ts'
import { timeReads, timeReadsOverHttp } from './time-reads.ts'

const AGENTS = Math.min(Math.max(Number(process.argv[2]) || 100_000, 5_000), 2_000_000)
const columns =
  'id, name, description, image_url, capabilities, knowledge_domains, owner, category, is_public, visibility_enabled, upvotes, pump_token, created_at'
const listed = 'is_public and visibility_enabled and deleted_at is null'

type AgentToCompare = Pick<Agent, 'id' | 'category' | 'capabilities' | 'knowledgeDomains'>

interface Read {
  path: string
  /** The obvious statement. */
  plain: (db: Db) => Promise<unknown>
  query: (db: Db) => Promise<unknown>
}

function reads(agent: AgentToCompare): Record<string, Read> {
  const { id } = agent
  // Prepared once per database, as in the product.
  const finders = new WeakMap<object, FindAgent>()
  const find = (db: Db) => {
    const found = finders.get(db) ?? prepareFindAgent(db)
    finders.set(db, found)
    return found
  }

  const page =
    (where: SQL = sql``) =>
    async (db: Db) =>
      db.execute(sql`
        select ${sql.raw(columns)} from agents where ${sql.raw(listed)} ${where}
        order by created_at desc, id desc limit ${limits.listPage + 1}`)
  const search = (query: string): Read => ({
    path: `/api/agents?query=${encodeURIComponent(query)}`,
    plain: page(sql`and search_text like ${`%${query.toLowerCase()}%`}`),
    query: (db) => listAgents(db, { query, limit: limits.listPage }),
  })
  const ranked =
    (order: string, where: SQL = sql``) =>
    async (db: Db) =>
      db.execute(sql`
        select ${sql.raw(columns)} from agents where ${sql.raw(listed)} ${where}
        order by ${sql.raw(order)} desc, created_at desc, id desc limit ${limits.listPage + 1}`)
  const tagged = (tag: string): Read => ({
    path: `/api/agents?tag=${tag}`,
    plain: page(sql`and ${tag} = any(capabilities)`),
    query: (db) => listAgents(db, { tag, limit: limits.listPage }),
  })
  return {
    'by id': {
      path: `/api/agents/${id}`,
      plain: async (db) => db.execute(sql`select * from agents where id = ${id}`),
      query: (db) => find(db)(id, null),
    },
    'newest 24': {
      path: '/api/agents',
      plain: page(),
      query: (db) => listAgents(db, { limit: limits.listPage }),
    },
    'newest 24 of a category': {
      path: '/api/agents?category=quantum',
      plain: page(sql`and category = 'quantum'`),
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
    ...Object.fromEntries(
      (['rising', 'talked'] as const).flatMap((order): [string, Read][] => [
        [
          `${order} 24`,
          {
            path: `/api/agents?order=${order}`,
            plain: ranked(order),
            query: (db) => listAgents(db, { order, limit: limits.listPage }),
          },
        ],
        [
          `${order} 24 of a category`,
          {
            path: `/api/agents?order=${order}&category=quantum`,
            plain: ranked(order, sql`and category = 'quantum'`),
            query: (db) => listAgents(db, { order, category: 'quantum', limit: limits.listPage }),
          },
        ],
        [
          `${order}, a rare term`,
          {
            path: `/api/agents?order=${order}&query=${terms.rare}`,
            plain: ranked(order, sql`and search_text like ${`%${terms.rare.toLowerCase()}%`}`),
            query: (db) => listAgents(db, { order, query: terms.rare, limit: limits.listPage }),
          },
        ],
      ]),
    ),
    'a common tag': tagged(terms.common),
    'a tag of nobody': tagged('xylophone'),
    'like one': {
      path: `/api/agents/${id}/like`,
      plain: page(sql`and category = 'quantum'`),
      query: (db) => listAgentsLike(db, agent, 4),
    },
  }
}

await onEachDatabase(async (kind, database) => {
  const began = performance.now()
  await database.unbounded((db) => loadAgents(db, AGENTS))
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`\n${kind}, ${AGENTS.toLocaleString('en-US')} agents (loaded in ${seconds} s)`)
  console.log('  p50/p99 in ms one at a time, then reads a second at 16 at once')
  console.log(
    `  ${''.padEnd(24)}${['plain statement', 'product query', 'over HTTP'].map(cell).join('')}  indexes`,
  )
  const [newest] = await database.db
    .select({
      id: agents.id,
      category: agents.category,
      capabilities: agents.capabilities,
      knowledgeDomains: agents.knowledgeDomains,
    })
    .from(agents)
    .where(isListed)
    .orderBy(desc(agents.createdAt))
    .limit(1)
    .offset(5)
  if (!newest) throw new Error('No agent was loaded')
  const server = serve({ fetch: testApp(database).app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [name, read] of Object.entries(reads(newest))) {
    const ways = [
      await timeReads(() => read.plain(database.db)),
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

/** The indexes that the planner uses for the statements of a read; a sequential scan is reported as one. */
async function indexesOf(database: Database, query: Read['query']): Promise<string> {
  const { plans } = await explain(database, query)
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
