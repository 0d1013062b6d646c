import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { newAgent } from '../test/app.ts'
import { conversationClient, firstQuestion } from '../test/conversation-client.ts'
import { hasPgbouncer, startPgbouncer } from '../test/pgbouncer.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { startRedis } from '../test/redis-server.ts'
import { eventsOf } from '../test/reply-events.ts'
import { sendTo } from '../test/server-pair.ts'
import { startServerProcess } from '../test/server-process.ts'
import { signInWith } from '../test/sign-in.ts'
import { connectSql } from '../test/sql-tag.ts'
import { percentile } from './percentile.ts'

/**
 * What replies of fifteen seconds cost PostgreSQL, as `pg_stat_statements` counts it, and their server: with the
 * database alone, with Redis, and with Redis through a PgBouncer. It starts a PostgreSQL and a Redis of its own.
 */
const REPLIES = Number(process.env.REPLIES ?? 100)
const WORDS = 400
const EVERY_MS = 37

interface Counted {
  query: string
  calls: number
  rows: number
}

const postgres = await startPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] })
const redis = await startRedis()
const model = await startModelServer()
const { sql, end } = connectSql(postgres.url)
await sql.unsafe('create extension pg_stat_statements')
try {
  const ways: [string, Record<string, string>][] = [
    ['database alone', { DATABASE_URL: postgres.url }],
    ['with Redis', { DATABASE_URL: postgres.url, REDIS_URL: redis.url }],
  ]
  for (const [name, variables] of ways) await measure(name, variables)
  if (hasPgbouncer) {
    const pgbouncer = await startPgbouncer(postgres.url)
    await measure('with Redis, through PgBouncer', { DATABASE_URL: pgbouncer.url, REDIS_URL: redis.url })
    await pgbouncer.stop()
  }
} finally {
  await end()
  await model.close()
  await redis.stop()
  await postgres.remove()
}

async function measure(name: string, variables: Record<string, string>): Promise<void> {
  const server = await startServerProcess({
    ...variables,
    ...{ OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0', LOG_LEVEL: 'error' },
  })
  const account = await signInWith(sendTo(server))
  const made = await sendTo(server)('POST', '/api/agents', { as: account, json: newAgent })
  const { id: agent } = (await made.json()) as Agent
  const client = conversationClient(sendTo(server), account)
  const said = Array.from({ length: WORDS }, (_, index) => `word${index} `)
  const ask = async (delayMs: number, length = WORDS) => {
    model.next({ name: 'words', words: said.slice(0, length), delayMs })
    const asked = performance.now()
    const answer = await client.ask(crypto.randomUUID(), firstQuestion(agent))
    let first = 0
    for await (const event of eventsOf(answer))
      if (event.type === 'words' && first === 0) first = performance.now() - asked
    return first
  }
  for (let warm = 0; warm < 30; warm++) await ask(1, 50)
  await wait(2_000)
  await sql.unsafe('select pg_stat_statements_reset()')
  const cpu = cpuMs(server.pid)
  const begun = performance.now()
  const firsts = await Promise.all(
    Array.from({ length: REPLIES }, async (_, index) => {
      await wait(index * 20)
      return ask(EVERY_MS)
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  await wait(2_500)
  const used = cpuMs(server.pid) - cpu
  const counted = await sql<Counted[]>`
    select query, calls::int, rows::int from pg_stat_statements
    where query !~ 'pg_stat_statements' and query ~* '(insert|update|delete)' order by calls desc`
  const counts = (pattern: RegExp) => {
    const of = counted.filter(({ query }) => pattern.test(query))
    const sum = (field: 'calls' | 'rows') => of.reduce((total, one) => total + one[field], 0)
    return { calls: sum('calls'), rows: sum('rows') }
  }
  const [asked, words, beats, ends] = [
    counts(/insert into running_turns/),
    counts(/update running_turns running set\s+words/),
    counts(/update running_turns set beat_at/),
    counts(/delete from running_turns/),
  ]
  const each = (rows: number) => (rows / REPLIES).toFixed(2)
  console.log(
    [
      `${name}: ${REPLIES} replies in ${seconds.toFixed(0)} s`,
      `a reply is written ${each(REPLIES + words.rows + ends.rows)} times: question 1, words ${each(words.rows)}, end ${each(ends.rows)}`,
      `statements: questions ${asked.calls}, words ${words.calls}, heartbeats ${beats.calls}, ends ${ends.calls}`,
      `CPU of the server ${(used / REPLIES).toFixed(0)} ms a reply; first word p50 ${percentile(firsts, 0.5).toFixed(0)} ms`,
    ].join('\n  '),
  )
  await server.stop()
}

/** Of a process and its threads so far, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
