import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { RedisClient } from '../../base/redis/shards.ts'
import { Failure } from '../../domain/failure.ts'

export const MINUTE_SECONDS = 60

/** Timeout for Redis, in milliseconds; it normally answers in one. */
const REDIS_PATIENCE_MS = 500

/** Counts in Redis where there is one, else in memory. */
export function limiter(
  keyPrefix: string,
  points: number,
  redis: RedisClient | undefined,
  duration = MINUTE_SECONDS,
): RateLimiterAbstract {
  const own = { keyPrefix, points, duration }
  const memory = new RateLimiterMemory(own)
  if (!redis) return memory
  const shared = new RateLimiterRedis({ ...own, storeClient: redis, rejectIfRedisNotReady: true })
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: REDIS_PATIENCE_MS, insuranceLimiter: memory })
}

/** @throws {Failure} `rate_limited` with the seconds to wait */
export async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw tooMany(refusal.msBeforeNext)
  }
}

/** @returns the seconds to wait; 0 if the point was taken */
export async function waitFor(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await take(limiter, key)
    return 0
  } catch (error) {
    if (error instanceof Failure && error.retryAfter !== undefined) return error.retryAfter
    throw error
  }
}

export function tooMany(msBeforeNext: number): Failure {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const isLong = retryAfter > 2 * MINUTE_SECONDS
  const [count, unit] = isLong ? [Math.ceil(retryAfter / MINUTE_SECONDS), 'minute'] : [retryAfter, 'second']
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`
  return new Failure('rate_limited', `Too many requests. Try again in ${wait}.`, { retryAfter })
}
