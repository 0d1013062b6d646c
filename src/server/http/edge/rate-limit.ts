import { isIPv4, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import { REALTIME_PATH } from '../../../shared/realms/realtime.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { RedisClient } from '../../base/redis/shards.ts'
import { Failure } from '../../domain/failure.ts'
import type { DoneByNewWallet } from '../../domain/quotas/new-wallets.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { callerOrNobody, changes } from '../request.ts'
import { limiter, MINUTE_SECONDS, take, tooMany, waitFor } from './limiters.ts'

/** The classes of rate limits, strictest first: model calls, other changes, and reads. */
type RequestClass = 'chat' | 'write' | 'read'

export interface RateLimits {
  /**
   * Limits an address, before anything is looked up, to what its visitors and wallets may make together. Attempts to
   * open a socket have a limit of their own.
   * @throws {Failure} `rate_limited` with the seconds to wait
   */
  addresses: MiddlewareHandler<AppEnv>
  /** Limits visitors by address; a wallet anywhere, and among those of its address. @throws {Failure} `rate_limited` */
  requests: MiddlewareHandler<AppEnv>
  /** Limits programs by their key's wallet, or by address. @throws {Failure} `rate_limited` or `key_invalid` */
  callers: MiddlewareHandler<AppEnv>
  /** Limits programs by their address alone, where nobody is identified. @throws {Failure} `rate_limited` */
  visitors: MiddlewareHandler<AppEnv>
  /** Counts a model call without a request of its own. @returns the seconds to wait; 0 if the call may be made */
  takeCall(by: { wallet: string } | { address: string }): Promise<number>
  /** Counts a question within a request of another class. @throws {Failure} `rate_limited` */
  takeQuestion(by: { wallet: string | null; address: string }): Promise<void>
  /** Counts a message of a wallet in a realm. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeMessage(wallet: string, realmId: string): Promise<void>
  /** Counts what a new wallet does. @returns the seconds to wait; 0 if it may be done */
  takeOfNewWallet(what: DoneByNewWallet, wallet: string): Promise<number>
  /** Takes back what was counted of something that was not done. */
  giveBackOfNewWallet(what: DoneByNewWallet, wallet: string): Promise<void>
  /** Counts a picture that is fetched from the web for a wallet. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeWebPicture(wallet: string): Promise<void>
  /** Counts a report. @throws {Failure} `rate_limited` with the seconds to wait. */
  takeReport(by: { wallet: string } | { address: string }): Promise<void>
}

const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** Reports an hour: a person at the desk reads each. */
const REPORTS_AN_HOUR = { wallet: 20, visitor: 5 }

/** Many people can share an address, but wallets cost nothing: together they get this many times the limit of one. */
const WALLETS_AN_ADDRESS = 5

/**
 * Failed session lookups of an address. Beyond that, an unknown cookie is refused without a lookup, because each of a
 * flood of made-up cookies would cost a statement.
 */
const MISSES_A_MINUTE = 120

/** The number of valid session cookies that are remembered; the most recent ones are kept. */
const SESSIONS_KNOWN = 10_000

interface RateLimitsOptions {
  /**
   * Requests of a wallet or an address; `realm`: messages of a wallet in one realm; `webPicture`: pictures from the web for a
   * wallet; `socket`: attempts of an address to open one.
   */
  perMinute: Record<RequestClass | 'realm' | 'webPicture' | 'socket', number>
  /** What a new wallet may do, and for how long what is not counted by the hour is remembered. */
  newWallet?: Record<DoneByNewWallet, number>
  newWalletSeconds?: number
  redis?: RedisClient | undefined
  redisPrefix?: string | undefined
}

/** Without Redis, or while it does not answer, each server counts separately. */
export function createRateLimits({
  perMinute,
  newWallet = trustLimits.newWallet,
  newWalletSeconds = 24 * HOUR_SECONDS,
  redis,
  redisPrefix = 'bionic:',
}: RateLimitsOptions): RateLimits {
  const counted: Counted = (name, points, seconds) =>
    limiter(`${redisPrefix}limit:${name}`, points, redis, seconds)
  const limiters = {
    chat: limitersOf('chat', perMinute.chat, counted),
    write: limitersOf('write', perMinute.write, counted),
    read: limitersOf('read', perMinute.read, counted),
  }
  const realmMessages = counted('realm', perMinute.realm)
  const webPictures = counted('web-picture', perMinute.webPicture)
  const newWallets = newWalletLimiters(newWallet, newWalletSeconds, counted)
  const sockets = counted('socket', perMinute.socket)
  const reports = { wallet: reportLimiter('wallet', counted), visitor: reportLimiter('visitor', counted) }
  const readSession = boundedLookups(walletOfSession)
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
    visitors: requestsBy(async () => null),
    async takeCall(by) {
      const { wallet, visitor } = limiters.chat
      return 'wallet' in by ? waitFor(wallet, by.wallet) : waitFor(visitor, by.address)
    },
    async takeQuestion({ wallet, address: written }) {
      const address = addressKey(written)
      await take(limiters.chat.all, address)
      await takeFrom(limiters.chat, wallet, address)
    },
    takeOfNewWallet: (what, wallet) => waitFor(newWallets[what], wallet),
    async giveBackOfNewWallet(what, wallet) {
      await newWallets[what].reward(wallet)
    },
    takeMessage: (wallet, realmId) => take(realmMessages, `${wallet}:${realmId}`),
    takeWebPicture: (wallet) => take(webPictures, wallet),
    takeReport: (by) =>
      'wallet' in by ? take(reports.wallet, by.wallet) : take(reports.visitor, addressKey(by.address)),
  }
}

async function walletOfSession(c: AppContext) {
  const session = await c.get('readSession')()
  return session && { wallet: session.user.address }
}

function classOf(c: AppContext): RequestClass {
  if (!changes(c.req.method)) return 'read'
  return operationOf(c)?.asksModel ? 'chat' : 'write'
}

/** A limiter of this place; without `seconds` of a minute. */
type Counted = (name: string, points: number, seconds?: number) => RateLimiterAbstract

function newWalletLimiters(caps: Record<DoneByNewWallet, number>, seconds: number, counted: Counted) {
  return {
    messages: counted('new-wallet:messages', caps.messages, HOUR_SECONDS),
    reports: counted('new-wallet:reports', caps.reports, seconds),
    invitations: counted('new-wallet:invitations', caps.invitations, seconds),
  }
}

function limitersOf(name: RequestClass, points: number, counted: Counted) {
  return {
    visitor: counted(`${name}:visitor`, points),
    wallet: counted(`${name}:wallet`, points),
    wallets: counted(`${name}:wallets`, points * WALLETS_AN_ADDRESS),
    all: counted(`${name}:all`, points * (1 + WALLETS_AN_ADDRESS)),
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
 * Reads the wallet, unless the address sent too many invalid sessions or keys. Each server counts for itself, as the
 * limit protects its own queries. `read` returns null or throws a {Failure} for what is not valid.
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

const reportLimiter = (of: keyof typeof REPORTS_AN_HOUR, counted: Counted) =>
  counted(`report:${of}`, REPORTS_AN_HOUR[of], HOUR_SECONDS)

/** Normalises an address for counting: IPv4 in any notation, or the /64 of IPv6, which is one household; no port. */
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
