import type { Cluster, Redis, RedisOptions } from 'ioredis'

export type RedisClient = Redis | Cluster

/** Some of all keys and channels: what has its tag in its name is in one hash slot, and so on one node. */
export interface Bucket {
  /** What names begin with, after their prefix. */
  readonly tag: string
  readonly slot: number
}

/** One Redis is not divided, and names of its keys no tags. */
const undivided: Bucket = { tag: '', slot: 0 }

/**
 * Sixteen tags whose slots are spread evenly, so that nodes which share the slots evenly share these. More would need more
 * connections: a blocking read and a subscription can each have one slot only. Servers of all versions must have the same.
 */
const divided: readonly Bucket[] = [
  { tag: '{18}:', slot: 511 },
  { tag: '{3}:', slot: 1584 },
  { tag: '{83}:', slot: 2572 },
  { tag: '{157}:', slot: 3649 },
  { tag: '{105}:', slot: 4598 },
  { tag: '{2}:', slot: 5649 },
  { tag: '{95}:', slot: 6651 },
  { tag: '{141}:', slot: 7606 },
  { tag: '{111}:', slot: 8771 },
  { tag: '{34}:', slot: 9745 },
  { tag: '{81}:', slot: 10830 },
  { tag: '{155}:', slot: 11779 },
  { tag: '{107}:', slot: 12724 },
  { tag: '{129}:', slot: 13848 },
  { tag: '{97}:', slot: 14777 },
  { tag: '{48}:', slot: 15882 },
]

/** Delay before a connection to a node is tried again, in milliseconds; the owner may have changed meanwhile. */
const retryDelay = (times: number) => Math.min(times * 50, 2_000)

/** How keys and channels are divided among the nodes of a Redis, and who has which bucket. */
export interface Shards {
  readonly buckets: readonly Bucket[]
  bucketOf(id: string): Bucket
  /** The master that has a bucket, as the client last knew; null while it knows none. */
  ownerOf(bucket: Bucket): string | null
  /** Opens a connection of its own to a master, which reconnects by itself; null if the master is gone. */
  connect(owner: string, options: RedisOptions): Redis | null
  /** Asks the nodes soon who has what: something failed. */
  refresh(): void
  /** Notifies that buckets have another owner, which may lack what the last one had. @returns a function that unsubscribes */
  onMoved(moved: (buckets: ReadonlySet<Bucket>) => void): () => void
}

/** One for each client, however many ask for it: it listens for what moves. */
const known = new WeakMap<RedisClient, Shards>()

export function shardsOf(redis: RedisClient): Shards {
  const shards = known.get(redis) ?? (isCluster(redis) ? new ClusterShards(redis) : new OneShard(redis))
  known.set(redis, shards)
  return shards
}

export const isCluster = (redis: RedisClient): redis is Cluster => redis.isCluster

class OneShard implements Shards {
  readonly buckets = [undivided]
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  bucketOf(): Bucket {
    return undivided
  }

  ownerOf(): string {
    return ''
  }

  connect(_owner: string, options: RedisOptions): Redis {
    return this.#redis.duplicate(options)
  }

  refresh(): void {}

  onMoved(): () => void {
    return () => {}
  }
}

class ClusterShards implements Shards {
  readonly buckets = divided
  readonly #cluster: Cluster
  readonly #owners = new Map<Bucket, string | null>()
  readonly #listeners = new Set<(buckets: ReadonlySet<Bucket>) => void>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    for (const bucket of this.buckets) this.#owners.set(bucket, this.ownerOf(bucket))
    cluster.on('refresh', () => this.#compare())
  }

  bucketOf(id: string): Bucket {
    let hash = 0
    for (let at = 0; at < id.length; at++) hash = (hash * 31 + id.charCodeAt(at)) >>> 0
    return this.buckets[hash % this.buckets.length] ?? undivided
  }

  ownerOf({ slot }: Bucket): string | null {
    return this.#cluster.slots[slot]?.[0] ?? null
  }

  connect(owner: string, options: RedisOptions): Redis | null {
    const node = this.#cluster.nodes().find(({ options: { host, port } }) => `${host}:${port}` === owner)
    const always = { readOnly: false, lazyConnect: false, retryStrategy: retryDelay }
    return node?.duplicate({ ...always, ...options }) ?? null
  }

  refresh(): void {
    if (this.#cluster.status === 'ready') this.#cluster.refreshSlotsCache()
  }

  onMoved(moved: (buckets: ReadonlySet<Bucket>) => void): () => void {
    this.#listeners.add(moved)
    return () => this.#listeners.delete(moved)
  }

  #compare(): void {
    const moved = this.buckets.filter((bucket) => this.ownerOf(bucket) !== this.#owners.get(bucket))
    if (moved.length === 0) return
    for (const bucket of moved) this.#owners.set(bucket, this.ownerOf(bucket))
    for (const listener of this.#listeners) listener(new Set(moved))
  }
}
