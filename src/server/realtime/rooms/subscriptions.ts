import { type Connection, send } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import { FURTHEST_BEHIND, type RoomLog } from './room-log.ts'

interface Subscription {
  readonly connection: Connection
  /** The version up to which the client says that it has every change. */
  after: number
  /** The version up to which the client was sent every change; -1 until the first `log` frame. */
  sent: number
  /** The number of the query that has to complete before `after` can be rejected as too large; 0 for none. */
  doubt: number
}

const NOTHING_SENT = -1

interface SubscriptionsOptions {
  id: string
  log: RoomLog
  /** Whether everything besides the log is known that a connection is sent as it enters. */
  isReady: () => boolean
  /** Sends a connection that enters everything, including this frame with its part of the log. */
  welcome: (connection: Connection, log: Frame) => void
}

/** The connections in a room, and how much of its log each of them was sent. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #all = new Map<Connection, Subscription>()
  readonly #waiting = new Set<Subscription>()
  /** The version up to which every answered subscription was sent the log. */
  #sent = NOTHING_SENT
  #sending: NodeJS.Immediate | undefined

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  size(): number {
    return this.#all.size
  }

  connections(): Iterable<Connection> {
    return this.#all.keys()
  }

  isAnswered(connection: Connection): boolean {
    return (this.#all.get(connection)?.sent ?? NOTHING_SENT) !== NOTHING_SENT
  }

  add(connection: Connection, after: number): void {
    this.remove(connection)
    const subscription = { connection, after, sent: NOTHING_SENT, doubt: 0 }
    this.#all.set(connection, subscription)
    this.#waiting.add(subscription)
    this.#answer(subscription)
  }

  remove(connection: Connection): void {
    const subscription = this.#all.get(connection)
    if (!subscription) return
    this.#all.delete(connection)
    this.#waiting.delete(subscription)
  }

  broadcast(frame: Frame, except?: string): void {
    for (const { sent, connection } of this.#all.values())
      if (sent !== NOTHING_SENT && (except === undefined || connection.wallet !== except))
        send(connection, frame)
  }

  /** Answers the connections that entered, as far as all data for them is available. */
  answerWaiting(): void {
    for (const subscription of this.#waiting) this.#answer(subscription)
  }

  /** Sends what is new in the log. Changes that arrive in the same turn of the event loop are sent together. */
  sendLogSoon(): void {
    // A version without a message can become known; clients have to be sent that as well.
    if (this.#options.log.window()?.known() === this.#sent) return
    this.#sending ??= setImmediate(() => this.sendLog())
  }

  sendLog() {
    clearImmediate(this.#sending)
    this.#sending = undefined
    const { log } = this.#options
    const window = log.window()
    if (!window) return
    const known = window.known()
    this.#sent = known
    let from = NOTHING_SENT
    let frame: Frame | null = null
    for (const subscription of this.#all.values()) {
      if (subscription.sent === known || subscription.sent === NOTHING_SENT) continue
      if (subscription.sent !== from) {
        from = subscription.sent
        frame = window.frameAfter(from)
      }
      if (frame) {
        subscription.sent = known
        send(subscription.connection, frame)
      } else this.#resync(subscription)
    }
    log.trim(this.#all.size)
  }

  #resync(subscription: Subscription) {
    this.#waiting.delete(subscription)
    subscription.sent = NOTHING_SENT
    send(subscription.connection, frameOf({ type: 'begin-anew', realm: this.#options.id }))
  }

  #answer(subscription: Subscription) {
    const { log, isReady, welcome } = this.#options
    const window = log.window()
    if (!isReady() || !window) return
    if (subscription.after > window.known()) {
      // The client may know a newer version than this server. One that the database lacks too is not of this realm.
      if (subscription.doubt === 0) subscription.doubt = log.ask()
      else if (log.answered() >= subscription.doubt) this.#resync(subscription)
      return
    }
    if (window.known() - subscription.after > FURTHEST_BEHIND) return this.#resync(subscription)
    if (subscription.after < window.floor()) return log.reachBack(subscription.after)
    const frame = window.frameForComer(subscription.after)
    if (!frame) return this.#resync(subscription)
    this.#waiting.delete(subscription)
    subscription.sent = window.known()
    welcome(subscription.connection, frame)
  }
}
