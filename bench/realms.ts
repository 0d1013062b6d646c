/**
 * Measures messages to many connections: one realm with 2,000, and 1,000 realms with 4. First only the delivery, of
 * messages that count as stored, compared with bare `ws` in the same minute: both send the same text to as many
 * connections at the same rate, in processes pinned to the same core, alternating. Then the whole product, from a POST
 * through the database to the connections. The clients' ends of the connections have a separate process on the other
 * cores.
 *
 * node bench/realms.ts
 */
import { randomUUID } from 'node:crypto'
import { percentile } from './percentile.ts'
import { type Crowd, type Delivery, type Measured, startDelivery } from './realms/measure-delivery.ts'
import { canPin } from './realms/on-core.ts'
import { startWhole } from './realms/whole-product.ts'
import { temporaryDatabase } from './temporary-database.ts'

interface Case {
  heading: string
  realms: number
  each: number
  /** Messages per second, and the seconds of a turn. */
  aSecond: number
  seconds: number
  /** Messages of a turn at full speed. */
  flatOut: number
  /** Messages per second of the whole product, each of which is a request and a transaction. */
  posts: number
}

const cases: Case[] = [
  { heading: 'One realm of 2,000', realms: 1, each: 2_000, aSecond: 10, seconds: 1, flatOut: 30, posts: 10 },
  {
    heading: '1,000 realms of 4',
    realms: 1_000,
    each: 4,
    aSecond: 5_000,
    seconds: 1,
    flatOut: 15_000,
    posts: 100,
  },
]

const WARM_UP_TURNS = 2
const TURNS = 3
const WHOLE_SECONDS = 3

/** File descriptors that a process needs besides its connections. */
const OTHER_FILES = 300

console.log(
  `Delivery alone takes messages as stored: no HTTP, no database, no Redis. Bare ws makes the text of a message once and
calls send() for each connection; Bionic's bus, presence, rooms and hub get the message and do what they do. A server
process is kept to one core; the other ends of its connections are on the others.`,
)
const scale = Math.min(
  1,
  (openFiles() - OTHER_FILES) / Math.max(...cases.map(({ realms, each }) => realms * each)),
)
if (scale < 1)
  console.log(`A process may open ${openFiles()} files here: ${Math.floor(scale * 100)}% of the connections.`)
if (!canPin) console.log('There is no taskset, or one core alone: the processes run where they like.')
for (const whole of cases) {
  const one = scaled(whole)
  console.log(
    `\n${one.heading} connections: delivery alone, ${one.aSecond.toLocaleString('en-US')} messages a second`,
  )
  await compareDelivery(one)
  console.log(`${one.heading} connections: the whole product, ${one.posts} POSTs a second`)
  await measureWhole('PGlite', one, undefined)
  const { DATABASE_URL } = process.env
  if (DATABASE_URL === undefined) continue
  const place = await temporaryDatabase(DATABASE_URL)
  try {
    await measureWhole('PostgreSQL', one, place.url)
  } finally {
    await place.remove()
  }
}

/** Reduces the number of connections to what this machine allows. */
function scaled(one: Case): Case {
  const { realms, each } = one
  return realms === 1
    ? { ...one, each: Math.floor(each * scale) }
    : { ...one, realms: Math.floor(realms * scale) }
}

/** The maximum number of open files of a process; Node raises it to the hard limit. */
function openFiles(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { hard: number | string } }
  }
  const hard = userLimits?.open_files?.hard
  return typeof hard === 'number' ? hard : Number.POSITIVE_INFINITY
}

/** Both are connected at the same time and alternate; the figures are those of the median turn. */
async function compareDelivery({ realms, each, aSecond, seconds, flatOut }: Case) {
  const crowd: Crowd = { realms: Array.from({ length: realms }, () => randomUUID()), each }
  const deliveries: Delivery[] = []
  try {
    deliveries.push(await startDelivery('bare ws', 'realms/bare-process.ts', crowd))
    deliveries.push(await startDelivery('Bionic', 'realms/delivery-process.ts', crowd))
    const steady = new Map(deliveries.map(({ name }) => [name, [] as Measured[]]))
    const full = new Map(deliveries.map(({ name }) => [name, [] as Measured[]]))
    for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++)
      for (const { name, steadily } of deliveries) {
        const measured = await steadily(aSecond * seconds, aSecond)
        if (turn >= WARM_UP_TURNS) steady.get(name)?.push(measured)
      }
    for (let turn = 0; turn < TURNS; turn++)
      for (const delivery of deliveries) full.get(delivery.name)?.push(await delivery.flatOut(flatOut))
    for (const { name, bytesAConnection } of deliveries) {
      const middle = (of: typeof steady, figure: keyof Measured) =>
        percentile(of.get(name)?.map((measured) => measured[figure]) ?? [], 0.5)
      row(
        name,
        `CPU ${middle(steady, 'cpuMicrosecondsADelivery').toFixed(2)} µs a delivery`,
        `delay p50 ${ms(middle(steady, 'p50'))}  p99 ${ms(middle(steady, 'p99'))}`,
        `${middle(steady, 'bytesAFrame').toFixed(0)} bytes`,
        `${(bytesAConnection / 1024).toFixed(1)} KB resident a connection`,
      )
      row(
        '  flat out',
        `${Math.round(middle(full, 'deliveriesASecond')).toLocaleString('en-US')} deliveries a second`,
        `CPU ${middle(full, 'cpuMicrosecondsADelivery').toFixed(2)} µs a delivery`,
        `${(middle(full, 'deliveries') / middle(full, 'frames')).toFixed(1)} messages a frame`,
      )
    }
    const ratio = (of: typeof steady) => {
      const [bare = Number.NaN, own = Number.NaN] = deliveries.map(({ name }) =>
        percentile(of.get(name)?.map((measured) => measured.cpuMicrosecondsADelivery) ?? [], 0.5),
      )
      return (own / bare).toFixed(2)
    }
    row('CPU beside bare ws', `${ratio(steady)} times; flat out ${ratio(full)} times`)
  } finally {
    for (const delivery of deliveries) delivery.end()
  }
}

async function measureWhole(kind: string, { realms, each, posts }: Case, databaseUrl: string | undefined) {
  const product = await startWhole({ realms, each, databaseUrl })
  try {
    await product.measure(posts, posts)
    const measured = await product.measure(posts * WHOLE_SECONDS, posts)
    row(
      `Bionic, ${kind}`,
      `CPU ${measured.cpuMsAMessage.toFixed(2)} ms a message with its ${each.toLocaleString('en-US')} deliveries`,
      `delay from POST p50 ${ms(measured.p50)}  p99 ${ms(measured.p99)}`,
      `${(product.bytesAConnection / 1024).toFixed(1)} KB of heap a connection`,
    )
  } finally {
    await product.stop()
  }
}

function row(name: string, ...cells: string[]) {
  console.log(`  ${[name.padEnd(20), ...cells].join('  ')}`)
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
