import { WebSocket } from 'ws'
import { type RealmMessage, realmMessagePageSchema } from '../src/shared/realms/realm-messages.ts'
import {
  type ClientFrame,
  HEARTBEAT_MS,
  type Presence,
  REALTIME_PATH,
  type ServerFrame,
  serverFrameSchema,
} from '../src/shared/realms/realtime.ts'
import type { Account } from './sign-in.ts'

/** How long it waits before it comes back, in milliseconds; a page waits longer. */
const RETURN_MS = 100

/** How long a server may take to open a connection before the next one is tried, in milliseconds. */
const PATIENCE_MS = 2_000

export type RealmReader = ReturnType<typeof realmReader>

/**
 * Somebody who reads a realm through the socket: comes back with what they know whenever the connection is lost, to the
 * next of the servers, and holds the server to its promise: everything in order, without a gap or a double.
 */
export function realmReader({
  realm,
  servers,
  as,
}: {
  realm: string
  /** Addresses; the first is tried first. */
  servers: readonly string[]
  /** A visitor where nobody is named. */
  as?: Account
}) {
  const known = new Map<string, RealmMessage>()
  const faults: string[] = []
  const typing: string[] = []
  let presence: Presence | undefined
  let version = 0
  let connections = 0
  let tries = 0
  let closed = false
  let live = false
  let socket: WebSocket | undefined
  let returning: NodeJS.Timeout | undefined

  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))
  const enter = () => say({ type: 'enter', realm, after: version })
  const address = () => servers[tries % servers.length] ?? ''

  function connect() {
    const opened = new WebSocket(address().replace(/^http/, 'ws') + REALTIME_PATH, {
      origin: address(),
      handshakeTimeout: PATIENCE_MS,
      ...(as && { headers: { cookie: as.cookie } }),
    })
    socket = opened
    const heartbeat = setInterval(() => say({ type: 'ping' }), HEARTBEAT_MS)
    opened.on('open', () => {
      connections++
      enter()
    })
    opened.on('message', (data) => {
      const frame = serverFrameSchema.safeParse(JSON.parse(data.toString()))
      if (frame.success) receive(frame.data)
      else faults.push(`a frame that is none: ${data.toString().slice(0, 200)}`)
    })
    // What it was is told by the close that follows.
    opened.on('error', () => {})
    opened.on('close', () => {
      clearInterval(heartbeat)
      live = false
      if (closed) return
      tries++
      returning = setTimeout(connect, RETURN_MS)
    })
  }

  function receive(frame: ServerFrame) {
    if (frame.type === 'log') return hearLog(frame)
    if (frame.type === 'words') return hearWords(frame)
    if (frame.type === 'presence') presence = frame
    if (frame.type === 'typing') typing.push(frame.who)
    if (frame.type === 'gone') faults.push('the realm was said to be gone')
    if (frame.type === 'begin-anew') resync().catch(() => socket?.terminate())
  }

  function hearLog({ from, to, messages }: ServerFrame & { type: 'log' }) {
    if (from > version) faults.push(`a gap: ${version} was known, and the log went on from ${from}`)
    let last = from
    for (const message of messages) {
      if (message.version <= last || message.version > to)
        faults.push(`version ${message.version} after ${last} in a log up to ${to}`)
      if (message.version <= version) faults.push(`version ${message.version} twice; ${version} was known`)
      last = message.version
      learn(message)
    }
    version = Math.max(version, to)
    live = true
  }

  function hearWords({ id, at, text, sources }: ServerFrame & { type: 'words' }) {
    const message = known.get(id)
    if (message?.kind !== 'answer') return faults.push('words of no known answer')
    if (message.state !== 'running') return
    if (at > message.content.length) faults.push(`a gap in words: ${message.content.length}, then ${at}`)
    else if (at + text.length > message.content.length)
      known.set(id, {
        ...message,
        content: message.content.slice(0, at) + text,
        ...(sources && { sources }),
      })
    return
  }

  function learn(message: RealmMessage) {
    const before = known.get(message.id)
    if (before && before.number !== message.number)
      faults.push(`message ${message.id} moved from ${before.number} to ${message.number}`)
    if (!before || before.version < message.version) known.set(message.id, message)
  }

  /** Knows nothing any more, and reads all of it page by page as who scrolls to the top. */
  async function resync() {
    const from = socket
    known.clear()
    let before: number | undefined
    for (;;) {
      const query = before === undefined ? '?limit=100' : `?limit=100&before=${before}`
      const answer = await fetch(`${address()}/api/realms/${realm}/messages${query}`)
      const page = realmMessagePageSchema.parse(await answer.json())
      if (before === undefined) version = page.version
      page.messages.forEach(learn)
      before = page.messages[0]?.number
      if (!page.hasMore || before === undefined) break
    }
    if (from === socket) enter()
  }

  connect()
  return {
    /** What went against the promise. */
    faults,
    /** Everybody who was said to be typing, as often as it was said. */
    typing,
    get presence() {
      return presence
    },
    get version() {
      return version
    },
    /** Whether it is connected and was told what it missed. */
    get live() {
      return live
    },
    get connections() {
      return connections
    },
    get server() {
      return address()
    },
    /** What it shows, from the first message on. */
    messages: () => [...known.values()].sort((one, other) => one.number - other.number),
    find: (id: string) => known.get(id),
    type: () => say({ type: 'typing', realm }),
    /** Loses its connection, as when a network goes. */
    lose: () => socket?.terminate(),
    close() {
      closed = true
      clearTimeout(returning)
      socket?.terminate()
    },
  }
}
