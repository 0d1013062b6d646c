import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RedisCluster } from '../../../../test/redis-cluster.ts'
import { connectedRedis } from '../../../../test/redis-kinds.ts'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { type Bucket, isCluster, shardsOf } from './shards.ts'

describe.runIf(hasRedisServer)('a cluster', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await RedisCluster.start()
    return () => cluster.stop()
  }, 60_000)

  const connect = async (url: string) => {
    const redis = await connectedRedis(url)
    afterAll(() => redis.disconnect())
    await expect.poll(() => redis.status).toBe('ready')
    return redis
  }

  test('is found out by one of its nodes, a replica too, and by several of which some are away', async () => {
    const [, , , , replica] = cluster.nodes
    expect(isCluster(await connect(replica?.url ?? ''))).toBe(true)
    expect(isCluster(await connect(`redis://127.0.0.1:1,127.0.0.1:${replica?.port}`))).toBe(true)
    const one = await startRedis()
    onTestFinished(one.stop)
    expect(isCluster(await connect(one.url))).toBe(false)
  })

  test('has every bucket in the slot that is said of it, and every master has as many as the others, or one more', async () => {
    const shards = shardsOf(await connect(cluster.url))
    const [node] = cluster.nodes
    for (const { tag, slot } of shards.buckets)
      expect(await node?.client.cluster('KEYSLOT', `bionic:reply:${tag}words:x`)).toBe(slot)
    const owners = Object.values(Object.groupBy(shards.buckets, (bucket) => shards.ownerOf(bucket) ?? ''))
    expect(owners.map((buckets) => buckets?.length).toSorted()).toEqual([5, 5, 6])
  })

  test('tells what moved to another master, once, and connects to it', async () => {
    const redis = await connect(cluster.url)
    const shards = shardsOf(redis)
    const [bucket, last] = [shards.buckets[0], shards.buckets.at(-1)]
    if (!bucket || !last) throw new Error('There are buckets.')
    const told: ReadonlySet<Bucket>[] = []
    onTestFinished(shards.onMoved((moved) => told.push(moved)))
    const [from, to] = [await cluster.masterOf(bucket.slot), await cluster.masterOf(last.slot)]
    const key = `test:${bucket.tag}${randomUUID()}`
    await redis.set(key, 'here')
    onTestFinished(() => cluster.moveSlot(bucket.slot, from))
    await cluster.moveSlot(bucket.slot, to)
    // Who asks the former owner is sent to the new one, and knows it before it is told of it.
    expect(await redis.get(key)).toBe('here')
    expect(shards.ownerOf(bucket)).toBe(`127.0.0.1:${to.port}`)
    await expect.poll(() => told).toEqual([new Set([bucket])])
    shards.refresh()
    const own = shards.connect(shards.ownerOf(bucket) ?? '', {})
    onTestFinished(() => own?.disconnect())
    expect(await own?.get(key)).toBe('here')
    expect(told).toHaveLength(1)
  })
})
