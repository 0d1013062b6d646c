import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { WalPositions } from './wal-positions.ts'

const where = hasRedisServer ? '' : ' (skipped: this machine has no Redis)'
const STALE_MS = 2_000

async function twoServers() {
  const redis = await startRedis()
  let now = STALE_MS
  const clients: Redis[] = []
  const server = async () => {
    const client = new Redis(redis.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
    client.on('error', () => {})
    clients.push(client)
    await new Promise((ready) => client.once('ready', ready))
    return { client, positions: new WalPositions({ redis: client, staleMs: STALE_MS, now: () => now }) }
  }
  const [one, other] = [await server(), await server()]
  onTestFinished(async () => {
    for (const client of clients) client.disconnect()
    await redis.stop()
  })
  const pass = (ms: number) => {
    now += ms
  }
  pass(STALE_MS)
  return { redis, one, other, pass }
}

test.runIf(hasRedisServer)(
  `who wrote is known at every server, and what was removed concerns everybody${where}`,
  async () => {
    const { one, other } = await twoServers()
    expect(await other.positions.least('Ada')).toBe(0n)
    expect(await one.positions.note({ who: 'Ada', removes: false, position: 2n ** 40n })).toBe(true)
    expect(await other.positions.least('Ada')).toBe(2n ** 40n)
    expect(await other.positions.least('Bela')).toBe(0n)
    await other.positions.note({ who: 'Ada', removes: true, position: 2n ** 50n + 1n })
    expect(await one.positions.least('Bela')).toBe(2n ** 50n + 1n)
    expect(await one.positions.least('Ada')).toBe(2n ** 50n + 1n)
  },
)

test.runIf(hasRedisServer)(
  `of many notes at once the furthest position stays, whichever comes last${where}`,
  async () => {
    const { one, other, pass } = await twoServers()
    const positions = Array.from({ length: 200 }, (_, index) => BigInt((index * 7_919) % 200) + 2n ** 33n)
    await Promise.all(
      positions.map((position, index) =>
        (index % 2 === 0 ? one : other).positions.note({ who: 'Ada', removes: false, position }),
      ),
    )
    // On a busy machine Redis may have taken too long for one of them, after which nothing is known for a while.
    pass(STALE_MS)
    await expect.poll(() => one.positions.least('Ada')).toBe(2n ** 33n + 199n)
  },
)

test.runIf(hasRedisServer)(
  `after Redis was away nothing is known until nothing it forgot can matter${where}`,
  async () => {
    const { redis, one, other, pass } = await twoServers()
    redis.hang()
    expect(await one.positions.least('Ada')).toBe(null)
    expect(await one.positions.note({ who: 'Ada', removes: true, position: 5n })).toBe(false)
    redis.goOn()
    // It was not told what this server wrote, or was told too late.
    expect(await one.positions.least('Bela')).toBe(null)
    pass(STALE_MS)
    expect(await one.positions.least('Nobody')).not.toBe(null)
    await redis.stop()
    expect(await other.positions.least('Ada')).toBe(null)
    const again = new Promise((ready) => other.client.once('ready', ready))
    const empty = await startRedis(redis.port)
    onTestFinished(empty.stop)
    await again
    expect(await other.positions.least('Ada')).toBe(null)
    pass(STALE_MS)
    expect(await other.positions.least('Ada')).toBe(0n)
  },
)

test.runIf(hasRedisServer)(
  `no wallet and no address stands in Redis, and nothing stays there${where}`,
  async () => {
    const { one } = await twoServers()
    const who = 'So11111111111111111111111111111111111111112'
    await one.positions.note({ who, removes: true, position: 5n })
    const keys = await one.client.keys('*')
    expect(keys).toHaveLength(2)
    expect(keys.join()).not.toContain(who)
    for (const key of keys) expect(await one.client.pttl(key)).toBeGreaterThan(0)
  },
)
