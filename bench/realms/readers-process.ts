import { HEARTBEAT_MS } from '../../src/shared/realms/realtime.ts'
import { microseconds, stampFrom } from '../replies/scripted-model.ts'
import { answerParent } from '../replies/start-process.ts'
import { openSocket, type SocketClient } from './socket-client.ts'

/** What the process that holds all connections is asked; one thing at a time. */
export type ReadersAsked =
  | {
      do: 'open'
      port: number
      path: string
      headers: Record<string, string>
      realms: string[]
      each: number
    }
  /** Forgets what was heard so far. */
  | { do: 'begin' }
  /** Answers once so many messages were heard in all since then. */
  | { do: 'collect'; deliveries: number; patience: number }
  | { do: 'end' }

export interface Collected {
  /** Messages that came to a connection. */
  deliveries: number
  /** Frames that brought them. */
  frames: number
  /** Of their payloads. */
  bytes: number
  /** From the publishing of each to its arrival, in milliseconds. */
  delays: Float64Array
  /** When the last of them came, in microseconds of the clock that all processes share. */
  last: number
  /** Connections that the server ended since the beginning, with the codes that it gave. */
  lost: (number | undefined)[]
}

/** Connections are opened so many at a time. */
const AT_ONCE = 100

const PING_EVERY_MS = 100

const clients: SocketClient[] = []
const lost: (number | undefined)[] = []
let received = fresh()

// A server closes who says nothing for long; they say it one after the other, not all at once.
const ping = JSON.stringify({ type: 'ping' })
let pinged = 0
setInterval(() => {
  for (let due = clients.length / (HEARTBEAT_MS / PING_EVERY_MS); due > 0; due--)
    clients[pinged++ % clients.length]?.send(ping)
}, PING_EVERY_MS).unref()
let wanted: { deliveries: number; done: () => void } | undefined

function fresh() {
  return { deliveries: 0, frames: 0, bytes: 0, delays: [] as number[], last: 0 }
}

answerParent<ReadersAsked>('ready', async (asked) => {
  if (asked.do === 'open') await openAll(asked)
  if (asked.do === 'begin') received = fresh()
  if (asked.do === 'end') for (const client of clients.splice(0)) client.end()
  return asked.do === 'collect' ? await collect(asked) : 'done'
})

/** Each connection enters its realm; ready once all were told the log of theirs. */
async function openAll({ port, path, headers, realms, each }: ReadersAsked & { do: 'open' }) {
  const places = realms.flatMap((realm) => new Array<string>(each).fill(realm))
  for (let from = 0; from < places.length; from += AT_ONCE)
    await Promise.all(
      places.slice(from, from + AT_ONCE).map(async (realm) => {
        const { promise: entered, resolve } = Promise.withResolvers<void>()
        const client = await openSocket({
          port,
          path,
          headers,
          onText(payload) {
            if (!receive(payload) && payload.includes('"log"')) resolve()
          },
          onLost: (code) => lost.push(code),
        })
        clients.push(client)
        client.send(JSON.stringify({ type: 'enter', realm, after: 0 }))
        await entered
      }),
    )
}

const STAMP = '~'.charCodeAt(0)
const SPACE = ' '.charCodeAt(0)

/** Counts the stamped messages of a frame. @returns whether there was one */
function receive(payload: Buffer): boolean {
  let found = false
  for (let at = payload.indexOf(STAMP); at !== -1; at = payload.indexOf(STAMP, at + 1)) {
    const end = payload.indexOf(SPACE, at)
    const now = microseconds()
    received.deliveries++
    received.delays.push((now - stampFrom(payload.toString('latin1', at + 1, end))) / 1e3)
    received.last = now
    found = true
  }
  if (!found) return false
  received.frames++
  received.bytes += payload.length
  if (wanted && received.deliveries >= wanted.deliveries) wanted.done()
  return true
}

async function collect({ deliveries, patience }: ReadersAsked & { do: 'collect' }): Promise<Collected> {
  if (received.deliveries < deliveries) {
    const { promise, resolve } = Promise.withResolvers<void>()
    wanted = { deliveries, done: resolve }
    const late = setTimeout(resolve, patience)
    await promise
    clearTimeout(late)
    wanted = undefined
  }
  return { ...received, delays: Float64Array.from(received.delays), lost: [...lost] }
}
