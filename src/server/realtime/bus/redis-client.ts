import type { Cluster, Redis } from 'ioredis'

/** One server of Redis, or a cluster of them. */
export type RedisClient = Redis | Cluster

/** In a cluster, what is done at once must have its keys at one server. */
export function keysPerPipeline<One>(redis: RedisClient, all: readonly One[]): (readonly One[])[] {
  return redis.isCluster ? all.map((one) => [one]) : [all]
}
