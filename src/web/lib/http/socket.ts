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
  /** `retryAt` is in milliseconds since 1970. */
  | { state: 'waiting'; retryAt: number; problem?: string | undefined }
  | { state: 'offline' }

/** After so many failed tries in a row the server is asked for the reason. */
const TRIES_BEFORE_ASKING = 2

/** In milliseconds, at most: the pages of a server that leaves come to another one a little apart. */
const RESTART_MS = 300

/** Each may occur at any time; `closed` occurs once, with the server's reason if it gave one. */
export interface WireEvents {
  opened: () => void
  received: (text: string) => void
  /** @param isLeaving the server ends, while another one may serve already */
  closed: (why?: string, isLeaving?: boolean) => void
}

interface Wire {
  send: (text: string) => void
  close: () => void
}

export interface SocketParts {
  open: (events: WireEvents) => Wire
  /** The heartbeat, which the server answers. */
  ping: string
  /** Asks the server why no connection opens: a browser does not expose the response to a failed handshake. */
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: { isOnline: () => boolean; onChange: (listener: () => void) => () => void }
  /** Must send subscriptions again: the server has no state for a new connection. */
  onLive: () => void
  onText: (text: string) => void
  onState: (state: SocketState) => void
}

/**
 * Reconnects after 1, 2, 5, then 10 seconds (section 9), and at once when the network is back, the page visible again,
 * or its server leaves. Sends a heartbeat every 30 seconds; closes a connection that does not open or respond within 10. Without a
 * network it does not try.
 */
export class Socket {
  readonly #parts: SocketParts
  readonly #ends: (() => void)[]
  #state: SocketState = { state: 'connecting' }
  #wire: Wire | undefined
  /** Pauses since the connection was last live for at least `REALTIME_TIMEOUT_MS`. */
  #waits = 0
  #liveSince = Number.POSITIVE_INFINITY
  #isAsked = false
  #cancelTimer = () => {}

  constructor(parts: SocketParts) {
    this.#parts = parts
    const { time, network } = parts
    this.#ends = [time.onWake(() => this.#wake()), network.onChange(() => this.#networkChanged())]
    if (network.isOnline()) this.#connect()
    else this.#become({ state: 'offline' })
  }

  state(): SocketState {
    return this.#state
  }

  /** Drops the message, rather than queueing it, if the connection is not live. */
  send(text: string): void {
    if (this.#state.state === 'live') this.#wire?.send(text)
  }

  /** Tries at once, whatever the browser reports about its network. */
  reconnect(): void {
    if (this.#state.state === 'waiting' || this.#state.state === 'offline') this.#connect()
  }

  /** Closes the connection and opens another one, at once or after the first pause. */
  reopen(when: 'now' | 'soon'): void {
    this.#drop()
    this.#waits = 0
    if (!this.#parts.network.isOnline()) this.#become({ state: 'offline' })
    else if (when === 'now') this.#connect()
    else this.#waitBeforeTry()
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#drop()
  }

  #become(next: SocketState): void {
    this.#state = next
    this.#parts.onState(next)
  }

  #later(ms: number, call: () => void): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#parts.time.after(ms, call)
  }

  #drop(): void {
    this.#cancelTimer()
    const dropped = this.#wire
    this.#wire = undefined
    dropped?.close()
    // A brief connection does not reset the backoff: the server may accept connections and close them at once.
    if (this.#parts.time.now() - this.#liveSince >= REALTIME_TIMEOUT_MS) this.#waits = 0
    this.#liveSince = Number.POSITIVE_INFINITY
    this.#isAsked = false
  }

  #connect(): void {
    this.#drop()
    this.#become({ state: 'connecting' })
    let mine: Wire | undefined
    /** Ignores events of a connection that has been replaced. */
    const ofMine =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (this.#wire === mine) act(...given)
      }
    mine = this.#parts.open({
      opened: ofMine(() => this.#live()),
      received: ofMine((text: string) => this.#receive(text)),
      closed: ofMine((why?: string, isLeaving?: boolean) => this.#lose(why, isLeaving)),
    })
    this.#wire = mine
    this.#later(REALTIME_TIMEOUT_MS, () => this.#lose())
  }

  #live(): void {
    this.#liveSince = this.#parts.time.now()
    this.#later(HEARTBEAT_MS, () => this.#ask())
    this.#become({ state: 'live' })
    this.#parts.onLive()
  }

  #ask(): void {
    if (this.#state.state !== 'live' || this.#isAsked) return
    this.#isAsked = true
    this.#wire?.send(this.#parts.ping)
    this.#later(REALTIME_TIMEOUT_MS, () => this.#lose())
  }

  #receive(text: string): void {
    // Any message proves that the server is still there.
    if (this.#isAsked) this.#later(HEARTBEAT_MS, () => this.#ask())
    this.#isAsked = false
    this.#parts.onText(text)
  }

  #lose(why?: string, isLeaving?: boolean): void {
    const wasOpen = this.#state.state === 'live'
    this.#drop()
    if (this.#parts.network.isOnline()) this.#waitBeforeTry(why, isLeaving)
    else this.#become({ state: 'offline' })
    if (!wasOpen && this.#waits >= TRIES_BEFORE_ASKING) void this.#explain()
  }

  async #explain(): Promise<void> {
    const waiting = this.#state
    const problem = await this.#parts.explain?.().catch(() => undefined)
    if (problem && this.#state === waiting && waiting.state === 'waiting')
      this.#become({ ...waiting, problem })
  }

  #waitBeforeTry(problem?: string, isLeaving = false): void {
    const { time } = this.#parts
    const isFirst = this.#waits === 0
    const usual = backoffMs(this.#waits++, RECONNECT_MS, () => time.random())
    const pause = isLeaving && isFirst ? RESTART_MS * time.random() : usual
    this.#later(pause, () => this.#connect())
    this.#become({ state: 'waiting', retryAt: time.now() + pause, problem })
  }

  #wake(): void {
    if (!this.#parts.network.isOnline()) return
    // The connection may have died while the machine slept, or with a previous network.
    if (this.#state.state === 'live') this.#ask()
    else this.reconnect()
  }

  #networkChanged(): void {
    if (this.#parts.network.isOnline() || this.#state.state === 'offline') return
    this.#drop()
    this.#become({ state: 'offline' })
  }
}

/** @param path such as `/api/realtime` */
export function openWebSocket(path: string, { opened, received, closed }: WireEvents): Wire {
  const url = new URL(path, window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(String(data))
  // No `onerror`: `close` always follows an error.
  socket.onclose = ({ code, reason }) => {
    if (code === closeCodes.signedOut) doubtSession()
    // From 4000 on the codes are the server's own, and their reasons are written for people.
    closed(code < 4000 ? undefined : reason, code === closeCodes.restarting)
  }
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
