import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductServer, startProduct } from '../../e2e/start-product.ts'
import { REALTIME_PATH } from '../../src/shared/realms/realtime.ts'
import { type Account, requestInit, type Send, signInWith } from '../../test/sign-in.ts'
import { percentile } from '../percentile.ts'
import { stampedWord } from '../replies/scripted-model.ts'
import { type PartProcess, startProcess } from '../replies/start-process.ts'
import { collectOnRequest, usageOf } from '../replies/usage.ts'
import { collectFrom, splitCrowd } from './measure-delivery.ts'
import { onCore } from './on-core.ts'
import { filler } from './publish.ts'
import type { ReadersAsked } from './readers-process.ts'

/** The number of people who write, and the maximum number of concurrent requests. */
const WRITERS = 20

/** Milliseconds for which it rests before its memory is measured. */
const REST_MS = 1_000

export interface WholeProduct {
  /** Its heap and external memory; resident memory varies with the database in the same process. */
  bytesAConnection: number
  /** Sends messages at a rate, alternating between the realms, and measures until every connection has all of them. */
  measure(messages: number, aSecond: number): Promise<MeasuredWhole>
  stop(): Promise<void>
}

export interface MeasuredWhole {
  deliveries: number
  /** Milliseconds from sending the POST to the arrival at a connection. */
  p50: number
  p99: number
  /** Milliseconds of CPU per message: the request, the embedded database if there is one, and all deliveries. */
  cpuMsAMessage: number
}

/** Starts the production server on one core, with visitors in realms that were created over HTTP. */
export async function startWhole(options: {
  realms: number
  each: number
  databaseUrl: string | undefined
}): Promise<WholeProduct> {
  const product = await onCore('the first', () =>
    startProduct({
      NEW_WALLET_HOURS: '0',
      RATE_LIMIT_READ: '10000000',
      RATE_LIMIT_WRITE: '1000000',
      RATE_LIMIT_REALM: '1000000',
      SEED_SAMPLES: '0',
      ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
      ...collectOnRequest,
    }),
  )
  const readers = await onCore('the others', () => startProcess('realms/readers-process.ts'))
  const stop = async () => {
    readers.end()
    await product.stop()
  }
  try {
    return { ...(await fill(product, readers, options)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(
  product: ProductServer,
  readers: PartProcess<unknown>,
  { realms: realmCount, each }: { realms: number; each: number },
) {
  const { address } = product
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))
  const writers: Account[] = []
  while (writers.length < WRITERS) writers.push(await signInWith(send))
  const writer = (index: number) => writers[index % WRITERS]
  const realms = Array.from({ length: realmCount }, () => randomUUID())
  for (let from = 0; from < realmCount; from += WRITERS)
    await Promise.all(
      realms.slice(from, from + WRITERS).map(async (id, index) => {
        const json = { id, name: `Harbour ${from + index}`, description: 'All ships' }
        await expectCreated(send('POST', '/api/realms', { as: writer(index), json }))
      }),
    )

  const open = (part: { realms: string[]; each: number }) =>
    readers.ask({
      do: 'open',
      port: Number(new URL(address).port),
      path: REALTIME_PATH,
      headers: { origin: address },
      ...part,
    } satisfies ReadersAsked)
  const [first, rest] = splitCrowd({ realms, each })
  await open(first)
  await wait(REST_MS)
  const before = await usageOf(address, 'collect')
  await open(rest)
  await wait(REST_MS)
  const after = await usageOf(address, 'collect')

  let sent = 0
  return {
    bytesAConnection: (after.heapBytes - before.heapBytes) / (rest.realms.length * rest.each),
    async measure(messages: number, aSecond: number): Promise<MeasuredWhole> {
      await readers.ask({ do: 'begin' } satisfies ReadersAsked)
      const start = await usageOf(address)
      const began = performance.now()
      const posts: Promise<void>[] = []
      while (posts.length < messages) {
        const due = Math.min(messages, ((performance.now() - began) / 1000) * aSecond)
        for (; posts.length < due; sent++) {
          const path = `/api/realms/${realms[sent % realmCount]}/messages`
          const json = { id: randomUUID(), content: stampedWord() + filler }
          posts.push(expectCreated(send('POST', path, { as: writer(sent), json })))
        }
        await wait(5)
      }
      await Promise.all(posts)
      const received = await collectFrom(readers, messages * each, 'the whole product')
      const { cpuMs } = await usageOf(address)
      const delays = [...received.delays]
      return {
        deliveries: received.deliveries,
        p50: percentile(delays, 0.5),
        p99: percentile(delays, 0.99),
        cpuMsAMessage: (cpuMs - start.cpuMs) / messages,
      }
    },
  }
}

async function expectCreated(answering: Promise<Response>): Promise<void> {
  const answer = await answering
  const body = await answer.text()
  if (answer.status !== 201) throw new Error(`${answer.url} was answered with ${answer.status}: ${body}`)
}
