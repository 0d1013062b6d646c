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
  /**
   * The connection is lost. `retryAt` is when the next try begins, in milliseconds since 1970; `problem` is the
   * reason, if it is known.
   */
  | { state: 'waiting'; retryAt: number; problem?: string | undefined }
  /** The browser reports that it has no network. */
  | { state: 'offline' }

/** After this many failed tries in a row the server is asked for the reason. */
const TRIES_BEFORE_ASKING = 2

/**
 * The events of one connection. Each may occur at any time; `closed` occurs once, with the server's reason if it gave
 * one.
 */
export interface WireEvents {
  opened: () => void
  received: (text: string) => void
  closed: (why?: string) => void
}

export interface Wire {
  send: (text: string) => void
  close: () => void
}

export interface SocketParts {
  open: (events: WireEvents) => Wire
  /** The heartbeat message, which the server answers. */
  ping: string
  /**
   * Asks the server why no connection opens; undefined if there is no reason. A browser does not expose the response
   * to a failed WebSocket handshake.
   */
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: { isOnline: () => boolean; onChange: (listener: () => void) => () => void }
  /**
   * Called when a connection is live. The server has no state for a new connection, so subscriptions must be sent
   * again.
   */
  onLive: () => void
  onText: (text: string) => void
  onState: (state: SocketState) => void
}

export type Socket = ReturnType<typeof createSocket>

/**
 * A connection that reconnects by itself: after 1, 2, 5, then 10 seconds (section 9), and at once when the network is
 * back or the page becomes visible again. It sends a heartbeat every 30 seconds, and closes a connection that does not
 * open, or does not respond, within 10 seconds. Without a network it does not try.
 */
export function createSocket(parts: SocketParts) {
  const { time, network } = parts
  let state: SocketState = { state: 'connecting' }
  let wire: Wire | undefined
  /** The number of pauses since the connection was last live for at least `REALTIME_TIMEOUT_MS`. */
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
    // A connection that was live only briefly does not reset the backoff: the server may accept connections and close
    // them at once.
    if (time.now() - liveSince >= REALTIME_TIMEOUT_MS) waits = 0
    liveSince = Number.POSITIVE_INFINITY
    asked = false
  }

  function connect(): void {
    drop()
    become({ state: 'connecting' })
    let mine: Wire | undefined
    /** Ignores events of a connection that has been replaced. */
    const ofMine =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (wire === mine) act(...given)
      }
    mine = parts.open({ opened: ofMine(live), received: ofMine(receive), closed: ofMine(lose) })
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

  function receive(text: string): void {
    // Any message proves that the server is still there.
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
    // The connection may have died while the machine slept, or with a previous network.
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

    /** Sends a message if the connection is live. Otherwise the message is dropped, not queued. */
    send(text: string): void {
      if (state.state === 'live') wire?.send(text)
    },

    /** Tries at once instead of waiting, whatever the browser reports about its network. */
    reconnect,

    /** Closes the connection and opens another one, at once or after the first pause. */
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

/** Opens a WebSocket to this site. @param path such as `/api/realtime` */
export function openWebSocket(path: string, { opened, received, closed }: WireEvents): Wire {
  const url = new URL(path, window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(String(data))
  // No `onerror` is needed: `close` always follows an error.
  socket.onclose = ({ code, reason }) => {
    if (code === closeCodes.signedOut) doubtSession()
    // Codes from 4000 on are the server's own, and their reasons are written for people.
    closed(code < 4000 ? undefined : reason)
  }
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
