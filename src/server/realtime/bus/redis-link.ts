import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import { type RealmEvent, realmEventSchema, type ServerEvent, serverEventSchema } from './bus-events.ts'

/** How often this server checks that what it publishes comes back to it, in milliseconds. */
const BEAT_MS = 1_000

/** The connection counts as broken after this many unanswered heartbeats. */
const BEATS_MISSED = 3

const CHANNELS_AT_ONCE = 500

/** How long closing waits for the last event to be published, in milliseconds. */
const CLOSING_MS = 500

interface RedisLinkOptions {
  redis: Redis
  prefix: string
  log: Logger
  heartbeatMs?: number | undefined
  realm: (realmId: string, event: RealmEvent) => void
  server: (server: string, event: ServerEvent) => void
  missed: (realmId?: string) => void
}

/**
 * Connects servers by Redis's pub/sub, which stores nothing: lost events are recovered from the database. Each open
 * realm has a channel, so that a server parses nothing of realms in which it has nobody.
 */
export class RedisLink {
  /** The prefix of every message of this server, by which it recognises its own messages without parsing them. */
  readonly #me = randomUUID()
  readonly #options: RedisLinkOptions
  readonly #heartbeatMs: number
  readonly #realmPrefix: string
  readonly #serversChannel: string
  readonly #heartbeatChannel: string
  readonly #channels: Set<string>
  readonly #listeners: Redis
  readonly #beating: NodeJS.Timeout
  #listening = false
  #heartbeatAt = Number.NEGATIVE_INFINITY
  #wasHealthy = false
  /** Whether an event could not be published and the other servers have not been told so yet. */
  #unsaid = false
  #lastWord: Promise<unknown> = Promise.resolve()

  constructor(options: RedisLinkOptions) {
    const { redis, prefix, heartbeatMs = BEAT_MS } = options
    this.#options = options
    this.#heartbeatMs = heartbeatMs
    this.#realmPrefix = `${prefix}realm:`
    this.#serversChannel = `${prefix}servers`
    this.#heartbeatChannel = `${prefix}beat:${this.#me}`
    this.#channels = new Set([this.#heartbeatChannel, this.#serversChannel])
    // A subscribed connection cannot send other commands. All channels are subscribed to again after each reconnect.
    this.#listeners = redis.duplicate({
      enableOfflineQueue: false,
      maxRetriesPerRequest: null,
      autoResubscribe: false,
    })
    // The connection that this one duplicates logs the error.
    this.#listeners.on('error', () => {})
    this.#listeners.on('close', () => {
      this.#listening = false
      // However quick the reconnect, events sent in the meantime did not arrive here.
      this.#lose()
    })
    this.#listeners.on('ready', () => void this.#listen().catch(() => this.#listeners.disconnect(true)))
    this.#listeners.on('message', (channel, word) => this.#receive(channel, word))
    this.#beating = setInterval(() => this.#heartbeat(), heartbeatMs).unref()
  }

  sayInRealm(realmId: string, event: RealmEvent): void {
    this.#say(this.#realmPrefix + realmId, JSON.stringify(event))
  }

  subscribeToRealm(realmId: string): void {
    const channel = this.#realmPrefix + realmId
    this.#channels.add(channel)
    if (this.#listeners.status !== 'ready') return
    // Events published before Redis accepted the subscription did not arrive here.
    this.#listeners.subscribe(channel).then(
      () => this.#options.missed(realmId),
      () => {},
    )
  }

  leaveRealm(realmId: string): void {
    this.#channels.delete(this.#realmPrefix + realmId)
    this.#listeners.unsubscribe(this.#realmPrefix + realmId).catch(() => {})
  }

  sayToServers(event: ServerEvent): void {
    this.#say(this.#serversChannel, JSON.stringify(event))
  }

  /** Whether the link is open and all listeners know it; events sent while it was not may have been missed. */
  healthy(): boolean {
    return this.#wasHealthy && this.#isOpen()
  }

  async close(): Promise<void> {
    clearInterval(this.#beating)
    let late: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      late = setTimeout(resolve, CLOSING_MS)
    })
    await Promise.race([this.#lastWord, patience])
    clearTimeout(late)
    this.#listeners.disconnect()
  }

  /** Whether the round trip through Redis works, as far as the last heartbeat shows. */
  #isOpen(): boolean {
    return (
      this.#listening &&
      this.#options.redis.status === 'ready' &&
      performance.now() - this.#heartbeatAt < (BEATS_MISSED + 0.5) * this.#heartbeatMs
    )
  }

  #lose(): void {
    if (this.#wasHealthy) this.#options.log.warn('other servers are not heard through Redis')
    this.#wasHealthy = false
  }

  /** While Redis hangs, only heartbeats are sent: other commands would pile up. */
  #say(channel: string, word: string): void {
    if (!this.healthy()) {
      this.#unsaid = true
      return
    }
    this.#lastWord = this.#options.redis.publish(channel, `${this.#me}${word}`).catch(() => {
      this.#unsaid = true
    })
  }

  #heartbeat(): void {
    const { redis } = this.#options
    if (!this.#isOpen()) this.#lose()
    if (redis.status === 'ready' && this.#listening && redis.commandQueue.length < 1_000)
      redis.publish(this.#heartbeatChannel, this.#me).catch(() => {})
  }

  #receivedHeartbeat(): void {
    this.#heartbeatAt = performance.now()
    if (!this.#wasHealthy && this.#isOpen()) {
      this.#wasHealthy = true
      this.#options.missed()
    }
    if (this.#unsaid && this.healthy()) {
      this.#unsaid = false
      this.sayToServers({ type: 'missed' })
    }
  }

  async #listen(): Promise<void> {
    const wanted = [...this.#channels]
    for (let from = 0; from < wanted.length; from += CHANNELS_AT_ONCE)
      await this.#listeners.subscribe(...wanted.slice(from, from + CHANNELS_AT_ONCE))
    this.#listening = true
    this.#heartbeat()
  }

  #receive(channel: string, word: string) {
    if (channel === this.#heartbeatChannel) return this.#receivedHeartbeat()
    if (word.startsWith(this.#me)) return
    const server = word.slice(0, this.#me.length)
    const json = parse(word.slice(this.#me.length))
    if (channel === this.#serversChannel) {
      const { success, data } = serverEventSchema.safeParse(json)
      if (!success) return
      if (data.type === 'ask' && data.server !== undefined && data.server !== this.#me) return
      if (data.type === 'missed') this.#options.missed()
      else this.#options.server(server, data)
    } else {
      const { success, data } = realmEventSchema.safeParse(json)
      if (success) this.#options.realm(channel.slice(this.#realmPrefix.length), data)
    }
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
