import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectedRedis, keyIn, redisKinds } from '../../../../test/redis-kinds.ts'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { createLog } from '../../base/log.ts'
import { isCluster } from '../../base/redis/shards.ts'
import { Bus } from './bus.ts'
import type { RealmEvent, ServerEvent } from './bus-events.ts'

const log = createLog('silent')

/** Of heartbeats, where a busy machine must not miss three in a row. */
const UNHURRIED_MS = 500

test('what is said in a realm is heard at once by who listens to it on the same server', () => {
  const bus = new Bus({ log })
  const [realm, received] = [randomUUID(), [] as RealmEvent[]]
  const stop = bus.listen(realm, (event) => received.push(event))
  bus.listen(randomUUID(), () => expect.unreachable())
  bus.publish(realm, { type: 'detail' })
  expect(received).toEqual([{ type: 'detail' }])
  stop()
  bus.publish(realm, { type: 'gone' })
  expect(received).toHaveLength(1)
})

test('a room that fails keeps nothing from the others, nor from whoever spoke', () => {
  const bus = new Bus({ log })
  const [realm, received] = [randomUUID(), [] as RealmEvent[]]
  bus.listen(realm, () => {
    throw new Error('broken')
  })
  bus.listen(realm, (event) => received.push(event))
  bus.publish(realm, { type: 'detail' })
  expect(received).toHaveLength(1)
})

test('without Redis nobody else is heard, and it says so', async () => {
  const bus = new Bus({ log })
  bus.sendToServers({ type: 'bye' })
  expect(bus.healthy()).toBe(false)
  await bus.close()
})

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** The bus of one server; it is closed when the test ends. */
async function server(url: string, prefix: string, heartbeatMs = 50) {
  const redis = await connectedRedis(url)
  const bus = new Bus({ redis, log, prefix, heartbeatMs })
  endings.push(async () => {
    await bus.close()
    redis.disconnect()
  })
  return { bus, redis, received: collect(bus) }
}

function collect(bus: Bus) {
  const received: { servers: [string, ServerEvent][]; missed: (string | undefined)[]; realm: RealmEvent[] } =
    {
      servers: [],
      missed: [],
      realm: [],
    }
  bus.onServerEvent((from, event) => received.servers.push([from, event]))
  bus.onMissed((realmId) => received.missed.push(realmId))
  return received
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const healthy = (...buses: { bus: Bus }[]) =>
  eventually(() => {
    for (const { bus } of buses) expect(bus.healthy()).toBe(true)
  })

for (const { kind, isHere, start } of redisKinds)
  describe.runIf(isHere)(`through ${kind}`, () => {
    const prefix = `bionic:test:${randomUUID()}:`
    let url = ''
    beforeAll(async () => {
      const started = await start()
      url = started.url
      return () => started.stop()
    }, 60_000)
    const pair = async () => {
      const both = [await server(url, prefix, UNHURRIED_MS), await server(url, prefix, UNHURRIED_MS)] as const
      await healthy(...both)
      return both
    }

    test('a realm is heard on another server, and each event once', async () => {
      const [one, other] = await pair()
      const realm = randomUUID()
      one.bus.listen(realm, (event) => one.received.realm.push(event))
      other.bus.listen(realm, (event) => other.received.realm.push(event))
      // From here on the server misses no event of the realm.
      await eventually(() => expect(other.received.missed).toContain(realm))
      one.bus.publish(realm, { type: 'typing', who: 'ada' })
      one.bus.publish(realm, { type: 'detail' })
      await eventually(() => expect(other.received.realm).toHaveLength(2))
      expect(other.received.realm).toEqual([{ type: 'typing', who: 'ada' }, { type: 'detail' }])
      expect(one.received.realm).toEqual(other.received.realm)
    })

    test('servers hear each other by name, and nobody hears their own words', async () => {
      const [one, other] = await pair()
      one.bus.sendToServers({ type: 'all', number: 1, realms: [] })
      await eventually(() => expect(other.received.servers).toHaveLength(1))
      const [name] = other.received.servers[0] ?? []
      other.bus.sendToServers({ type: 'ask', server: randomUUID() })
      if (name !== undefined) other.bus.sendToServers({ type: 'ask', server: name })
      await eventually(() => expect(one.received.servers.map(([, event]) => event.type)).toEqual(['ask']))
    })

    test('places that share a Redis hear nothing of each other, though realms of a copy have the same ids', async () => {
      const [one, other] = await pair()
      const elsewhere = await server(url, `bionic:test:${randomUUID()}:`, UNHURRIED_MS)
      await healthy(elsewhere)
      const realm = randomUUID()
      for (const { bus, received } of [other, elsewhere])
        bus.listen(realm, (event) => received.realm.push(event))
      for (const { received } of [other, elsewhere])
        await eventually(() => expect(received.missed).toContain(realm))
      elsewhere.bus.publish(realm, { type: 'detail' })
      one.bus.publish(realm, { type: 'typing', who: 'ada' })
      one.bus.sendToServers({ type: 'all', number: 1, realms: [] })
      await eventually(() => expect(other.received.servers).toHaveLength(1))
      await eventually(() => expect(other.received.realm).toEqual([{ type: 'typing', who: 'ada' }]))
      // Its own event alone, which needs no Redis.
      expect(elsewhere.received.realm).toEqual([{ type: 'detail' }])
      expect(elsewhere.received.servers).toEqual([])
    })

    test('what is no event of a bus is passed over', async () => {
      const [one, other] = await pair()
      const realm = randomUUID()
      one.bus.listen(realm, (event) => one.received.realm.push(event))
      await eventually(() => expect(one.received.missed).toContain(realm))
      const channel = keyIn(other.redis, `${prefix}realtime:`, 'realm', realm)
      for (const word of ['', 'x', `${randomUUID()}{`, `${randomUUID()}{"type":"shout"}`])
        await other.redis.spublish(channel, word)
      other.bus.publish(realm, { type: 'detail' })
      await eventually(() => expect(one.received.realm).toEqual([{ type: 'detail' }]))
    })
  })

test.runIf(hasRedisServer)(
  'a Redis before version 7, which has no sharded channels, gets plain ones',
  async () => {
    const without = ['SSUBSCRIBE', 'SPUBLISH'].flatMap((name) => ['--rename-command', name, ''])
    const redis = await startRedis(undefined, without)
    onTestFinished(redis.stop)
    const [one, other] = [await server(redis.url, 'test:'), await server(redis.url, 'test:')]
    await healthy(one, other)
    const realm = randomUUID()
    other.bus.listen(realm, (event) => other.received.realm.push(event))
    await eventually(() => expect(other.received.missed).toContain(realm))
    one.bus.publish(realm, { type: 'detail' })
    await eventually(() => expect(other.received.realm).toEqual([{ type: 'detail' }]))
  },
)

test.runIf(hasRedisServer)(
  'a room that is left before Redis took its subscription has nobody look for what was missed elsewhere',
  async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const one = await server(redis.url, 'test:', UNHURRIED_MS)
    await healthy(one)
    const before = one.received.missed.length
    const [left, realm] = [randomUUID(), randomUUID()]
    one.bus.listen(left, () => {})()
    one.bus.listen(realm, () => {})
    await eventually(() => expect(one.received.missed.slice(before)).toContain(realm))
    expect(one.received.missed.slice(before)).toEqual([realm])
  },
)

describe.skipIf(!hasRedisServer)('when Redis goes', () => {
  test('nothing throws or waits, the bus says so, and when it is back everybody looks at once and hears again', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const [one, other] = [await server(redis.url, 'test:'), await server(redis.url, 'test:')]
    await healthy(one, other)
    const realm = randomUUID()
    other.bus.listen(realm, (event) => other.received.realm.push(event))
    await eventually(() => expect(other.received.missed).toContain(realm))

    await redis.stop()
    one.bus.publish(realm, { type: 'detail' })
    await eventually(() => expect([one.bus.healthy(), other.bus.healthy()]).toEqual([false, false]))
    one.bus.publish(realm, { type: 'detail' })
    const missed = other.received.missed.length

    const again = await startRedis(redis.port)
    onTestFinished(again.stop)
    await healthy(one, other)
    expect(other.received.missed.slice(missed)).toContain(undefined)
    one.bus.publish(realm, { type: 'gone' })
    await eventually(() => expect(other.received.realm).toEqual([{ type: 'gone' }]))
  })

  test('a connection that is lost and back between two checks has missed something, too', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const one = await server(redis.url, 'test:', 2_000)
    await healthy(one)
    const missed = one.received.missed.length
    // Kills the subscribing connections only.
    await one.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await eventually(() => expect(one.bus.healthy()).toBe(false))
    await healthy(one)
    expect(one.received.missed.slice(missed)).toContain(undefined)
  })

  test('a Redis that hangs is not healthy, and takes no memory', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const one = await server(redis.url, 'test:')
    await healthy(one)
    redis.hang()
    await eventually(() => expect(one.bus.healthy()).toBe(false))
    const waiting = () => (isCluster(one.redis) ? 0 : one.redis.commandQueue.length)
    const before = waiting()
    for (let times = 0; times < 1_000; times++) one.bus.publish(randomUUID(), { type: 'detail' })
    expect(waiting()).toBe(before)
    redis.goOn()
    await healthy(one)
  })
})
