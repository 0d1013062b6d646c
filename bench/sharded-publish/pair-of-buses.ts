import { readFileSync } from 'node:fs'
import { setImmediate as next, setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createLog } from '../../src/server/base/log.ts'
import { connectRedis } from '../../src/server/base/redis/connect-redis.ts'
import { Bus } from '../../src/server/realtime/bus/bus.ts'
import type { RedisServer } from '../../test/redis-server.ts'

export type Node = Pick<RedisServer, 'pid' | 'url'>

/** How rooms' events go from server to server. */
export type Publishing = 'plain' | 'sharded'

/** So many messages may be on their way. */
const UNDER_WAY = 500

/** As many characters as the words of an answer that runs may have. */
const content = 'as long as what somebody says in one breath, before the others come in with theirs. '.repeat(
  4,
)

const log = createLog('silent')

/** The name and password of whoever may use plain channels alone, as with a Redis before version 7. */
const OLD = 'old:old'

/** Has nodes know a user who may not use sharded channels. */
export async function refuseSharded(nodes: readonly Node[]): Promise<void> {
  for (const { url } of nodes) {
    const redis = new Redis(url)
    await redis.call('ACL', 'SETUSER', 'old', 'on', '>old', '~*', '&*', '+@all', '-ssubscribe', '-spublish')
    redis.disconnect()
  }
}

/** The buses of two servers, of which one speaks in so many rooms and the other hears all of them. */
export async function openPair(url: string, way: Publishing, rooms: number) {
  const address = way === 'plain' ? url.replace('redis://', `redis://${OLD}@`) : url
  const [here, there] = [await open(address), await open(address)]
  const ids = Array.from({ length: rooms }, () => crypto.randomUUID())
  let received = 0
  for (const id of ids) there.bus.listen(id, () => received++)
  while (!here.bus.healthy() || !there.bus.healthy()) await wait(20)
  return {
    /** Resolves when the last one is heard. @throws {Error} if some are lost */
    async publish(messages: number) {
      received = 0
      for (let sent = 0; sent < messages; sent++) {
        here.bus.publish(ids[sent % rooms] ?? '', { type: 'said', id: ids[0] ?? '', content })
        while (sent - received > UNDER_WAY) await next()
        // Each in a turn of its own, as what comes of requests.
        await next()
      }
      const late = performance.now() + 10_000
      while (received < messages) {
        if (performance.now() > late) throw new Error(`${messages - received} of ${messages} are lost.`)
        await next()
      }
    },
    close: () => Promise.all([here.close(), there.close()]),
  }
}

async function open(url: string) {
  const redis = await connectRedis(url, log)
  const bus = new Bus({ redis, log })
  return {
    bus,
    async close() {
      await bus.close()
      redis.disconnect()
    },
  }
}

/** Of the thread of a Redis that does its work, so far, in milliseconds. */
export function cpuOf({ pid }: Node): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}
