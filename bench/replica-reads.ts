import { setTimeout as wait } from 'node:timers/promises'
import { createLog } from '../src/server/base/log.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { newAgent } from '../test/app.ts'
import { startReplicated } from '../test/replicated.ts'
import { sendTo } from '../test/server-pair.ts'
import { startServerProcess } from '../test/server-process.ts'
import type { Account } from '../test/sign-in.ts'
import { signInWith } from '../test/sign-in.ts'
import { connectSql, type SqlTag } from '../test/sql-tag.ts'
import { loadAgents, terms } from './load-agents.ts'
import { percentile } from './percentile.ts'
import { postgresTime } from './postgres-time.ts'

/**
 * What a minute of browsing costs the primary, in statements and processor time, without a replica and with one: visitors
 * look around, and every second somebody changes an agent and looks at the list. It starts a PostgreSQL, a replica of it
 * and a Redis of its own; all of them and the server share this machine.
 */
const SECONDS = Number(process.env.SECONDS ?? 60)
const A_SECOND = Number(process.env.A_SECOND ?? 10)
const AGENTS = Number(process.env.AGENTS ?? 30_000)

const place = await startReplicated(['shared_preload_libraries=pg_stat_statements'])
const { sql: primary, end } = connectSql(place.primary.url)
try {
  await primary.unsafe('create extension pg_stat_statements')
  const opened = await connectDatabase({
    databaseUrl: place.primary.url,
    dataDir: '',
    log: createLog('error'),
  })
  await opened.unbounded((db) => loadAgents(db, AGENTS))
  await opened.close()
  const listed = await primary<{ id: string }[]>`
    select id from agents where is_public and visibility_enabled order by id limit 500`
  const ids = listed.map(({ id }) => id)
  const urls = { DATABASE_URL: place.primary.url, REDIS_URL: place.redis.url }
  await measure('without a replica', urls, ids)
  await measure('with a replica', { ...urls, DATABASE_REPLICAS: place.replica.url }, ids)
} finally {
  await end()
  await place.end()
}

async function measure(name: string, variables: Record<string, string>, ids: string[]): Promise<void> {
  const server = await startServerProcess({ ...variables, SEED_SAMPLES: '0' })
  try {
    await browse(name, sendTo(server), ids)
  } finally {
    await server.stop()
  }
}

async function browse(name: string, send: ReturnType<typeof sendTo>, ids: string[]): Promise<void> {
  const writer = await signInWith(send)
  const made = await send('POST', '/api/agents', { as: writer, json: newAgent })
  const { id: own } = (await made.json()) as Agent
  for (const path of pathsOf(ids, 0)) await send('GET', path)
  // Until the replica has all of that, and what Redis may have forgotten does not matter any more.
  await wait(5_000)
  const [here, there] = await Promise.all([counterOf(primary), counterOf(place.there)])
  const times: number[] = []
  let refused = 0
  const asked = Array.from({ length: SECONDS * A_SECOND }, async (_, index) => {
    await wait((index * 1_000) / A_SECOND)
    const paths = pathsOf(ids, index)
    const began = performance.now()
    const answer = await send('GET', paths[index % paths.length] ?? '/api/agents')
    await answer.text()
    times.push(performance.now() - began)
    if (!answer.ok) refused++
  })
  const changing = (async () => {
    for (let change = 0; change < SECONDS; change++)
      await Promise.all([changeAndLook(send, writer, own, change), wait(1_000)])
  })()
  await Promise.all([...asked, changing])
  const [ofPrimary, ofReplica] = [await here(), await there()]
  const said = ({ calls, cpu }: { calls: number; cpu: number }) =>
    `${calls} statements, ${cpu.toFixed(2)} s of a core`
  console.log(
    [
      `${name}: ${asked.length} requests in ${SECONDS} s, ${refused} refused, p50 ${percentile(times, 0.5).toFixed(0)} ms`,
      `primary: ${said(ofPrimary)}`,
      `replica: ${said(ofReplica)}`,
    ].join('\n  '),
  )
}

/** What visitors look at, one after the other. */
function pathsOf(ids: string[], index: number): string[] {
  const id = ids[(index * 7) % ids.length]
  return [
    '/api/home',
    '/api/agents',
    '/api/agents?order=talked&category=quantum',
    `/api/agents?query=${terms.common}`,
    `/api/agents/${id}`,
    `/api/agents?query=${terms.rare}&order=rising`,
    `/api/agents/${id}/like`,
    '/api/realms',
    `/api/agents/${id}/ratings`,
    `/api/agents?query=${terms.old}`,
  ]
}

async function changeAndLook(
  send: ReturnType<typeof sendTo>,
  as: Account,
  id: string,
  index: number,
): Promise<void> {
  const name = `Changed ${index}`
  const changed = await send('PATCH', `/api/agents/${id}`, { as, json: { name } })
  if (!changed.ok) throw new Error(`a change was refused: ${await changed.text()}`)
  const answer = await send('GET', `/api/agents?maker=${as.address}`, { as })
  if (!(await answer.text()).includes(name)) throw new Error('somebody did not find what they wrote')
}

/** @returns what a server was asked and worked since */
async function counterOf(sql: SqlTag): Promise<() => Promise<{ calls: number; cpu: number }>> {
  const time = await postgresTime(sql)
  const count = async () => {
    const [row] = await sql<{ calls: string }[]>`
      select coalesce(sum(calls), 0)::text as calls from pg_stat_statements where query !~ 'pg_stat_statements'`
    return Number(row?.calls)
  }
  const [calls, cpu] = [await count(), time()]
  return async () => {
    const spent = time() - cpu
    return { calls: (await count()) - calls, cpu: spent }
  }
}
