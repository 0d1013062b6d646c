import { HEARTBEAT_MS } from '../../src/shared/realms/realtime.ts'
import { microseconds, stampFrom } from '../replies/scripted-model.ts'
import { answerParent } from '../replies/start-process.ts'
import { openSocket, type SocketClient } from './socket-client.ts'

/** The messages to the process with all connections; one at a time. */
export type ReadersAsked =
  | {
      do: 'open'
      port: number
      path: string
      headers: Record<string, string>
      realms: string[]
      each: number
    }
  /** Resets what was received so far. */
  | { do: 'begin' }
  /** Responds once this number of messages has been received since then. */
  | { do: 'collect'; deliveries: number; patience: number }
  | { do: 'end' }

export interface Collected {
  /** Messages that connections received. */
  deliveries: number
  /** Frames that contained them. */
  frames: number
  /** The size of their payloads. */
  bytes: number
  /** From publishing to arrival for each, in milliseconds. */
  delays: Float64Array
  /** The arrival of the last one, in microseconds of the clock that all processes share. */
  last: number
  /** Connections that the server closed since the beginning, with its close codes. */
  lost: (number | undefined)[]
}

/** The number of connections that are opened at a time. */
const AT_ONCE = 100

const PING_EVERY_MS = 100

const clients: SocketClient[] = []
const lost: (number | undefined)[] = []
let received = fresh()

// A server closes connections that are silent for long; the pings are spread over time.
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

/** Each connection enters its realm; resolves once all have received the log of theirs. */
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
