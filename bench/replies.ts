/**
 * Measures many replies at once, directly from a scripted model server, through a bare Node proxy, and through the
 * whole product, which stores nothing for visitors and everything for signed-in wallets; on the embedded database and,
 * with DATABASE_URL, on PostgreSQL. The model server, the readers, the proxy and the product are separate processes;
 * the CPU is that of the proxy or the product, without that of a PostgreSQL server.
 *
 * node bench/replies.ts
 */
import { setTimeout as wait } from 'node:timers/promises'
import { connectSql } from '../test/sql-tag.ts'
import { countStatements } from './replies/count-statements.ts'
import { measureDelays, measureFirstWords, measureMemory, REST_MS, type Way } from './replies/measure-way.ts'
import {
  checkStored,
  completions,
  type MeasuredProduct,
  type Opening,
  startMeasuredProduct,
} from './replies/measured-product.ts'
import { startProcess } from './replies/start-process.ts'
import { type Usage, usageOf } from './replies/usage.ts'
import { temporaryDatabase } from './temporary-database.ts'

const few = { count: 50, words: 100, everyMs: 20 }
const ROUNDS = 2
const many = { count: 500, words: 80, everyMs: 50 }
const held = { count: 500, words: 50, everyMs: 20 }
const IDLE_MS = 5_000

const rows = { few: [] as string[], many: [] as string[], held: [] as string[], idle: [] as string[] }
const { DATABASE_URL } = process.env

const model = await startProcess<number>('replies/model-process.ts')
const proxy = await startProcess<number>('replies/proxy-process.ts', String(model.ready))
try {
  const straight: Way = { name: 'straight from the model server', port: model.ready, ask: completions }
  const bareProxy: Required<Way> = {
    name: 'through a bare proxy',
    port: proxy.ready,
    ask: completions,
    usage: () => proxy.ask<Usage>('usage'),
  }
  await compareFew(straight)
  await compareFew(bareProxy)
  await compareMany(straight)
  await compareMany(bareProxy)
  await compareHeld(bareProxy)
  await compareProducts('PGlite', async () => ({ url: undefined, remove: async () => {} }))
  if (DATABASE_URL === undefined) console.log('DATABASE_URL is not set: PostgreSQL is not measured.')
  else await compareProducts('PostgreSQL', () => temporaryDatabase(DATABASE_URL))
} finally {
  model.end()
  proxy.end()
}
printAll()

/**
 * One product is measured, while a second, unused one is idle beside it for comparison. What does not depend on the
 * database is measured on the embedded one only.
 */
async function compareProducts(
  kind: 'PGlite' | 'PostgreSQL',
  makeDatabase: () => Promise<{ name?: string; url: string | undefined; remove: () => Promise<void> }>,
) {
  const databases = [await makeDatabase(), await makeDatabase()]
  const products: MeasuredProduct[] = []
  try {
    for (const { url } of databases)
      products.push(await startMeasuredProduct({ modelPort: model.ready, databaseUrl: url }))
    const [busy, untouched] = products
    if (!busy || !untouched) return
    const openings: Opening[] = []
    const visitors = wayThrough(busy, `through Bionic, visitors, ${kind}`, (count, script) =>
      busy.visitors(count, script),
    )
    const wallets = wayThrough(busy, `through Bionic, storing, ${kind}`, (count, script) => {
      const begun = busy.wallets(count, script)
      openings.splice(0, openings.length, ...begun.openings)
      return begun.askings
    })
    if (kind === 'PGlite') await compareFew(visitors)
    await compareFew(wallets)
    await compareMany(wallets)
    await Promise.all(openings.map(async (opening) => checkStored(await busy.open(opening), many.words)))
    await compareIdle(
      kind,
      products,
      databases.map(({ name }) => name),
    )
    if (kind === 'PGlite') await compareHeld(wallets)
  } finally {
    for (const product of products) await product.stop()
    for (const database of databases) await database.remove()
  }
}

function wayThrough(product: MeasuredProduct, name: string, ask: Way['ask']): Required<Way> {
  return { name, port: product.port, ask, usage: (how) => usageOf(product.address, how) }
}

async function compareFew(way: Way) {
  const { p50, p99, cpuMs } = await measureFirstWords(way, few, way.usage ? ROUNDS : 1)
  row('few', way.name, `first word p50 ${ms(p50)}  p99 ${ms(p99)}`, cpuMs && `CPU ${ms(cpuMs)}`)
}

async function compareMany(way: Way) {
  const { p50, p99, lastBegan, cpuMicrosecondsAWord, coreShare } = await measureDelays(way, many)
  row(
    'many',
    way.name,
    `delay of a word p50 ${ms(p50)}  p99 ${ms(p99)}  all begun after ${ms(lastBegan)}`,
    cpuMicrosecondsAWord && `CPU ${cpuMicrosecondsAWord.toFixed(1).padStart(6)} µs a word`,
    coreShare && `${(coreShare * 100).toFixed(0)}% of a core`,
  )
}

async function compareHeld(way: Required<Way>) {
  const { heap, resident } = await measureMemory(way, held)
  row('held', way.name, `heap ${kilobytes(heap)}  resident ${kilobytes(resident)}`)
}

async function compareIdle(kind: string, products: MeasuredProduct[], databaseNames: (string | undefined)[]) {
  await wait(REST_MS)
  const admin = DATABASE_URL === undefined ? undefined : connectSql(DATABASE_URL, 2)
  const names = [`${many.count} opened and closed, ${kind}`, `untouched, ${kind}`]
  const measured = products.map(async ({ address }, index) => {
    const name = databaseNames[index]
    const before = await usageOf(address)
    const counting = admin && name ? countStatements(admin.sql, name, IDLE_MS) : undefined
    await wait(IDLE_MS)
    const statements = await counting
    const { cpuMs } = await usageOf(address)
    row(
      'idle',
      names[index] ?? '',
      `CPU ${ms(cpuMs - before.cpuMs)}`,
      statements?.toFixed(0).concat(' statements'),
    )
  })
  await Promise.all(measured)
  await admin?.end()
}

function row(table: keyof typeof rows, name: string, ...cells: (string | number | undefined)[]) {
  rows[table].push(`  ${[name.padEnd(40), ...cells.filter(Boolean)].join('  ')}`)
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`.padStart(9)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(9)
}

function printAll() {
  const headings = {
    few: `${few.count} replies at once, ${few.words} words each, one in ${few.everyMs} ms (CPU of all ${few.count})`,
    many: `${many.count} replies at once, ${many.words} words each, one in ${many.everyMs} ms`,
    held: `Memory of each of ${held.count} running replies with ${held.words} words so far and a reader`,
    idle: `${IDLE_MS / 1000} seconds with stored conversations that nobody reads`,
  }
  for (const [table, heading] of Object.entries(headings))
    console.log(`\n${heading}\n${rows[table as keyof typeof rows].join('\n')}`)
}
