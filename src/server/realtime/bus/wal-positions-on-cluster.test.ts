import { expect, onTestFinished, test } from 'vitest'
import { RedisCluster } from '../../../../test/redis-cluster.ts'
import { connectedRedis } from '../../../../test/redis-kinds.ts'
import { hasRedisServer } from '../../../../test/redis-server.ts'
import { shardsOf } from '../../base/redis/shards.ts'
import { WalPositions } from './wal-positions.ts'

const STALE_MS = 2_000
const people = Array.from({ length: 32 }, (_, index) => `wallet ${index}`)
const eventually = (ask: () => unknown) => expect.poll(ask)

test.runIf(hasRedisServer)(
  'positions are at all nodes of a cluster, and nothing is known from the moment in which one of them dies',
  { timeout: 300_000 },
  async () => {
    const cluster = await RedisCluster.start()
    onTestFinished(cluster.stop)
    let now = STALE_MS
    const server = async () => {
      const redis = await connectedRedis(cluster.url)
      onTestFinished(() => redis.disconnect())
      await eventually(() => redis.status).toBe('ready')
      return { redis, positions: new WalPositions({ redis, staleMs: STALE_MS, now: () => now }) }
    }
    const [one, other] = [await server(), await server()]
    now += STALE_MS

    for (const [index, who] of people.entries())
      expect(await one.positions.note({ who, removes: false, position: BigInt(index + 1) })).toBe(true)
    for (const [index, who] of people.entries())
      expect(await other.positions.least(who)).toBe(BigInt(index + 1))
    const kept = cluster.nodes.slice(0, 3).map(({ client }) => client.dbsize())
    expect(Math.min(...(await Promise.all(kept)))).toBeGreaterThan(0)
    await one.positions.note({ who: 'an operator', removes: true, position: 1_000n })
    expect(await other.positions.least('somebody else')).toBe(1_000n)

    const [bucket] = shardsOf(one.redis).buckets
    const master = await cluster.masterOf(bucket?.slot ?? 0)
    await master.stop()
    await eventually(async () => (await cluster.masterOf(bucket?.slot ?? 0)) !== master).toBe(true)
    await cluster.whole()
    for (const { redis } of [one, other])
      await eventually(() => redis.get(`bionic:wal:${bucket?.tag}nothing`).catch(() => 'away')).toBe(null)
    // All nodes answer again, but the one that took over could lack a removal that was noted last.
    expect(await other.positions.least('somebody else')).toBe(null)
    expect(await one.positions.least('somebody else')).toBe(null)
    await eventually(() => {
      now += STALE_MS
      return one.positions.note({ who: 'an operator', removes: true, position: 2_000n })
    }).toBe(true)
    await eventually(() => {
      now += STALE_MS
      return other.positions.least('somebody else')
    }).toBe(2_000n)
  },
)
