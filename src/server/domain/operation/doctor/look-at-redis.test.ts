import { expect, onTestFinished, test } from 'vitest'
import { RedisCluster } from '../../../../../test/redis-cluster.ts'
import { hasRedisServer, startRedis } from '../../../../../test/redis-server.ts'
import { lookAtRedis } from './look-at-redis.ts'

test.runIf(hasRedisServer)(
  'of a Redis cluster the doctor says whether it is whole, and which node is missing',
  async () => {
    const cluster = await RedisCluster.start()
    onTestFinished(() => cluster.stop())
    const whole = expect.objectContaining({ check: 'redis.cluster', state: 'ok' })
    await expect
      .poll(() => lookAtRedis(cluster.nodes[0]?.url, 1), { timeout: 60_000, interval: 500 })
      .toContainEqual(whole)
    const [, , victim] = cluster.nodes
    await victim?.stop()
    await expect
      .poll(() => lookAtRedis(cluster.url, 1), { timeout: 60_000, interval: 500 })
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            check: 'redis.nodes',
            state: 'warn',
            says: expect.stringContaining(`:${victim?.port}`),
          }),
        ]),
      )
    const two = await startRedis()
    const other = await startRedis()
    onTestFinished(() => Promise.all([two.stop(), other.stop()]).then(() => {}))
    expect(await lookAtRedis(`${two.url},127.0.0.1:${other.port}`, 1)).toContainEqual(
      expect.objectContaining({ check: 'redis.cluster', state: 'fault' }),
    )
  },
)
