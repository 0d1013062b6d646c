import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { NOTHING } from '../../../shared/chat/parts.ts'
import type { Bucket, RedisClient, Shards } from '../../base/redis/shards.ts'
import { currentSpan } from '../../base/telemetry/trace.ts'
import { formatTraceparent } from '../../base/telemetry/trace-context.ts'
import type { SentReply } from '../../domain/turns/running/running-reply.ts'
import { type Sending, StreamLane } from './stream-lane.ts'

/**
 * What Redis has not accepted for this many milliseconds is not kept by it. On a machine that is short of processors a
 * write takes more than half a second, and storing the words as well would make that worse.
 */
const LAG_MS = 2_000

/** How long closing waits for the last write, in milliseconds. */
const CLOSING_MS = 500

/** After so many more entries a stream is replaced by the few that say the same. */
const ENTRIES_KEPT = 1_000

/**
 * Writes the growth of replies to Redis. What it did not accept is sent again, from its position on; a stream of which
 * Redis lost something, or may have, is written anew.
 */
export class StreamWriter {
  readonly #redis: RedisClient
  readonly #entriesKept: number
  readonly #sending = new Set<Sending>()
  readonly #lanes = new Map<Bucket, StreamLane>()
  readonly #stopMoving: () => void
  readonly #onReady = () => this.#sendAgain()

  constructor(
    redis: RedisClient,
    shards: Shards,
    { entriesKept = ENTRIES_KEPT }: { entriesKept?: number | undefined },
  ) {
    this.#redis = redis
    this.#entriesKept = entriesKept
    redis.on('ready', this.#onReady)
    // Who takes over from a master may lack its last writes.
    this.#stopMoving = shards.onMoved((moved) => this.#sendAgain(moved))
  }

  send(key: string, bucket: Bucket, parts: () => readonly ReplyPart[]): SentReply {
    const span = currentSpan()
    const one: Sending = {
      ...{ key, bucket, parts, sent: NOTHING, entries: 0, anew: 0, unsentSince: null, over: false },
      trace: span && formatTraceparent(span),
      isAlone: false,
    }
    this.#sending.add(one)
    return {
      changed: () => this.#changed(one),
      over: () => {
        one.over = true
        this.#changed(one)
      },
      keeps: () => this.#redis.status === 'ready' && age(one) < LAG_MS,
    }
  }

  async close(): Promise<void> {
    this.#redis.off('ready', this.#onReady)
    this.#stopMoving()
    const last = Promise.all([...this.#lanes.values()].map((lane) => lane.close()))
    await Promise.race([last, wait(CLOSING_MS, undefined, { ref: false })])
  }

  #changed(one: Sending): void {
    one.unsentSince ??= performance.now()
    this.#laneOf(one.bucket).add(one)
  }

  #laneOf(bucket: Bucket): StreamLane {
    const lane =
      this.#lanes.get(bucket) ??
      new StreamLane({
        redis: this.#redis,
        entriesKept: this.#entriesKept,
        finished: (one) => this.#sending.delete(one),
      })
    this.#lanes.set(bucket, lane)
    return lane
  }

  /** Used when Redis may have lost its data; of all buckets, or of some. */
  #sendAgain(buckets?: ReadonlySet<Bucket>) {
    for (const one of this.#sending) {
      if (buckets && !buckets.has(one.bucket)) continue
      one.entries = 0
      this.#changed(one)
    }
  }
}

const age = ({ unsentSince }: Sending) => (unsentSince === null ? 0 : performance.now() - unsentSince)
