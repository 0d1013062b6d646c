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
import { REALTIME_PATH } from '../../../shared/realms/realtime.ts'
import type { Session } from '../../../shared/session/session.ts'
import { Failure } from '../../domain/failure.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { changes } from '../request.ts'

/** Model calls hardest, then what changes something, then what only looks. */
export type RequestClass = 'chat' | 'write' | 'read'

export interface RateLimits {
  /**
   * Limits all requests of an address by class, at as much as its visitors and its wallets may ask together, before
   * anything is looked up; tries to open a socket have a limit of their own.
   * @throws {Failure} `rate_limited` with the seconds to wait.
   */
  addresses: MiddlewareHandler<AppEnv>
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

/**
 * Sessions of one address that are looked up in a minute and are none. With more, a cookie that was never a session here
 * is refused unread: a flood of made-up ones would cost a statement each.
 */
const MISSES_A_MINUTE = 120

/** Cookies that were sessions when they were last looked up are remembered so many, the most recent ones. */
const SESSIONS_KNOWN = 10_000

/** Redis answers in a millisecond; a request does not wait longer than this for one that hangs. */
const REDIS_PATIENCE_MS = 500

/**
 * While Redis does not answer, each server counts for itself.
 * @param options.perMinute requests a minute of one wallet, and of one address without a wallet; `realm`: messages a
 * minute of one wallet in one realm; `webPicture`: pictures a minute that are fetched from the web for one wallet;
 * `socket`: tries of one address to open one
 * @param options.redis counts for all servers together; without it each counts for itself
 */
export function createRateLimits({
  perMinute,
  redis,
}: {
  perMinute: Record<RequestClass | 'realm' | 'webPicture' | 'socket', number>
  redis?: Redis | undefined
}): RateLimits {
  const limiters = {
    chat: limitersOf('chat', perMinute.chat, redis),
    write: limitersOf('write', perMinute.write, redis),
    read: limitersOf('read', perMinute.read, redis),
  }
  const realmMessages = limiter('limit:realm', perMinute.realm, redis)
  const webPictures = limiter('limit:web-picture', perMinute.webPicture, redis)
  const sockets = limiter('limit:socket', perMinute.socket, redis)
  const readSession = boundedLookups()

  const addresses = createMiddleware<AppEnv>(async (c, next) => {
    const all = c.req.path === REALTIME_PATH ? sockets : limiters[classOf(c)].all
    if (!c.env?.visitor) await take(all, addressKey(c.get('clientAddress')))
    await next()
  })
  const requests = createMiddleware<AppEnv>(async (c, next) => {
    const { visitor, wallet, wallets } = limiters[classOf(c)]
    const address = addressKey(c.get('clientAddress'))
    const session = await readSession(c, address)
    if (session) {
      await take(wallet, session.user.address)
      await take(wallets, address)
    } else await take(visitor, address)
    await next()
  })
  return {
    addresses,
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

function classOf(c: AppContext): RequestClass {
  if (!changes(c.req.method)) return 'read'
  return operationOf(c)?.asksModel ? 'chat' : 'write'
}

function limitersOf(name: RequestClass, points: number, redis: Redis | undefined) {
  return {
    visitor: limiter(`limit:${name}:visitor`, points, redis),
    wallet: limiter(`limit:${name}:wallet`, points, redis),
    wallets: limiter(`limit:${name}:wallets`, points * WALLETS_AN_ADDRESS, redis),
    all: limiter(`limit:${name}:all`, points * (1 + WALLETS_AN_ADDRESS), redis),
  }
}

/**
 * Reads the session of a request, unless its address has brought too many cookies that were none. Each server counts
 * for itself what its database is asked.
 */
function boundedLookups() {
  const misses = new RateLimiterMemory({ points: MISSES_A_MINUTE, duration: MINUTE_SECONDS })
  /** Oldest first. */
  const known = new Set<string>()
  return async (c: AppContext, address: string): Promise<Session | null> => {
    const key = c.get('sessionKey')()
    // A page's own questions were looked up with it.
    if (key === null || c.env?.visitor) return c.get('readSession')()
    if (!known.has(key)) await requireMore(misses, address)
    const session = await c.get('readSession')()
    known.delete(key)
    if (session === null) await misses.penalty(address)
    else known.add(key)
    for (const oldest of known) {
      if (known.size <= SESSIONS_KNOWN) break
      known.delete(oldest)
    }
    return session
  }
}

/** @throws {Failure} `rate_limited` when nothing is left, and takes nothing */
async function requireMore(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const state = await limiter.get(key)
  if (state && state.remainingPoints <= 0) throw tooMany(state.msBeforeNext)
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
    throw tooMany(refusal.msBeforeNext)
  }
}

function tooMany(msBeforeNext: number): Failure {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const seconds = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new Failure('rate_limited', `Too many requests. Try again in ${seconds}.`, { retryAfter })
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
