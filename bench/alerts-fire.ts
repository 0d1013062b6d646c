/**
 * Provokes on real servers what the alert rules are there for, with a real Prometheus that looks every second, and says
 * after how many seconds each rule fired. Expressions and thresholds are those of `deploy/alerts.yml`; only the times that
 * they wait and look back are short. It needs the programs of Prometheus, PostgreSQL and Redis, and four minutes.
 *
 * npm run alerts-fire
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { type ProductServer, startProduct } from '../e2e/start-product.ts'
import { build } from '../scripts/build.ts'
import { onPath } from '../scripts/debian-packages.ts'
import { hasPostgresServer, startPostgres } from '../test/postgres-server.ts'
import { hasRedisServer, startRedis } from '../test/redis-server.ts'
import { seeOutside } from './alerts/outside.ts'
import { startPrometheus } from './alerts/prometheus.ts'
import { type Outcome, seeFire } from './alerts/see-fire.ts'

const program = onPath(['prometheus'])
if (!program || !hasPostgresServer || !hasRedisServer)
  console.log('Prometheus, PostgreSQL or Redis is not here: no alert is seen to fire.')
else await provokeAll(program)

async function provokeAll(program: string) {
  await build(console.log)
  const [model, postgres, redis] = [await startModelServer(), await startPostgres(), await startRedis()]
  const shared = await startProduct({
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, OPENAI_BASE_URL: model.baseUrl },
    ...{ REQUESTS_AT_ONCE: '4', REQUESTS_WAITING: '4', TRUSTED_PROXIES: '1' },
  })
  const grow = new URL('./alerts/grow-on-request.ts', import.meta.url).href
  const single = await startProduct({ OPENAI_BASE_URL: model.baseUrl, NODE_OPTIONS: `--import=${grow}` })
  // No disk has so much room that four times as much would be free.
  const full = await startProduct({ DATABASE_URL: postgres.url, MIN_FREE_MB: '1000000' })
  const servers = { shared, single, full }
  const prometheus = await startPrometheus(program, [shared.address, single.address])
  const outcomes: Outcome[] = []
  const see = async (
    server: ProductServer,
    alert: string,
    cause: string,
    provoke: () => Promise<unknown>,
  ) => {
    outcomes.push(await seeFire(prometheus, { alert, cause, server }, provoke))
  }
  try {
    // Memory is compared with what it was.
    await wait(16_000)
    await see(single, 'BionicMemoryGrows', '600 MB are taken and kept', () =>
      fetch(`${single.address}/metrics?grow`),
    )
    await see(single, 'BionicSlowFirstWords', 'the first word takes 20 s', () => {
      model.next({ name: 'words', words: ['Late.'], delayMs: 20_000 })
      return ask(single, 'What is light?')
    })
    await see(single, 'BionicModelFailing', 'the model answers 500', () =>
      Promise.all(
        Array.from({ length: 18 }, async (_, nth) => {
          // A count that is not seen while it grows has no rate.
          await wait(nth * 500)
          await ask(single, '[scenario:error-500]')
        }),
      ),
    )
    await see(shared, 'BionicDatabaseSlow', 'another program locks a table for 8 s', () =>
      whileLocked(postgres.url, shared, 3),
    )
    await see(shared, 'BionicOverloaded', '25 addresses ask 100 at once meanwhile', () =>
      whileLocked(postgres.url, shared, 100),
    )
    await see(shared, 'BionicRedisDown', 'Redis is killed', () => redis.stop())
    await see(shared, 'BionicErrors', 'PostgreSQL is killed', async () => {
      await postgres.crash()
      for (let round = 0; round < 20; round++) await list(shared)
    })
    await see(single, 'BionicDown', 'the server is killed', () => single.kill())
    await prometheus.stop()
    await seeDiskLow(program, servers, outcomes)
  } finally {
    for (const server of Object.values(servers)) await server.kill()
    await postgres.remove()
    await model.close()
  }
  outcomes.push(...(await seeOutside(program)))
  report(outcomes)
}

/** By a Prometheus of its own, as the alert fires from the first look on. */
async function seeDiskLow(program: string, { full }: { full: ProductServer }, outcomes: Outcome[]) {
  const prometheus = await startPrometheus(program, [full.address])
  const what = { alert: 'BionicDiskLow', cause: 'less is free than four times MIN_FREE_MB', server: full }
  outcomes.push(await seeFire(prometheus, what, async () => {}))
  await prometheus.stop()
}

async function ask({ address }: ProductServer, message: string): Promise<void> {
  const { agents } = (await (await fetch(`${address}/api/agents?limit=1`)).json()) as {
    agents: { id: string }[]
  }
  const answer = await fetch(`${address}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agentId: agents[0]?.id, message }),
  })
  await answer.text()
}

async function list({ address }: ProductServer, from = '192.0.2.1'): Promise<void> {
  await (await fetch(`${address}/api/agents?limit=1`, { headers: { 'x-forwarded-for': from } })).text()
}

/** Lists agents as often at once, again and again, while another program holds the table. */
async function whileLocked(url: string, server: ProductServer, atOnce: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table agents in access exclusive mode')
    const until = performance.now() + 8_000
    const asking = Array.from({ length: atOnce }, async (_, nth) => {
      while (performance.now() < until) {
        await list(server, `192.0.2.${nth % 25}`)
        await wait(200)
      }
    })
    await wait(8_000)
    await client.query('rollback')
    await Promise.all(asking)
  } finally {
    await client.end()
  }
}

function report(outcomes: readonly Outcome[]): void {
  for (const { alert, cause, afterSeconds, firedBefore } of outcomes) {
    const seen = afterSeconds === null ? 'DID NOT FIRE' : `fired after ${afterSeconds.toFixed(1)} s`
    console.log(`  ${alert.padEnd(22)}${cause.padEnd(44)}${firedBefore ? 'FIRED BEFORE, ' : ''}${seen}`)
  }
  if (outcomes.some(({ afterSeconds, firedBefore }) => afterSeconds === null || firedBefore))
    process.exitCode = 1
}
