import type { Redis } from 'ioredis'

/** A channel, and how it is published: to the shard that has its slot, or to all nodes of a cluster. */
export interface Channel {
  readonly name: string
  readonly kind: 'sharded' | 'plain'
  /** Channels of one tag are in one slot, and can be subscribed to together. */
  readonly tag: string
}

/** The connection counts as broken after this many unanswered heartbeats. */
const BEATS_MISSED = 3

const CHANNELS_AT_ONCE = 500

interface NodeListenerOptions {
  /** A subscribed connection cannot send other commands, so this one is the listener's own. */
  connection: Redis
  /** A sharded channel of a bucket that the node has. */
  beat: Channel
  heartbeatMs: number
  publish: (channel: Channel, word: string) => Promise<unknown>
  received: (channel: string, word: string) => void
  /** A heartbeat came back. */
  beats: () => void
  /** Events sent from now on do not arrive here. */
  lost: () => void
  /** From here on these channels are heard; what was published before Redis accepted them was not. */
  joined: (channels: readonly Channel[]) => void
  /** The node does not have the slot of a channel any more. */
  moved: () => void
}

/**
 * Hears channels of one node of Redis, and knows by heartbeats whether what is published there arrives. A Redis before
 * version 7 has no sharded channels; there all of them are plain.
 */
export class NodeListener {
  readonly #options: NodeListenerOptions
  readonly #channels = new Map<string, Channel>()
  /** The channels that Redis has not been asked for, or has refused. */
  readonly #missing = new Map<string, Channel>()
  #isListening = false
  #isSharded = true
  #beatAt = Number.NEGATIVE_INFINITY
  /** When the heartbeat was sent that Redis has not accepted yet (`performance.now`); null if it has accepted all. */
  #beatingSince: number | null = null
  #isClosed = false

  constructor(options: NodeListenerOptions) {
    this.#options = options
    const { connection, lost, moved } = options
    // The client of all commands logs the error.
    connection.on('error', () => {})
    connection.on('close', () => {
      if (this.#isClosed) return
      this.#isListening = false
      for (const channel of this.#channels.values()) this.#missing.set(channel.name, channel)
      // However quick the reconnect, events sent in the meantime did not arrive here.
      lost()
    })
    connection.on('ready', () => void this.#listen().catch(() => connection.disconnect(true)))
    connection.on('message', (channel, word) => this.#receive(channel, word))
    connection.on('smessage', (channel, word) => this.#receive(channel, word))
    connection.on('moved', moved)
  }

  /** Whether the node takes sharded channels. */
  get isSharded(): boolean {
    return this.#isSharded
  }

  /** Whether everything that is published in its channels arrives here, as far as the last heartbeat shows. */
  isOpen(): boolean {
    return (
      this.#isListening && this.#missing.size === 0 && performance.now() - this.#beatAt < this.#patienceMs
    )
  }

  get #patienceMs(): number {
    return (BEATS_MISSED + 0.5) * this.#options.heartbeatMs
  }

  join(...channels: Channel[]): void {
    for (const channel of channels) {
      if (this.#channels.has(channel.name)) continue
      this.#channels.set(channel.name, channel)
      this.#missing.set(channel.name, channel)
    }
    if (this.#isListening) this.#joinMissing()
  }

  leave(...channels: Channel[]): void {
    for (const channel of channels) {
      this.#channels.delete(channel.name)
      if (this.#missing.delete(channel.name)) continue
      const { connection } = this.#options
      const left = this.#goesSharded(channel)
        ? connection.sunsubscribe(channel.name)
        : connection.unsubscribe(channel.name)
      left.catch(() => {})
    }
  }

  /** Leaves what is not among these channels, and joins the others. */
  hear(channels: readonly Channel[]): void {
    const wanted = new Set(channels.map(({ name }) => name))
    this.leave(...[...this.#channels.values()].filter(({ name }) => !wanted.has(name)))
    this.join(...channels)
  }

  /** To be called regularly. A node that hangs gets another heartbeat only once the last one is given up. */
  heartbeat(): void {
    const { publish, beat, moved, lost } = this.#options
    if (!this.isOpen()) lost()
    if (!this.#isListening) return
    if (this.#missing.size > 0) this.#joinMissing()
    const now = performance.now()
    if (this.#beatingSince !== null && now - this.#beatingSince < this.#patienceMs) return
    this.#beatingSince = now
    publish(beat, '')
      .catch(moved)
      .finally(() => {
        this.#beatingSince = null
      })
  }

  close(): void {
    this.#isClosed = true
    this.#options.connection.disconnect()
  }

  async #listen(): Promise<void> {
    const { connection, beat } = this.#options
    try {
      await connection.ssubscribe(beat.name)
      this.#isSharded = true
    } catch (error) {
      if (!lacksShardedChannels(error)) throw error
      this.#isSharded = false
      await connection.subscribe(beat.name)
    }
    while (this.#missing.size > 0) await this.#subscribe()
    this.#isListening = true
    this.heartbeat()
  }

  #joinMissing(): void {
    // What was refused is asked for again with the next heartbeat.
    this.#subscribe().then(this.#options.joined, this.#options.moved)
  }

  /** @returns the channels that Redis accepted and nobody has left meanwhile */
  async #subscribe(): Promise<Channel[]> {
    const { connection } = this.#options
    const channels = [...this.#missing.values()]
    this.#missing.clear()
    const together = Map.groupBy(channels, (channel) =>
      this.#goesSharded(channel) ? channel.tag : undefined,
    )
    for (const [tag, some] of together)
      for (let from = 0; from < some.length; from += CHANNELS_AT_ONCE) {
        const names = some
          .slice(from, from + CHANNELS_AT_ONCE)
          .flatMap(({ name }) => (this.#channels.has(name) ? [name] : []))
        if (names.length === 0) continue
        try {
          await (tag === undefined ? connection.subscribe(...names) : connection.ssubscribe(...names))
        } catch (error) {
          // Those before have been accepted; asking for them again does no harm.
          for (const one of channels) if (this.#channels.has(one.name)) this.#missing.set(one.name, one)
          throw error
        }
      }
    return channels.filter(({ name }) => this.#channels.has(name))
  }

  #goesSharded({ kind }: Channel): boolean {
    return kind === 'sharded' && this.#isSharded
  }

  #receive(channel: string, word: string): void {
    const { beat, beats, received } = this.#options
    if (channel === beat.name) {
      this.#beatAt = performance.now()
      beats()
    } else received(channel, word)
  }
}

/** By its version, or for its users. */
const lacksShardedChannels = (error: unknown) =>
  error instanceof Error && /unknown command|NOPERM/i.test(error.message)
