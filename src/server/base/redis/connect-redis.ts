import type { Redis } from 'ioredis'
import type { Logger } from '../log.ts'
import { logThrottled } from '../log-throttled.ts'
import { parseRedisUrl, type RedisAddress } from '../redis-address.ts'
import type { RedisClient } from './shards.ts'

/** How long a node may take to say at the start whether it is one of a cluster, in milliseconds. */
const START_MS = 2_000

/** While nothing fails, the nodes of a cluster are asked so often who has which slots, in milliseconds. */
const REFRESH_MS = 5_000

/**
 * How often a command is sent on, within the cluster or to a node that takes over. It fails after a third of a second, as
 * everything can go on without Redis.
 */
const REDIRECTIONS = 3
const REDIRECTION_PAUSE_MS = 100

/**
 * Connects to the Redis that REDIS_URL names, or to its cluster: several addresses name one, and so does the address of a
 * node that says that it is in one. Commands fail at once while it is away. The driver is loaded only if Redis is used.
 */
export async function connectRedis(text: string, log: Logger): Promise<RedisClient> {
  const addresses = parseRedisUrl(text)
  if (!addresses) throw new Error('REDIS_URL is no address.')
  const [first] = addresses
  const mode = addresses.length > 1 ? 'cluster' : await findMode(first)
  if (mode === 'cluster') return connectCluster(addresses, log)
  const { Redis } = await import('ioredis')
  const redis = new Redis(first.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (error: Error) => log.warn({ err: error }, 'Redis does not answer'))
  if (mode === 'unknown') redis.once('ready', () => void warnOfCluster(redis, log))
  return redis
}

/** Connects to the cluster of these nodes; one that answers is enough. */
async function connectCluster(
  addresses: readonly [RedisAddress, ...RedisAddress[]],
  log: Logger,
): Promise<RedisClient> {
  const { Cluster } = await import('ioredis')
  const [{ username, password, isEncrypted }] = addresses
  const cluster = new Cluster(
    addresses.map(({ host, port }) => ({ host, port })),
    {
      enableOfflineQueue: false,
      maxRedirections: REDIRECTIONS,
      retryDelayOnFailover: REDIRECTION_PAUSE_MS,
      retryDelayOnClusterDown: REDIRECTION_PAUSE_MS,
      retryDelayOnTryAgain: REDIRECTION_PAUSE_MS,
      slotsRefreshInterval: REFRESH_MS,
      // A certificate is for the name of a node.
      dnsLookup: (host, found) => found(null, host),
      redisOptions: {
        connectTimeout: START_MS,
        maxRetriesPerRequest: 1,
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
        ...(isEncrypted && { tls: {} }),
      },
    },
  )
  const say = logThrottled()
  cluster.on('error', (error: Error) => say(log, 'warn', { err: error }, 'the Redis cluster does not answer'))
  cluster.on('node error', (error: Error, node: string) =>
    say(log, 'warn', { err: error, node }, `a node of the Redis cluster does not answer: ${node}`),
  )
  // One that is gone may have been a master; who takes over is known as soon as it is asked for.
  cluster.on('-node', () => {
    if (cluster.status === 'ready') cluster.refreshSlotsCache()
  })
  return cluster
}

/** Opens a connection that gives up at the first failure, for a question before or beside the work. */
export async function connectOnce(url: string, patienceMs: number): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  // Told by the promise that connects.
  redis.on('error', () => {})
  return redis
}

export async function isInCluster(redis: Pick<Redis, 'info'>): Promise<boolean> {
  return /^cluster_enabled:1/m.test(await redis.info('cluster'))
}

async function findMode({ url }: RedisAddress): Promise<'single' | 'cluster' | 'unknown'> {
  const redis = await connectOnce(url, START_MS)
  try {
    await redis.connect()
    return (await isInCluster(redis)) ? 'cluster' : 'single'
  } catch {
    return 'unknown'
  } finally {
    redis.disconnect()
  }
}

async function warnOfCluster(redis: Redis, log: Logger): Promise<void> {
  if (await isInCluster(redis).catch(() => false))
    log.error(
      'REDIS_URL names one node of a cluster, and it did not answer at the start: name several of its nodes, or start this server again',
    )
}
