import { expect, onTestFinished, test } from 'vitest'
import { RedisCluster } from '../../../../test/redis-cluster.ts'
import { connectedRedis } from '../../../../test/redis-kinds.ts'
import { hasRedisServer } from '../../../../test/redis-server.ts'
import { createRateLimits } from './rate-limit.ts'

const perMinute = { chat: 4, write: 4, read: 4, realm: 4, webPicture: 4, socket: 4 }

test.runIf(hasRedisServer)(
  'two servers on a Redis cluster count together, while a slot moves too, and each for itself while it is away',
  { timeout: 300_000 },
  async () => {
    const cluster = await RedisCluster.start()
    onTestFinished(cluster.stop)
    const clients = [await connectedRedis(cluster.url), await connectedRedis(cluster.url)]
    onTestFinished(() => {
      for (const client of clients) client.disconnect()
    })
    for (const client of clients) await expect.poll(() => client.status).toBe('ready')
    const [one, other] = clients.map((redis) => createRateLimits({ perMinute, redis }))
    const [node, to] = cluster.nodes
    if (!one || !other || !node || !to) throw new Error('There are servers and nodes.')
    const may = async (server: typeof one, address: string) => (await server.takeCall({ address })) === 0

    const moving = '203.0.113.7'
    const slot = Number(await node.client.cluster('KEYSLOT', `limit:chat:visitor:${moving}`))
    const target = (await cluster.masterOf(slot)) === to ? node : to
    expect([await may(one, moving), await may(other, moving)]).toEqual([true, true])
    await cluster.moveSlot(slot, target, async () => expect(await may(one, moving)).toBe(true))
    expect([await may(other, moving), await may(one, moving)]).toEqual([true, false])

    // Whichever master has the key, each address is counted once.
    const addresses = Array.from({ length: 20 }, (_, index) => `203.0.113.${100 + index}`)
    for (const address of addresses)
      for (const server of [one, other, one, other]) expect(await may(server, address)).toBe(true)
    for (const address of addresses) expect(await may(one, address)).toBe(false)

    await Promise.all(cluster.nodes.map((one) => one.stop()))
    const away = '203.0.113.8'
    for (const server of [one, other]) {
      const allowed: boolean[] = []
      for (let times = 0; times <= perMinute.chat; times++) allowed.push(await may(server, away))
      expect(allowed).toEqual([true, true, true, true, false])
    }
  },
)
