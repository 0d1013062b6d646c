import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../../base/log.ts'
import type { ReplyPlace, TurnScope } from '../../../db/turns/running-turns.ts'
import { receiverKey, relayKey, replyKey } from './reply-key.ts'
import type { ReplyRelay } from './reply-relay.ts'
import type { ReplyStore } from './reply-store.ts'
import { type ReceivedReply, RunningReply, type StoreEnd } from './running-reply.ts'
import { createEndStore } from './store-ends.ts'
import type { TurnHeartbeats } from './turn-heartbeats.ts'

/** In milliseconds: how long `close` waits for ends to be stored. */
const CLOSING_MS = 4_000

interface ReceiverOptions {
  scope: TurnScope
  store: ReplyStore
  /** Of the process, which all its receivers share. */
  heartbeats: TurnHeartbeats
  clock: () => Date
  log: Logger
  /** Without it, another server's stop request is noticed when text is stored the next time. */
  relay?: Pick<ReplyRelay, 'read' | 'stop' | 'onStop'> | undefined
}

/** Replies of one kind that this server receives, until their end is stored. */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #running = new Map<string, RunningReply>()
  readonly #closing = new AbortController()
  readonly #closed = new AbortController()
  readonly #storeEnd: StoreEnd
  #stopReceiving: (() => void) | undefined
  #released = Promise.withResolvers<void>()

  constructor(options: ReceiverOptions) {
    const { scope, store, heartbeats, log, relay } = options
    this.#options = options
    this.#storeEnd = createEndStore({
      store,
      onStored: (place) => this.#release(place),
      log,
      closed: this.#closed.signal,
    })
    heartbeats.join(scope, {
      running: this.#running,
      closeDead: (dead) => store.closeDead(dead),
      readPassedOn: relay && ((place) => relay.read(relayKey(scope, place))),
    })
  }

  /** Aborted as soon as the server shuts down. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** How many replies are received, or wait for their end to be stored. */
  get running(): number {
    return this.#running.size
  }

  /** Receives a reply that is stored as running; it is interrupted at once while the server shuts down. */
  receive(reply: ReceivedReply): RunningReply {
    const received = new RunningReply(reply, this.#storeEnd, this.#options.clock)
    this.#running.set(replyKey(reply), received)
    this.#options.heartbeats.begin()
    const { relay, scope, heartbeats } = this.#options
    this.#stopReceiving ??= relay?.onStop(receiverKey(scope, heartbeats.server), (key, asked) =>
      this.#running.get(key)?.end('stopped', asked),
    )
    if (this.closing.aborted) received.end('interrupted')
    return received
  }

  find(place: ReplyPlace): RunningReply | undefined {
    return this.#running.get(replyKey(place))
  }

  /** Ends a reply with the text so far. Resolves when its followers are notified, or another server was asked. */
  async stop(place: ReplyPlace): Promise<void> {
    const own = this.find(place)
    if (!own) return this.#stopElsewhere(place)
    own.end('stopped')
    await own.endSent
  }

  async stopIn(conversationIds: readonly string[]): Promise<void> {
    const within = new Set(conversationIds)
    const own = [...this.#running.values()].filter(({ conversationId }) => within.has(conversationId))
    for (const one of own) one.end('stopped')
    await Promise.all(own.map(({ endSent }) => endSent))
    for (const place of await this.#options.store.listRunning(conversationIds))
      await this.#stopElsewhere(place)
  }

  /** Ends what a crashed server left running; only where no other server can run. */
  closeOrphans(): Promise<void> {
    return this.#options.heartbeats.closeOrphans(this.#options.scope)
  }

  /** Waits until the ends are stored, up to a timeout. `begun` waits for requests that may still start a reply. */
  async close(begun: () => Promise<unknown>): Promise<void> {
    this.#closing.abort()
    for (const one of this.#running.values()) one.end('interrupted')
    const settled = async () => {
      await begun()
      while (this.#running.size > 0) await this.#released.promise
    }
    await Promise.race([settled(), wait(CLOSING_MS, undefined, { ref: false })])
    this.#closed.abort()
    this.#options.heartbeats.leave(this.#options.scope)
  }

  #release(place: ReplyPlace) {
    this.#running.delete(replyKey(place))
    this.#released.resolve()
    this.#released = Promise.withResolvers()
    if (this.#running.size > 0) return
    this.#stopReceiving?.()
    this.#stopReceiving = undefined
  }

  async #stopElsewhere(place: ReplyPlace): Promise<void> {
    const { store, relay, scope } = this.#options
    const server = await store.wantStop(place)
    if (server !== null) relay?.stop(receiverKey(scope, server), replyKey(place))
  }
}
