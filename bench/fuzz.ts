import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/start-product.ts'
import { type Account, requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { createRequests, type Description, type FuzzedRequest } from './fuzz/requests.ts'
import { percentile } from './percentile.ts'

/**
 * `node bench/fuzz.ts [requests] [seed]`: sends requests generated from the API's description, signed in and out, to
 * the production server. It fails on a status of 500 and above (except 503 while starting and 507 on a full disk), on a
 * connection that is cut, on a response that takes longer than two seconds, and if memory grows by more than 50 MB
 * after the first ten thousand requests.
 */
const total = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 1)
const AT_ONCE = 24
const PEOPLE = 4
const SLOW_MS = 2_000
const SETTLED_AFTER = Math.min(10_000, total)
const GROWTH_MB = 50

const product = await startProduct({
  NEW_WALLET_HOURS: '0',
  RATE_LIMIT_CHAT: '1000000',
  RATE_LIMIT_WRITE: '1000000',
  RATE_LIMIT_READ: '10000000',
  RATE_LIMIT_REALM: '1000000',
  LOG_LEVEL: 'fatal',
  TRUSTED_PROXIES: '1',
  ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
})
const { hostname, port } = new URL(product.address)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))

const people: Account[] = []
while (people.length < PEOPLE) people.push(await signInWith(send))
const description = (await (await send('GET', '/api/openapi.json')).json()) as Description

/** The newest ids from the server's responses, so that enough requests are about things that exist. */
const ids: string[] = []
const next = createRequests(description, seed, () => ids[Math.floor(Math.random() * ids.length)])

const statuses = new Map<number, number>()
/** The first fault of each kind, and how many there were. */
const faults = new Map<string, { first: string; count: number }>()
const times: number[] = []
let sent = 0
let settledMb = 0

async function work(worker: number): Promise<void> {
  while (sent < total && faults.size < 50) {
    sent += 1
    if (sent === SETTLED_AFTER) settledMb = await residentMb()
    if (sent % 50_000 === 0) console.log(`  ${sent} requests, ${Math.round(await residentMb())} MB`)
    const fuzzed = next()
    const person = people[worker % PEOPLE]
    const { status, ms, body, error } = await ask(fuzzed, fuzzed.signedIn ? person?.cookie : undefined)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    times.push(ms)
    for (const [id] of body.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g))
      if (ids.push(id) > 300) ids.shift()
    if (status === 0 || (status >= 500 && status !== 507)) say(fuzzed, `answered ${status || error}`, body)
    if (ms > SLOW_MS) say(fuzzed, `answered ${status} after ${Math.round(ms)} ms`, body)
    // Signing out is one of the requests.
    if (status === 401 && fuzzed.signedIn) people[worker % PEOPLE] = await signInWith(send)
  }
}

function say({ method, target, body }: FuzzedRequest, what: string, answer: string): void {
  const asked = `${method} ${target.slice(0, 200)} ${String(body ?? '').slice(0, 200)}`
  fault(
    `${method} ${target
      .split('?', 1)[0]
      ?.replace(/[0-9a-f-]{36}/g, 'id')
      .slice(0, 60)}`,
    `${asked}\n    ${what}: ${answer.slice(0, 300)}`,
  )
}

function fault(kind: string, first: string): void {
  const known = faults.get(kind)
  if (known) known.count += 1
  else faults.set(kind, { first, count: 1 })
}

interface Answer {
  status: number
  /** The time until the response began. */
  ms: number
  body: string
  error?: string
}

/** Reads the beginning of a response; a stream is then closed. */
function ask(fuzzed: FuzzedRequest, cookie: string | undefined): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    let body = ''
    let status = 0
    let ms = 0
    const finish = (error?: string) =>
      resolve({ status, ms: ms || performance.now() - started, body, ...(error && { error }) })
    const asked = request(
      {
        agent,
        hostname,
        port,
        method: fuzzed.method,
        path: fuzzed.target,
        headers: {
          ...fuzzed.headers,
          // As many visitors: the limits of one address are covered by tests.
          'x-forwarded-for': `10.${(sent >> 14) & 255}.${(sent >> 6) & 255}.1`,
          ...(cookie && { cookie }),
          ...(fuzzed.body !== undefined && { 'content-length': Buffer.byteLength(fuzzed.body) }),
        },
      },
      (response) => {
        status = response.statusCode ?? 0
        ms = performance.now() - started
        response.on('data', (chunk: Buffer) => {
          if (body.length < 20_000) body += chunk.toString('latin1')
          if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy()
        })
        response.on('close', () => finish())
      },
    )
    // The server closes the connection of a request whose body it refuses to read; the response received before that
    // counts.
    asked.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    asked.end(fuzzed.body)
  })
}

async function residentMb(): Promise<number> {
  const text = await (await fetch(`${product.address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024
}

try {
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)))
  const seconds = (performance.now() - began) / 1_000
  await wait(5_000)
  const endMb = await residentMb()
  const told = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'cut'}: ${count}`)
  console.log(
    `  ${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)}/s), seed ${seed}`,
  )
  console.log(`  ${told.join(', ')}`)
  console.log(
    `  until the answer: p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)}, most ${percentile(times, 1).toFixed(0)} ms`,
  )
  console.log(
    `  resident memory: ${Math.round(settledMb)} MB after ${SETTLED_AFTER}, ${Math.round(endMb)} MB at the end`,
  )
  if (endMb - settledMb > GROWTH_MB) fault('memory', `memory grew by ${Math.round(endMb - settledMb)} MB`)
  for (const { first, count } of faults.values()) console.log(`  FAULT, ${count} times: ${first}`)
  process.exitCode = faults.size === 0 ? 0 : 1
} finally {
  agent.destroy()
  await product.stop()
}
