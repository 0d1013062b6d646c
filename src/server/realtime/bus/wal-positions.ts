import { createHash } from 'node:crypto'
import type { Positions } from '../../base/reader.ts'
import { type RedisClient, type Shards, shardsOf } from '../../base/redis/shards.ts'

/** In milliseconds: Redis normally answers in one. */
const PATIENCE_MS = 250

/** Sixteen hexadecimal digits are ordered as their numbers are. */
const DIGITS = 16

/** Two servers can note at the same time, and the later position must stay whoever comes last. */
const KEEP_GREATER = `
local kept = redis.call('get', KEYS[1])
if not kept or kept < ARGV[1] then redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) end`

interface WalPositionsOptions {
  redis: RedisClient
  /** For how long, in milliseconds, replicas can lack what was written; then a position need not be known any more. */
  staleMs: number
  /** Of all keys of the place. */
  prefix?: string | undefined
  now?: () => number
}

/**
 * Keeps in Redis how far the log of the database was when somebody wrote, and when something was removed. What Redis may
 * have forgotten, after it went away, is nothing that matters `staleMs` later; until then nothing is known.
 */
export class WalPositions implements Positions {
  readonly #options: WalPositionsOptions
  readonly #prefix: string
  readonly #shards: Shards
  readonly #now: () => number
  #knownFrom: number

  constructor(options: WalPositionsOptions) {
    const { redis, staleMs, prefix = 'bionic:', now = () => performance.now() } = options
    this.#options = options
    this.#prefix = `${prefix}wal:`
    this.#now = now
    this.#knownFrom = now() + staleMs
    this.#shards = shardsOf(redis)
    redis.on('ready', () => this.#forgotten())
    // A node that takes over may lack what the last one had.
    redis.on('-node', () => this.#forgotten())
    this.#shards.onMoved(() => this.#forgotten())
  }

  async least(who: string): Promise<bigint | null> {
    if (this.#now() < this.#knownFrom) return null
    try {
      const { redis } = this.#options
      // Each by itself, as they can be at two nodes of a cluster.
      const kept = await this.#inTime(
        Promise.all([this.#keyOf(who), this.#removed].map((key) => redis.get(key))),
      )
      if (this.#now() < this.#knownFrom) return null
      return kept.reduce((most, text) => larger(most, text === null ? 0n : BigInt(`0x${text}`)), 0n)
    } catch {
      return null
    }
  }

  async note({ who, removes, position }: Parameters<Positions['note']>[0]): Promise<boolean> {
    const { redis, staleMs } = this.#options
    const keys = [this.#keyOf(who), ...(removes ? [this.#removed] : [])]
    const written = position.toString(16).padStart(DIGITS, '0')
    try {
      // Longer than it is needed, whatever the clocks do.
      await this.#inTime(
        Promise.all(keys.map((key) => redis.eval(KEEP_GREATER, 1, key, written, 5 * staleMs))),
      )
      return true
    } catch {
      // Nobody is answered here from what Redis may not have been told.
      this.#forgotten()
      return false
    }
  }

  #forgotten(): void {
    this.#knownFrom = this.#now() + this.#options.staleMs
  }

  get #removed(): string {
    return this.#named('removed')
  }

  /** No wallets and no addresses of visitors stand in Redis by this. */
  #keyOf(who: string): string {
    return this.#named(`by:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`)
  }

  #named(name: string): string {
    return `${this.#prefix}${this.#shards.bucketOf(name).tag}${name}`
  }

  /** @throws {Error} where Redis takes too long */
  async #inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis takes too long')), PATIENCE_MS)
    })
    try {
      return await Promise.race([asked, late])
    } finally {
      asked.catch(() => {})
      clearTimeout(timer)
    }
  }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)
