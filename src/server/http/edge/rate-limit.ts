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
import { Failure } from '../../domain/failure.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { callerOrNobody, changes } from '../request.ts'

/** The classes of rate limits, strictest first: model calls, other changes, and reads. */
export type RequestClass = 'chat' | 'write' | 'read'

export interface RateLimits {
  /**
   * Limits all requests of an address by class, to as much as its visitors and wallets may make together, before
   * anything is looked up. Attempts to open a socket have a limit of their own.
   * @throws {Failure} `rate_limited` with the seconds to wait.
   */
  addresses: MiddlewareHandler<AppEnv>
  /**
   * Limits the requests by class, each class separately. A visitor is counted by address. A signed-in wallet is counted
   * wherever it is, and in addition among all wallets of its address.
   * @throws {Failure} `rate_limited` with the seconds to wait.
   */
  requests: MiddlewareHandler<AppEnv>
  /**
   * Does the same for other programs, by the wallet of their API key; a request without a key is counted by its
   * address.
   * @throws {Failure} `rate_limited`, or `key_invalid` for a key that is not valid
   */
  callers: MiddlewareHandler<AppEnv>
  /**
   * Counts a model call that is started without a request of its own, for a wallet, or for an address without one.
   * @returns 0 if the call may be made; otherwise the seconds to wait
   */
  takeCall(by: { wallet: string } | { address: string }): Promise<number>
  /**
   * Counts a question that is asked within a request of another class, as a request that only asks is counted.
   * @throws {Failure} `rate_limited` with the seconds to wait.
   */
  takeQuestion(by: { wallet: string | null; address: string }): Promise<void>
  /** Counts a message of a wallet in a realm. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeMessage(wallet: string, realmId: string): Promise<void>
  /** Counts a picture that is fetched from the web for a wallet. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeWebPicture(wallet: string): Promise<void>
}

const MINUTE_SECONDS = 60

/**
 * Many people can share an address, but creating wallets costs nothing: all wallets of one address together get this
 * many times the limit of one.
 */
const WALLETS_AN_ADDRESS = 5

/**
 * Session lookups of one address that may fail in a minute. Beyond that, an unknown cookie is refused without a lookup,
 * because each of a flood of made-up cookies would cost a statement.
 */
const MISSES_A_MINUTE = 120

/** The number of valid session cookies that are remembered; the most recent ones are kept. */
const SESSIONS_KNOWN = 10_000

/** Timeout for Redis, in milliseconds; it normally answers in one. */
const REDIS_PATIENCE_MS = 500

/**
 * Creates the rate limits. While Redis does not answer, each server counts separately.
 * @param options.perMinute requests a minute of one wallet, and of one address without a wallet; `realm`: messages a
 * minute of one wallet in one realm; `webPicture`: pictures a minute that are fetched from the web for one wallet;
 * `socket`: attempts a minute of one address to open a socket
 * @param options.redis counts for all servers together; without it each server counts separately
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
  const readSession = boundedLookups(async (c) => {
    const session = await c.get('readSession')()
    return session && { wallet: session.user.address }
  })
  const readCaller = boundedLookups(callerOrNobody)

  const addresses = createMiddleware<AppEnv>(async (c, next) => {
    const all = c.req.path === REALTIME_PATH ? sockets : limiters[classOf(c)].all
    if (!c.env?.visitor) await take(all, addressKey(c.get('clientAddress')))
    await next()
  })
  const requestsBy = (read: ReturnType<typeof boundedLookups>) =>
    createMiddleware<AppEnv>(async (c, next) => {
      const address = addressKey(c.get('clientAddress'))
      const found = await read(c, address)
      await takeFrom(limiters[classOf(c)], found?.wallet ?? null, address)
      await next()
    })
  return {
    addresses,
    requests: requestsBy(readSession),
    callers: requestsBy(readCaller),
    async takeCall(by) {
      const { wallet, visitor } = limiters.chat
      try {
        await ('wallet' in by ? take(wallet, by.wallet) : take(visitor, by.address))
        return 0
      } catch (error) {
        if (error instanceof Failure && error.retryAfter !== undefined) return error.retryAfter
        throw error
      }
    },
    async takeQuestion({ wallet, address: written }) {
      const address = addressKey(written)
      await take(limiters.chat.all, address)
      await takeFrom(limiters.chat, wallet, address)
    },
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

async function takeFrom(
  { visitor, wallet, wallets }: ReturnType<typeof limitersOf>,
  owner: string | null,
  address: string,
): Promise<void> {
  if (owner === null) return take(visitor, address)
  await take(wallet, owner)
  await take(wallets, address)
}

/**
 * Reads the wallet of a request's session or key, unless its address has sent too many invalid ones. Each server counts
 * separately, as the limit protects its own database queries.
 * @param read returns null, or throws a {Failure}, for one that is not valid
 */
function boundedLookups(read: (c: AppContext) => Promise<{ wallet: string | null } | null>) {
  const misses = new RateLimiterMemory({ points: MISSES_A_MINUTE, duration: MINUTE_SECONDS })
  /** Oldest first. */
  const known = new Set<string>()
  return async (c: AppContext, address: string): ReturnType<typeof read> => {
    const key = c.get('sessionKey')()
    // For the requests that a page makes itself, the session was looked up with the page's request.
    if (key === null || c.env?.visitor) return read(c)
    if (!known.has(key)) await requireMore(misses, address)
    const missed = async () => {
      known.delete(key)
      await misses.penalty(address)
    }
    const found = await read(c).catch(async (error: unknown) => {
      if (error instanceof Failure) await missed()
      throw error
    })
    known.delete(key)
    if (found === null) await missed()
    else known.add(key)
    for (const oldest of known) {
      if (known.size <= SESSIONS_KNOWN) break
      known.delete(oldest)
    }
    return found
  }
}

/** Does not consume a point. @throws {Failure} `rate_limited` if no points are left */
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
 * Normalises an address for counting: an IPv4 address in any notation, or the /64 network of an IPv6 address, which is
 * one household. A port that a proxy appended is removed.
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
