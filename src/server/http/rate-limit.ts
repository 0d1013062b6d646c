import { isIPv4, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { Failure } from '../domain/failure.ts'
import type { AppEnv } from './context.ts'

/** Model calls hardest, then what changes something, then what only looks. */
export type RequestClass = 'chat' | 'write' | 'read'

export interface RateLimits {
  /**
   * Limits the requests under it by class, each on its own. A visitor counts by address. Somebody signed in counts by
   * wallet, wherever they are, and besides among the wallets of their address.
   * @throws {Failure} `rate_limited` with the seconds to wait.
   */
  requests: MiddlewareHandler<AppEnv>
  /** Counts a model call that a wallet starts without a request of its own for it, and says whether it may. */
  mayAsk(wallet: string): Promise<boolean>
  /** Counts a message of a wallet in a realm. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeMessage(wallet: string, realmId: string): Promise<void>
  /** Counts a picture that is fetched from the web for a wallet. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeWebPicture(wallet: string): Promise<void>
}

const MINUTE_SECONDS = 60

/** Many people can share an address, but wallets cost nothing: all wallets of one address get this many times one's limit. */
const WALLETS_AN_ADDRESS = 5

/** Redis answers in a millisecond; a request does not wait longer than this for one that hangs. */
const REDIS_PATIENCE_MS = 500

/**
 * While Redis does not answer, each server counts for itself.
 * @param options.perMinute requests a minute of one wallet, and of one address without a wallet; `realm`: messages a
 * minute of one wallet in one realm; `webPicture`: pictures a minute that are fetched from the web for one wallet
 * @param options.redis counts for all servers together; without it each counts for itself
 */
export function createRateLimits({
  perMinute,
  redis,
}: {
  perMinute: Record<RequestClass | 'realm' | 'webPicture', number>
  redis?: Redis | undefined
}): RateLimits {
  const limiters = {
    chat: limitersOf('chat', perMinute.chat, redis),
    write: limitersOf('write', perMinute.write, redis),
    read: limitersOf('read', perMinute.read, redis),
  }
  const realmMessages = limiter('limit:realm', perMinute.realm, redis)
  const webPictures = limiter('limit:web-picture', perMinute.webPicture, redis)
  const requests = createMiddleware<AppEnv>(async (c, next) => {
    const { visitor, wallet, wallets } = limiters[classOf(c.req.method, c.req.path)]
    const address = addressKey(c.var.clientAddress)
    const session = await c.var.readSession()
    if (session) {
      await take(wallet, session.user.address)
      await take(wallets, address)
    } else await take(visitor, address)
    await next()
  })
  return {
    requests,
    mayAsk: (wallet) =>
      take(limiters.chat.wallet, wallet).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Failure) return false
          throw error
        },
      ),
    takeMessage: (wallet, realmId) => take(realmMessages, `${wallet}:${realmId}`),
    takeWebPicture: (wallet) => take(webPictures, wallet),
  }
}

function classOf(method: string, path: string): RequestClass {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'read'
  return method === 'POST' && asksAModel.test(path) ? 'chat' : 'write'
}

const asksAModel =
  /^\/api\/(chat|social\/drafts|swarm\/turns|agents\/[^/]+\/try-out|conversations\/[^/]+\/replies)$/

function limitersOf(name: RequestClass, points: number, redis: Redis | undefined) {
  return {
    visitor: limiter(`limit:${name}:visitor`, points, redis),
    wallet: limiter(`limit:${name}:wallet`, points, redis),
    wallets: limiter(`limit:${name}:wallets`, points * WALLETS_AN_ADDRESS, redis),
  }
}

function limiter(keyPrefix: string, points: number, redis: Redis | undefined): RateLimiterAbstract {
  const own = { keyPrefix, points, duration: MINUTE_SECONDS }
  const memory = new RateLimiterMemory(own)
  if (!redis) return memory
  const shared = new RateLimiterRedis({ ...own, storeClient: redis, rejectIfRedisNotReady: true })
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: REDIS_PATIENCE_MS, insuranceLimiter: memory })
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    const seconds = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
    throw new Failure('rate_limited', `Too many requests. Try again in ${seconds}.`, { retryAfter })
  }
}

/**
 * What counts as one address: an IPv4 address however it is written, and the /64 of an IPv6 one, which is one household.
 * A port that a proxy left behind the address is no part of it.
 */
export function addressKey(written: string): string {
  const address = written
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase()
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
