/**
 * Measures the analytics of agents on both databases: reading them after a million recorded replies, compared with the
 * obvious statement over the replies themselves; and what recording adds to a reply, in CPU and in the time to its
 * first word.
 *
 * node bench/control.ts [replies]
 *
 * Always measures the embedded database; with DATABASE_URL also a PostgreSQL server, in a temporary database.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'
import { testApp } from '../test/app.ts'
import { sqlTag } from '../test/sql-tag.ts'
import { measureRecording } from './control/measure-recording.ts'
import { onEachDatabase } from './each-database.ts'
import { loadReplies } from './load-replies.ts'
import { percentile } from './percentile.ts'
import { timeReadsOverHttp } from './time-reads.ts'

const REPLIES = Math.min(Math.max(Number(process.argv[2]) || 1_000_000, 10_000), 10_000_000)
const PLAIN_SAMPLES = 5
const ranges = { '24h': ['hour', 23], '7d': ['day', 6], '30d': ['day', 29] } as const

interface Read {
  path: string
  /** The obvious statement: it returns less and reads every reply. */
  plain?: (db: Db) => Promise<unknown>
}

function reads(owner: string, agent: string): Record<string, Read> {
  const all: Record<string, Read> = {}
  for (const [range, [step, steps]] of Object.entries(ranges)) {
    const plain = (where: SQL) => async (db: Db) =>
      db.execute(sql`
      select count(*), count(distinct wallet), sum(words), count(*) filter (where ended = 'finished'),
        percentile_disc(array[0.5, 0.95]) within group (order by first_words)
      from replies where ${where} and at >= date_trunc(${step}, now(), 'UTC') - ${steps}::int * ${`1 ${step}`}::interval`)
    all[`one agent, ${range}`] = {
      path: `/api/me/figures?range=${range}&agent=${agent}`,
      plain: plain(sql`agent_id = ${agent}`),
    }
    all[`all of 20 agents, ${range}`] = {
      path: `/api/me/figures?range=${range}`,
      plain: plain(sql`owner = ${owner}`),
    }
  }
  return {
    ...all,
    'one agent, 30d, as CSV': { path: `/api/me/figures.csv?range=30d&agent=${agent}` },
    'all of 20 agents, 30d, as CSV': { path: '/api/me/figures.csv?range=30d' },
  }
}

await onEachDatabase(async (kind, database) => {
  const product = testApp(database)
  const account = await product.signIn()
  const began = performance.now()
  const agents = await database.unbounded((db) => loadReplies(db, account.address, REPLIES))
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const [recorded] = await sqlTag(database.db)<{ replies: number; people: number }[]>`
    select (select sum(messages) from agent_figures where step = 'day')::int as replies,
      (select count(*) from owner_people where owner = ${account.address})::int as people`
  const counted = [recorded?.replies, recorded?.people].map((count) => count?.toLocaleString('en-US'))
  console.log(
    `\n${kind}, ${counted[0]} recorded replies, ${counted[1]} people of the owner (made in ${seconds} s)`,
  )
  console.log(
    '  p50 in ms of the plain statement; p50/p99 in ms one at a time over HTTP, then reads a second at 16 at once',
  )
  console.log(`  ${''.padEnd(34)}${['plain, over the replies', 'over HTTP'].map(cell).join('')}`)
  const server = serve({ fetch: product.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { cookie: account.cookie, 'accept-encoding': 'gzip' }
  const measure = async (name: string, { path, plain }: Read) => {
    const cells = [
      plain ? await timeFew(() => plain(database.db)) : '',
      await timeReadsOverHttp(port, path, headers),
    ]
    console.log(`  ${name.padEnd(34)}${cells.map(cell).join('')}`)
  }
  const [first = '', last = ''] = [agents[0], agents.at(-1)]
  for (const [name, read] of Object.entries(reads(account.address, first))) await measure(name, read)
  // Until the agent is deleted for good, the number of the owner's people is counted again.
  await product.send('DELETE', `/api/agents/${last}`, { as: account })
  await measure('all, 30d, one just deleted', { path: '/api/me/figures?range=30d' })
  server.close()

  await measureRecording(database, agents.slice(0, -1))
})

/** The obvious statement takes seconds; many at once would exceed the statement timeout. */
async function timeFew(read: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let sample = 0; sample < PLAIN_SAMPLES; sample++) {
    const from = performance.now()
    await read()
    times.push(performance.now() - from)
  }
  return percentile(times, 0.5).toFixed(2)
}

function cell(text: string): string {
  return text.padEnd(28)
}
