import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RedisCluster } from '../../../../test/redis-cluster.ts'
import { connectedRedis } from '../../../../test/redis-kinds.ts'
import { hasRedisServer } from '../../../../test/redis-server.ts'
import { createLog } from '../../base/log.ts'
import { Bus } from './bus.ts'

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** The bus of one server; it is closed when the test ends. */
async function open(url: string) {
  const redis = await connectedRedis(url)
  const bus = new Bus({ redis, log: createLog('silent') })
  const missed: (string | undefined)[] = []
  bus.onMissed((realm) => missed.push(realm))
  onTestFinished(async () => {
    await bus.close()
    redis.disconnect()
  })
  return { bus, missed }
}

test.runIf(hasRedisServer)(
  'when a master goes nobody is healthy until a replica has taken over, and then everybody looks and hears again',
  { timeout: 180_000 },
  async () => {
    const cluster = await RedisCluster.start()
    onTestFinished(cluster.stop)
    const [one, other] = [await open(cluster.url), await open(cluster.url)]
    const areHealthy = () => [one.bus.healthy(), other.bus.healthy()]
    await eventually(() => expect(areHealthy()).toEqual([true, true]))
    const realms = Array.from({ length: 30 }, () => randomUUID())
    const heard: string[] = []
    for (const realm of realms) other.bus.listen(realm, () => heard.push(realm))
    await eventually(() => expect(other.missed).toEqual(expect.arrayContaining(realms)))
    await (await cluster.masterOf(0)).stop()
    await eventually(() => expect(areHealthy()).toEqual([false, false]))
    const before = other.missed.length
    await eventually(() => expect(areHealthy()).toEqual([true, true]))
    expect(other.missed.slice(before)).toContain(undefined)
    for (const realm of realms) one.bus.publish(realm, { type: 'detail' })
    await eventually(() => expect(heard.toSorted()).toEqual(realms.toSorted()))
  },
)
