import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type RealmReader, realmReader } from '../../../../test/realm-reader.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { connectedRedis, redisKinds } from '../../../../test/redis-kinds.ts'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { eventually, NEVER } from '../../../../test/reply-servers.ts'
import { createLog } from '../../base/log.ts'
import { Bus } from '../bus/bus.ts'
import { RealmDirectory } from './realm-directory.ts'

const database = await testDatabase()
const log = createLog('silent')

/**
 * Another server on the same database; it is closed when the test ends. Without Redis it receives no events of others.
 * @param times.heartbeatMs how often it checks its connection to Redis; a busy machine must not miss three in a row,
 *   unless it is meant to, as typing notices of that time are not repeated
 */
async function server(
  url: string | undefined,
  { heartbeatMs, ...times }: { look?: number; reconcileWithoutBus?: number; heartbeatMs?: number },
  prefix = 'test:',
) {
  const redis = url ? await connectedRedis(url) : undefined
  const bus = new Bus({ redis, log, prefix, ...(heartbeatMs !== undefined && { heartbeatMs }) })
  const started = await realtimeServer(database, {
    bus,
    alone: false,
    times: { tick: 10, watch: 20, ...times },
  })
  onTestFinished(async () => {
    await started.close()
    redis?.disconnect()
  })
  if (redis) await eventually(() => bus.healthy()).toBe(true)
  return started
}

const contents = (reader: RealmReader) => reader.messages().map(({ content }) => content)

function read(realm: string, at: { address: string }): RealmReader {
  const reader = realmReader({ realm, servers: [at.address] })
  onTestFinished(reader.close)
  return reader
}

test('a version in which nothing is does not keep anybody behind it', async () => {
  const one = await server(undefined, { reconcileWithoutBus: 20 })
  const ada = await one.signIn()
  const realm = await one.newRealm(ada)
  const reader = read(realm, one)
  await one.say(realm, ada, 'one')
  await eventually(() => reader.version).toBe(1)
  await database.sql`update realms set last_change = last_change + 1 where id = ${realm}`
  await eventually(() => reader.version).toBe(2)
  expect(reader.faults).toEqual([])
})

test('without Redis, rooms of other servers hear everything through the database', async () => {
  const [one, other] = [
    await server(undefined, { reconcileWithoutBus: 20 }),
    await server(undefined, { reconcileWithoutBus: 20 }),
  ]
  const ada = await one.signIn()
  const realm = await one.newRealm(ada)
  const reader = read(realm, other)
  const client = await other.open(ada)
  await client.enter(realm)
  for (const word of ['one', 'two', 'three']) await one.say(realm, ada, word)
  await eventually(() => contents(reader)).toEqual(['one', 'two', 'three'])
  expect(reader.faults).toEqual([])
  await one.send('PATCH', `/api/realms/${realm}`, { as: ada, json: { name: 'Pier' } })
  await client.receive('realm', ({ detail }) => detail.name === 'Pier')
  await one.send('DELETE', `/api/realms/${realm}`, { as: ada })
  await client.receive('gone')
  // The frame may come before the response of who restores.
  const before = client.all('realm').length
  await one.send('POST', `/api/realms/${realm}/restore`, { as: ada })
  await client.receive('realm', (frame) => client.all('realm').indexOf(frame) >= before)
  client.close()
})

test('without Redis, who was muted or banned at another server is told so, and hears no more once banned', async () => {
  const [one, other] = [
    await server(undefined, { reconcileWithoutBus: 20 }),
    await server(undefined, { reconcileWithoutBus: 20 }),
  ]
  const [ada, bob] = [await one.signIn(), await one.signIn()]
  const realm = await one.newRealm(ada)
  const bobs = await other.open(bob)
  await bobs.enter(realm)
  await one.send('PUT', `/api/realms/${realm}/mutes/${bob.address}`, { as: ada })
  await bobs.receive('entered', ({ muted }) => muted)
  const before = bobs.all('entered').length
  await one.send('DELETE', `/api/realms/${realm}/mutes/${bob.address}`, { as: ada })
  await bobs.receive('entered', (frame) => bobs.all('entered').indexOf(frame) >= before)
  await one.send('PUT', `/api/realms/${realm}/bans/${bob.address}`, { as: ada })
  await bobs.receive('banned')
  await eventually(() => other.presence.count(realm)).toBe(0)
  expect(bobs.all('banned')).toHaveLength(1)
  bobs.close()
})

test('what may have been missed is looked for again where the database failed at that moment', async () => {
  const missed = new Set<() => void>()
  const bus = Object.assign(new Bus({ log }), {
    healthy: () => true,
    onMissed(listener: () => void) {
      missed.add(listener)
      return () => missed.delete(listener)
    },
  } satisfies Partial<Bus>)
  const other = await realtimeServer(database, {
    ...{ bus, alone: false },
    times: { tick: 10, watch: 20, look: NEVER, reconcileWithoutBus: 20 },
  })
  onTestFinished(other.close)
  const one = await server(undefined, {})
  const [ada, bob] = [await one.signIn(), await one.signIn()]
  const realm = await one.newRealm(ada)
  const bobs = await other.open(bob)
  await bobs.enter(realm)
  await one.send('PUT', `/api/realms/${realm}/bans/${bob.address}`, { as: ada })
  const versions = vi
    .spyOn(other.realmLog, 'versions')
    .mockRejectedValueOnce(new Error('the database is away'))
  for (const listener of missed) listener()
  await bobs.receive('banned')
  expect(versions).toHaveBeenCalled()
  bobs.close()
})

for (const { kind, isHere, start } of redisKinds)
  describe.runIf(isHere)(`through ${kind}`, () => {
    let url = ''
    beforeAll(async () => {
      const started = await start()
      url = started.url
      return () => started.stop()
    })
    test('people at two servers hear and see each other without asking the database', async () => {
      const prefix = `bionic:test:${randomUUID()}:`
      const never = { look: NEVER, reconcileWithoutBus: NEVER }
      const [one, other] = [await server(url, never, prefix), await server(url, never, prefix)]
      const [ada, bob] = [await one.signIn(), await other.signIn()]
      const realm = await one.newRealm(ada)
      const [adas, bobs] = [await one.open(ada), await other.open(bob)]
      await adas.enter(realm)
      await bobs.enter(realm)
      for (const client of [adas, bobs])
        await client.receive('presence', ({ peopleCount }) => peopleCount === 2)
      await one.say(realm, ada, 'Hello')
      await other.say(realm, bob, 'Hello, Ada')
      for (const client of [adas, bobs])
        await eventually(() => client.contents(realm)).toEqual(['Hello', 'Hello, Ada'])
      adas.say({ type: 'typing', realm })
      expect(await bobs.receive('typing')).toMatchObject({ who: ada.address })
      await one.send('PUT', `/api/realms/${realm}/mutes/${bob.address}`, { as: ada })
      await bobs.receive('entered', ({ muted }) => muted)
      await one.send('DELETE', `/api/realms/${realm}`, { as: ada })
      await bobs.receive('gone')
      bobs.close()
      await adas.receive('presence', ({ peopleCount }) => peopleCount === 1 && adas.all('gone').length === 1)
      adas.close()
    })
  })

describe.skipIf(!hasRedisServer)('when Redis goes and comes back', () => {
  test('what changes after a room was read and before Redis took its subscription is learnt once it has', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const one = await server(undefined, {})
    const never = { look: NEVER, reconcileWithoutBus: NEVER, heartbeatMs: 60_000 }
    const other = await server(redis.url, never)
    const [ada, bob, cyd] = [await one.signIn(), await one.signIn(), await one.signIn()]
    const realm = await one.newRealm(ada)
    const [bobs, cyds] = [await other.open(bob), await other.open(cyd)]
    redis.hang()
    for (const client of [bobs, cyds]) await client.enter(realm)
    await one.send('PUT', `/api/realms/${realm}/mutes/${cyd.address}`, { as: ada })
    await one.send('PUT', `/api/realms/${realm}/bans/${bob.address}`, { as: ada })
    await one.send('PATCH', `/api/realms/${realm}`, { as: ada, json: { name: 'Pier' } })
    redis.goOn()
    await bobs.receive('banned')
    await cyds.receive('entered', ({ muted }) => muted)
    await cyds.receive('realm', ({ detail }) => detail.name === 'Pier')
    for (const client of [bobs, cyds]) client.close()
  })

  test('a room that is read after Redis took its subscription is read once', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const never = { look: NEVER, reconcileWithoutBus: NEVER, heartbeatMs: 60_000 }
    const other = await server(redis.url, never)
    const ada = await other.signIn()
    const [realm, taken] = [await other.newRealm(ada), Promise.withResolvers<void>()]
    onTestFinished(other.bus.onMissed((id) => id === realm && taken.resolve()))
    const { find } = RealmDirectory.prototype
    const found = vi.spyOn(RealmDirectory.prototype, 'find').mockImplementation(async function (
      this: RealmDirectory,
      id,
    ) {
      await taken.promise
      return find.call(this, id)
    })
    onTestFinished(() => found.mockRestore())
    const looks = vi.spyOn(other.realmLog, 'versions')
    const opened = vi.spyOn(other.realms, 'open')
    const adas = await other.open(ada)
    await adas.enter(realm)
    // The look that follows the subscription, after which nothing is read any more.
    await eventually(() => looks.mock.results[0]?.type).toBe('return')
    await adas.pong()
    expect(opened).toHaveBeenCalledTimes(1)
    adas.close()
  })

  test('nothing is missing, there twice or in another order for anybody', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    // While Redis is available, the database is not polled.
    const times = { look: NEVER, reconcileWithoutBus: 50, heartbeatMs: 50 }
    const [one, other] = [await server(redis.url, times), await server(redis.url, times)]
    const ada = await one.signIn()
    const realm = await one.newRealm(ada)
    const readers = [read(realm, one), read(realm, other)]
    for (const reader of readers) await eventually(() => reader.live).toBe(true)
    const said: string[] = []
    const sayAt = async (at: typeof one, times: number) => {
      for (let time = 0; time < times; time++) {
        said.push(`${said.length}`)
        await at.say(realm, ada, said.at(-1) ?? '')
      }
    }
    const allKnow = async () => {
      for (const reader of readers) {
        await eventually(() => contents(reader)).toEqual(said)
        expect(reader.faults).toEqual([])
      }
    }
    await sayAt(one, 3)
    await redis.stop()
    await sayAt(one, 5)
    await sayAt(other, 5)
    await allKnow()
    const again = await startRedis(redis.port)
    onTestFinished(again.stop)
    await sayAt(one, 10)
    for (const { bus } of [one, other]) await eventually(() => bus.healthy()).toBe(true)
    await sayAt(other, 10)
    await sayAt(one, 10)
    await allKnow()
  })
})
