import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { type Bucket, type RedisClient, type Shards, shardsOf } from '../../base/redis/shards.ts'
import { type RealmEvent, realmEventSchema, type ServerEvent, serverEventSchema } from './bus-events.ts'
import { type Channel, NodeListener } from './node-listener.ts'

/** How often this server checks that what it publishes comes back to it, in milliseconds. */
const BEAT_MS = 1_000

/** How long closing waits for the last event to be published, in milliseconds. */
const CLOSING_MS = 500

interface RedisLinkOptions {
  redis: RedisClient
  prefix: string
  log: Logger
  heartbeatMs?: number | undefined
  realm: (realmId: string, event: RealmEvent) => void
  server: (server: string, event: ServerEvent) => void
  missed: (realmId?: string) => void
}

/**
 * Connects servers by Redis's pub/sub, which stores nothing: lost events are recovered from the database. Each open
 * realm has a channel, so that a server parses nothing of realms in which it has nobody; it is sharded, so that of a
 * cluster one shard alone carries it. There is a listener for each master.
 */
export class RedisLink {
  /** The prefix of every message of this server, by which it recognises its own messages without parsing them. */
  readonly #me = randomUUID()
  readonly #options: RedisLinkOptions
  readonly #heartbeatMs: number
  readonly #shards: Shards
  readonly #serversChannel: Channel
  /** The realms that are heard, by their channels. */
  readonly #realms = new Map<string, { id: string; channel: Channel }>()
  /** By the master, and the bucket that its heartbeat is in. */
  readonly #listeners = new Map<string, NodeListener>()
  readonly #listenerOf = new Map<Bucket, NodeListener>()
  readonly #beating: NodeJS.Timeout
  readonly #stopMoving: () => void
  #wasHealthy = false
  /** Whether an event could not be published and the other servers have not been told so yet. */
  #unsaid = false
  #lastWord: Promise<unknown> = Promise.resolve()

  constructor(options: RedisLinkOptions) {
    const { redis, prefix, heartbeatMs = BEAT_MS } = options
    this.#options = options
    this.#heartbeatMs = heartbeatMs
    this.#shards = shardsOf(redis)
    this.#serversChannel = { name: `${prefix}servers`, kind: 'plain', tag: '' }
    this.#stopMoving = this.#shards.onMoved(() => this.#arrange())
    this.#arrange()
    this.#beating = setInterval(() => this.#heartbeat(), heartbeatMs).unref()
  }

  sayInRealm(realmId: string, event: RealmEvent): void {
    this.#say(this.#channelOf(realmId), JSON.stringify(event))
  }

  subscribeToRealm(realmId: string): void {
    const channel = this.#channelOf(realmId)
    this.#realms.set(channel.name, { id: realmId, channel })
    this.#listenerOf.get(this.#shards.bucketOf(realmId))?.join(channel)
  }

  leaveRealm(realmId: string): void {
    const channel = this.#channelOf(realmId)
    this.#realms.delete(channel.name)
    this.#listenerOf.get(this.#shards.bucketOf(realmId))?.leave(channel)
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
    this.#stopMoving()
    let late: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      late = setTimeout(resolve, CLOSING_MS)
    })
    await Promise.race([this.#lastWord, patience])
    clearTimeout(late)
    for (const listener of this.#listeners.values()) listener.close()
  }

  #channelOf(realmId: string): Channel {
    const { tag } = this.#shards.bucketOf(realmId)
    return { name: `${this.#options.prefix}${tag}realm:${realmId}`, kind: 'sharded', tag }
  }

  /** Has each master heard in the channels of its buckets, and no other node. */
  #arrange(): void {
    const owned = Map.groupBy(this.#shards.buckets, (bucket) => this.#shards.ownerOf(bucket))
    const former = new Map(this.#listeners)
    this.#listeners.clear()
    this.#listenerOf.clear()
    for (const [owner, buckets] of owned) {
      const [first] = buckets
      if (owner === null || !first) continue
      const key = `${owner} ${first.tag}`
      const listener = former.get(key) ?? this.#listenTo(owner, first)
      former.delete(key)
      if (!listener) continue
      this.#listeners.set(key, listener)
      for (const bucket of buckets) this.#listenerOf.set(bucket, listener)
    }
    for (const listener of former.values()) listener.close()
    const realms = Map.groupBy(this.#realms.values(), ({ id }) =>
      this.#listenerOf.get(this.#shards.bucketOf(id)),
    )
    const [any] = this.#listeners.values()
    for (const listener of this.#listeners.values())
      listener.hear([
        ...(listener === any ? [this.#serversChannel] : []),
        ...(realms.get(listener) ?? []).map(({ channel }) => channel),
      ])
    if (!this.#isOpen()) this.#lose()
  }

  #listenTo(owner: string, { tag }: Bucket): NodeListener | undefined {
    // All channels are subscribed to again after each reconnect.
    const connection = this.#shards.connect(owner, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: null,
      autoResubscribe: false,
    })
    if (!connection) return undefined
    const listener: NodeListener = new NodeListener({
      connection,
      beat: { name: `${this.#options.prefix}${tag}beat:${this.#me}`, kind: 'sharded', tag },
      heartbeatMs: this.#heartbeatMs,
      publish: (channel, word) => this.#publish(channel, word, listener),
      received: (channel, word) => this.#receive(channel, word),
      beats: () => this.#receivedHeartbeat(),
      lost: () => this.#lose(),
      joined: (channels) => {
        for (const { name } of channels) this.#options.missed(this.#realms.get(name)?.id)
      },
      moved: () => this.#shards.refresh(),
    })
    return listener
  }

  /** Whether the round trip through every master works, as far as the last heartbeats show. */
  #isOpen(): boolean {
    if (this.#options.redis.status !== 'ready') return false
    if (this.#listenerOf.size < this.#shards.buckets.length) return false
    for (const listener of this.#listeners.values()) if (!listener.isOpen()) return false
    return true
  }

  #lose(): void {
    if (this.#wasHealthy) this.#options.log.warn('other servers are not heard through Redis')
    this.#wasHealthy = false
  }

  /** While Redis hangs, only heartbeats are sent: other commands would pile up. */
  #say(channel: Channel, word: string): void {
    if (!this.healthy()) {
      this.#unsaid = true
      return
    }
    this.#lastWord = this.#publish(channel, `${this.#me}${word}`).catch(() => {
      this.#unsaid = true
    })
  }

  #publish(channel: Channel, word: string, listener = this.#anyListener()): Promise<unknown> {
    const { redis } = this.#options
    const isSharded = channel.kind === 'sharded' && listener?.isSharded === true
    return isSharded ? redis.spublish(channel.name, word) : redis.publish(channel.name, word)
  }

  /** Every node of a Redis has the same version. */
  #anyListener(): NodeListener | undefined {
    const [any] = this.#listeners.values()
    return any
  }

  #heartbeat(): void {
    // Another node may have taken over.
    if (!this.#isOpen()) this.#shards.refresh()
    // The master of some bucket could not be connected to.
    if (this.#listenerOf.size < this.#shards.buckets.length) this.#arrange()
    if (this.#options.redis.status !== 'ready') this.#lose()
    else for (const listener of this.#listeners.values()) listener.heartbeat()
  }

  #receivedHeartbeat(): void {
    if (!this.#wasHealthy && this.#isOpen()) {
      this.#wasHealthy = true
      this.#options.missed()
    }
    if (this.#unsaid && this.healthy()) {
      this.#unsaid = false
      this.sayToServers({ type: 'missed' })
    }
  }

  #receive(channel: string, word: string) {
    if (word.startsWith(this.#me)) return
    const server = word.slice(0, this.#me.length)
    const json = parse(word.slice(this.#me.length))
    if (channel === this.#serversChannel.name) {
      const { success, data } = serverEventSchema.safeParse(json)
      if (!success) return
      if (data.type === 'ask' && data.server !== undefined && data.server !== this.#me) return
      if (data.type === 'missed') this.#options.missed()
      else this.#options.server(server, data)
    } else {
      const realm = this.#realms.get(channel)
      const { success, data } = realmEventSchema.safeParse(json)
      if (success && realm) this.#options.realm(realm.id, data)
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
