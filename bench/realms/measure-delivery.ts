import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import { type PartProcess, startProcess } from '../replies/start-process.ts'
import { onCore } from './on-core.ts'
import type { PublishAsked } from './publish.ts'
import type { Collected, ReadersAsked } from './readers-process.ts'

/** The number of realms and of connections. */
export interface Crowd {
  realms: string[]
  /** Connections per realm. */
  each: number
}

/** A process that sends messages to connections, and the process with the clients' ends of them. */
export interface Delivery {
  name: string
  bytesAConnection: number
  /** Publishes at a rate, and measures. */
  steadily(messages: number, aSecond: number): Promise<Measured>
  /** Publishes one message after the other as fast as the process can. */
  flatOut(messages: number): Promise<Measured>
  end(): void
}

export interface Measured {
  deliveries: number
  frames: number
  bytesAFrame: number
  cpuMicrosecondsADelivery: number
  /** Milliseconds from publishing to arrival. */
  p50: number
  p99: number
  deliveriesASecond: number
}

/** Milliseconds that deliveries may take beyond the expected time. */
const PATIENCE = 30_000

/** Milliseconds for which processes rest before their memory is measured. */
const REST_MS = 500

/** The memory per connection is measured without this first fraction, which includes one-time costs. */
const FIRST_SHARE = 0.25

/** Starts a measured process and its readers, and opens all connections. */
export async function startDelivery(name: string, program: string, crowd: Crowd): Promise<Delivery> {
  const measured = await onCore('the first', () => startProcess<number>(program))
  const readers = await onCore('the others', () => startProcess('realms/readers-process.ts'))
  const ask = (asked: PublishAsked) => measured.ask<number>(asked)
  const open = (part: Crowd) =>
    readers.ask({
      do: 'open',
      port: measured.ready,
      path: '/',
      headers: {},
      ...part,
    } satisfies ReadersAsked)

  const connections = crowd.realms.length * crowd.each
  const [first, rest] = splitCrowd(crowd)
  await open(first)
  await wait(REST_MS)
  const before = await ask({ do: 'memory' })
  await open(rest)
  await wait(REST_MS)
  const after = await ask({ do: 'memory' })

  async function run(messages: number, aSecond: number | 'as many as can be'): Promise<Measured> {
    await readers.ask({ do: 'begin' } satisfies ReadersAsked)
    const start = await ask({ do: 'cpu' })
    const began = performance.now()
    const published = ask({ do: 'publish', realms: crowd.realms, messages, aSecond })
    const deliveries = messages * crowd.each
    const received = await collectFrom(readers, deliveries, name)
    await published
    const seconds = (performance.now() - began) / 1000
    const end = await ask({ do: 'cpu' })
    return {
      deliveries,
      frames: received.frames,
      bytesAFrame: received.bytes / received.frames,
      cpuMicrosecondsADelivery: ((end - start) * 1000) / deliveries,
      p50: percentile([...received.delays], 0.5),
      p99: percentile([...received.delays], 0.99),
      deliveriesASecond: deliveries / seconds,
    }
  }

  return {
    name,
    bytesAConnection: (after - before) / (connections * (1 - FIRST_SHARE)),
    steadily: (messages, aSecond) => run(messages, aSecond),
    flatOut: (messages) => run(messages, 'as many as can be'),
    end() {
      readers.end()
      measured.end()
    },
  }
}

/** @throws {Error} if a connection did not receive every message */
export async function collectFrom(
  readers: PartProcess<unknown>,
  deliveries: number,
  name: string,
): Promise<Collected> {
  const asked: ReadersAsked = { do: 'collect', deliveries, patience: PATIENCE }
  const received = await readers.ask<Collected>(asked)
  if (received.deliveries !== deliveries || received.lost.length > 0)
    throw new Error(
      `${name}: ${received.deliveries} of ${deliveries} deliveries; connections lost: ${received.lost.length} ${received.lost.slice(0, 3)}`,
    )
  return received
}

/** Splits the crowd into a quarter and the rest: by people if there is one realm, otherwise by realms. */
export function splitCrowd({ realms, each }: Crowd): [Crowd, Crowd] {
  if (realms.length === 1) {
    const first = Math.round(each * FIRST_SHARE)
    return [
      { realms, each: first },
      { realms, each: each - first },
    ]
  }
  const first = Math.round(realms.length * FIRST_SHARE)
  return [
    { realms: realms.slice(0, first), each },
    { realms: realms.slice(first), each },
  ]
}
