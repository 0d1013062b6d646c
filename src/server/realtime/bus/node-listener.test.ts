import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { type Channel, NodeListener } from './node-listener.ts'

test.runIf(hasRedisServer)(
  'a channel that is left while those before it are being joined is not joined',
  async () => {
    const redis = await startRedis()
    const commands = new Redis(redis.url)
    const connection = new Redis(redis.url, { lazyConnect: true, autoResubscribe: false })
    onTestFinished(async () => {
      listener.close()
      commands.disconnect()
      await redis.stop()
    })
    const channel = (name: string): Channel => ({ name: `${name}:${randomUUID()}`, kind: 'sharded', tag: '' })
    const listener = new NodeListener({
      ...{ connection, beat: channel('beat'), heartbeatMs: 60_000 },
      publish: ({ name }, word) => commands.spublish(name, word),
      ...{ received() {}, beats() {}, lost() {}, joined() {}, moved() {} },
    })
    const [left, ...others] = Array.from({ length: 501 }, () => channel('realm'))
    if (!left) throw new Error('No channel')
    listener.join(...others, left)
    const subscribe = connection.ssubscribe.bind(connection)
    vi.spyOn(connection, 'ssubscribe').mockImplementation(async (...names) => {
      const joined = await subscribe(...names)
      if (names.length === 500) listener.leave(left)
      return joined
    })
    await connection.connect()
    await expect.poll(() => listener.isOpen()).toBe(true)
    const heard = (await commands.call(
      'PUBSUB',
      'SHARDNUMSUB',
      left.name,
      others[0]?.name ?? '',
    )) as unknown[]
    expect(heard).toEqual([left.name, 0, others[0]?.name, 1])
  },
)
