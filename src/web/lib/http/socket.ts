import {
  closeCodes,
  HEARTBEAT_MS,
  REALTIME_TIMEOUT_MS,
  RECONNECT_MS,
} from '../../../shared/realms/realtime.ts'
import { doubtSession } from './identity.ts'
import { backoffMs, type Reconnecting } from './reconnecting.ts'

export type SocketState =
  | { state: 'connecting' }
  | { state: 'live' }
  /** It broke; `retryAt` is when the next try begins, in milliseconds since 1970; `problem` says why, where that is known. */
  | { state: 'waiting'; retryAt: number; problem?: string | undefined }
  /** The browser says that it has no network. */
  | { state: 'offline' }

/** After so many tries in a row that did not open, the server is asked why. */
const TRIES_BEFORE_ASKING = 2

/** One connection. Each of its calls may come at any time, `closed` once, with the server's words, where it gave some. */
export interface WireEvents {
  opened: () => void
  heard: (text: string) => void
  closed: (why?: string) => void
}

export interface Wire {
  send: (text: string) => void
  close: () => void
}

export interface SocketParts {
  open: (events: WireEvents) => Wire
  /** What the other side answers to. */
  ping: string
  /** Asks why no connection opens; undefined where nobody says so. A browser does not tell how its try was answered. */
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: { isOnline: () => boolean; onChange: (listener: () => void) => () => void }
  /** It is live, and whoever is on the other side knows nothing yet. */
  onLive: () => void
  onText: (text: string) => void
  onState: (state: SocketState) => void
}

export type Socket = ReturnType<typeof createSocket>

/**
 * A connection that comes back: after 1, 2, 5, then 10 seconds (section 9), and at once when there is a network again or
 * somebody looks at the page again. It asks every 30 seconds whether the other side is still there, and gives up a
 * connection that does not open, or does not answer, within 10. Without a network it rests.
 */
export function createSocket(parts: SocketParts) {
  const { time, network } = parts
  let state: SocketState = { state: 'connecting' }
  let wire: Wire | undefined
  /** How many waits there were since it was live for a while. */
  let waits = 0
  let liveSince = Number.POSITIVE_INFINITY
  let asked = false
  let cancelTimer = () => {}

  function become(next: SocketState): void {
    state = next
    parts.onState(next)
  }

  function later(ms: number, call: () => void): void {
    cancelTimer()
    cancelTimer = time.after(ms, call)
  }

  function drop(): void {
    cancelTimer()
    const dropped = wire
    wire = undefined
    dropped?.close()
    // A server that takes everybody and lets go of them at once is not to be run down.
    if (time.now() - liveSince >= REALTIME_TIMEOUT_MS) waits = 0
    liveSince = Number.POSITIVE_INFINITY
    asked = false
  }

  function connect(): void {
    drop()
    become({ state: 'connecting' })
    let mine: Wire | undefined
    /** Events of a connection that was dropped mean nothing any more. */
    const ofMine =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (wire === mine) act(...given)
      }
    mine = parts.open({ opened: ofMine(live), heard: ofMine(hear), closed: ofMine(lose) })
    wire = mine
    later(REALTIME_TIMEOUT_MS, () => lose())
  }

  function live(): void {
    liveSince = time.now()
    later(HEARTBEAT_MS, ask)
    become({ state: 'live' })
    parts.onLive()
  }

  function ask(): void {
    if (state.state !== 'live' || asked) return
    asked = true
    wire?.send(parts.ping)
    later(REALTIME_TIMEOUT_MS, () => lose())
  }

  function hear(text: string): void {
    // Whatever is heard says that the other side is there.
    if (asked) later(HEARTBEAT_MS, ask)
    asked = false
    parts.onText(text)
  }

  function lose(why?: string): void {
    const opened = state.state === 'live'
    drop()
    if (network.isOnline()) waitBeforeTry(why)
    else become({ state: 'offline' })
    if (!opened && waits >= TRIES_BEFORE_ASKING) void explain()
  }

  async function explain(): Promise<void> {
    const waiting = state
    const problem = await parts.explain?.().catch(() => undefined)
    if (problem && state === waiting && state.state === 'waiting') become({ ...state, problem })
  }

  function waitBeforeTry(problem?: string): void {
    const pause = backoffMs(waits++, RECONNECT_MS, time.random)
    later(pause, connect)
    become({ state: 'waiting', retryAt: time.now() + pause, problem })
  }

  function reconnect(): void {
    if (state.state === 'waiting' || state.state === 'offline') connect()
  }

  function wake(): void {
    if (!network.isOnline()) return
    // A connection may have died while the machine slept, or with the network before this one.
    if (state.state === 'live') ask()
    else reconnect()
  }

  const ends = [
    time.onWake(wake),
    network.onChange(() => {
      if (network.isOnline() || state.state === 'offline') return
      drop()
      become({ state: 'offline' })
    }),
  ]
  if (network.isOnline()) connect()
  else become({ state: 'offline' })

  return {
    state: () => state,

    /** Sends where it is live; nothing is kept for later. */
    send(text: string): void {
      if (state.state === 'live') wire?.send(text)
    },

    /** Tries at once instead of waiting, whatever the browser says of its network. */
    reconnect,

    /** Lets go of the connection and opens another one, at once or after the first of the waits. */
    reopen(when: 'now' | 'soon'): void {
      drop()
      waits = 0
      if (!network.isOnline()) become({ state: 'offline' })
      else if (when === 'now') connect()
      else waitBeforeTry()
    },

    close(): void {
      for (const end of ends) end()
      drop()
    },
  }
}

/** Opens the browser's own kind of connection to this site. @param path such as `/api/realtime` */
export function openWebSocket(path: string, { opened, heard, closed }: WireEvents): Wire {
  const url = new URL(path, window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.onopen = opened
  socket.onmessage = ({ data }) => heard(String(data))
  // An error is always followed by it.
  socket.onclose = ({ code, reason }) => {
    if (code === closeCodes.signedOut) doubtSession()
    // Codes from 4000 on are the server's own, and their reasons are for people.
    closed(code < 4000 ? undefined : reason)
  }
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
