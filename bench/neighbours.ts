/**
 * The effect of an attacker on others: one address opens 1,000 sockets, each of which enters non-existent realms
 * repeatedly, and another one sends 200 requests per second, while people at other addresses list agents, open a realm,
 * write in it and read a conversation. The limits are the server's defaults. Each figure is compared with that of the
 * same people shortly before, without the attackers, which have a separate process.
 *
 * node bench/neighbours.ts
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/start-product.ts'
import { readEnv } from '../src/server/base/env.ts'
import type { AttackAsked, Attacked } from './neighbours/attack-process.ts'
import { actions, gatherVisitors, type Timings } from './neighbours/visitors.ts'
import { percentile } from './percentile.ts'
import { startProcess } from './replies/start-process.ts'
import { usageOf } from './replies/usage.ts'
import { temporaryDatabase } from './temporary-database.ts'

const VISITORS = 12
const WARM_UP_SECONDS = 3
const SECONDS = 20

/** How long the attack lasts before the measurement begins: until all sockets were tried. */
const ATTACK_BEFORE_MS = 2_000

/** The maximum of the 99th percentile of everybody else's response times, in milliseconds. */
const BOUND_MS = 250

/** The default settings. */
const usual = readEnv({ TRUSTED_PROXIES: '1' })
const limits = Object.fromEntries(
  Object.entries(usual)
    .filter(([name]) => /^(RATE_LIMIT|REQUESTS|SOCKETS|REALMS|TRUSTED)_/.test(name))
    .map(([name, value]) => [name, String(value)]),
)

await measure('PGlite', {})
const { DATABASE_URL } = process.env
if (DATABASE_URL === undefined) console.log('\nDATABASE_URL is not set: PostgreSQL is not measured.')
else {
  const place = await temporaryDatabase(DATABASE_URL)
  try {
    await measure('PostgreSQL', { DATABASE_URL: place.url })
  } finally {
    await place.remove()
  }
}

async function measure(kind: string, database: Record<string, string>) {
  const product = await startProduct({ ...limits, ...database })
  const attackers = await startProcess('neighbours/attack-process.ts')
  try {
    const { act } = await gatherVisitors(product.address, VISITORS)
    await act(WARM_UP_SECONDS)
    const alone = await measured(product.address, () => act(SECONDS))
    const port = Number(new URL(product.address).port)
    await attackers.ask({ do: 'begin', port } satisfies AttackAsked)
    await wait(ATTACK_BEFORE_MS)
    const beside = await measured(product.address, () => act(SECONDS))
    const attacked = await attackers.ask<Attacked>({ do: 'end' } satisfies AttackAsked)
    notify(kind, alone, beside, attacked)
  } finally {
    attackers.end()
    await product.stop()
  }
}

interface Measured {
  timings: Timings
  /** Of the server, as a fraction of one core. */
  cpu: number
}

async function measured(address: string, act: () => Promise<Timings>): Promise<Measured> {
  const before = await usageOf(address)
  const began = performance.now()
  const timings = await act()
  const after = await usageOf(address)
  return { timings, cpu: (after.cpuMs - before.cpuMs) / (performance.now() - began) }
}

function notify(kind: string, alone: Measured, beside: Measured, attacked: Attacked) {
  console.log(`\n${kind}: ${VISITORS} people for ${SECONDS} s, alone and beside the attackers`)
  for (const action of actions) row(action, alone.timings[action], beside.timings[action])
  const [all, allBeside] = [alone, beside].map(({ timings }) => actions.flatMap((action) => timings[action]))
  row('everything', all ?? [], allBeside ?? [])
  console.log(`  CPU of the server: alone ${percent(alone.cpu)} of a core, beside ${percent(beside.cpu)}`)
  const { socketsOpen, socketTries, requests, answers } = attacked
  const statuses = Object.entries(answers).map(([how, count]) => `${count} × ${how}`)
  console.log(`  of 1,000 sockets ${socketsOpen} were open at the end, after ${socketTries} tries`)
  console.log(`  ${requests} requests of the other address: ${statuses.join(', ')}`)
  const p99 = percentile(allBeside ?? [], 0.99)
  if (p99 <= BOUND_MS) return
  console.log(`  p99 is above ${BOUND_MS} ms`)
  process.exitCode = 1
}

function row(name: string, alone: readonly number[], beside: readonly number[]) {
  const analytics = (values: readonly number[]) =>
    `p50 ${ms(percentile(values, 0.5))}  p99 ${ms(percentile(values, 0.99))}  slowest ${ms(Math.max(...values))}`
  console.log(
    `  ${name.padEnd(20)}  alone ${analytics(alone)}   beside ${analytics(beside)}  (${beside.length} times)`,
  )
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(9)
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
