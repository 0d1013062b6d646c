import { createLog } from '../src/server/base/log.ts'
import { connectRedis } from '../src/server/base/redis/connect-redis.ts'
import { isCluster, type RedisClient, shardsOf } from '../src/server/base/redis/shards.ts'
import { RedisCluster } from './redis-cluster.ts'
import { hasRedisServer } from './redis-server.ts'

interface RedisKind {
  kind: string
  /** Whether this machine has it. */
  isHere: boolean
  start: () => Promise<{ url: string; stop: () => Promise<void> }>
}

/** With what servers may be connected: the Redis of the run, where it has one, and a cluster of the test file's own. */
export const redisKinds: readonly RedisKind[] = [
  {
    kind: 'one Redis',
    isHere: process.env.REDIS_URL !== undefined,
    start: async () => ({ url: process.env.REDIS_URL ?? '', stop: async () => {} }),
  },
  { kind: 'a Redis cluster', isHere: hasRedisServer, start: () => RedisCluster.start() },
]

/** Connects as a server does, to what answers. */
export async function connectedRedis(url: string): Promise<RedisClient> {
  return connectRedis(url, createLog('silent'))
}

/** The key that is called so, in whichever bucket it is. */
export function keyIn(redis: RedisClient, prefix: string, kind: string, id: string): string {
  return `${prefix}${shardsOf(redis).bucketOf(id).tag}${kind}:${id}`
}

export async function keysOf(redis: RedisClient, pattern: string): Promise<string[]> {
  const nodes = isCluster(redis) ? redis.nodes('master') : [redis]
  return (await Promise.all(nodes.map((node) => node.keys(pattern)))).flat()
}
