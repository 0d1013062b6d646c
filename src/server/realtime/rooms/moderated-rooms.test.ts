import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { realmReader } from '../../../../test/realm-reader.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually, NEVER } from '../../../../test/reply-servers.ts'
import { endAnswer, storeAnswer } from '../../../../test/store-answer.ts'
import { createLog } from '../../base/log.ts'
import { Bus } from '../bus/bus.ts'

const database = await testDatabase()
const log = createLog('silent')
const { REDIS_URL } = process.env

/**
 * Two servers that hear of each other through Redis; where there is none, one server twice. Where each thinks that it is
 * alone, it ends no answer whose server seems to have died.
 */
async function twoServers({ alone = false } = {}) {
  const prefix = `bionic:test:${randomUUID()}:`
  const start = async () => {
    const redis = REDIS_URL
      ? new Redis(REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
      : undefined
    redis?.on('error', () => {})
    const bus = new Bus({ redis, log, prefix })
    const started = await realtimeServer(database, {
      ...{ bus, alone },
      times: { tick: 10, watch: 20, look: NEVER, reconcileWithoutBus: NEVER },
    })
    onTestFinished(async () => {
      await started.close()
      redis?.disconnect()
    })
    if (redis) await eventually(() => bus.healthy()).toBe(true)
    return started
  }
  const one = await start()
  return [one, REDIS_URL ? await start() : one] as const
}

test('a banned person is let go on every server and told until when, is not counted, and comes back when it is lifted', async () => {
  const [one, other] = await twoServers()
  const [ada, bob] = [await one.signIn(), await other.signIn()]
  const realm = await one.newRealm(ada)
  const [adas, bobs] = [await one.open(ada), await other.open(bob)]
  await adas.enter(realm)
  await bobs.enter(realm)
  await adas.receive('presence', ({ peopleCount }) => peopleCount === 2)
  await one.send('PUT', `/api/realms/${realm}/bans/${bob.address}?hours=1`, { as: ada })
  const ban = await bobs.receive('banned')
  expect(ban.message).toMatch(/banned you from it until .* UTC\.$/)
  expect(Date.parse(ban.until ?? '')).toBeGreaterThan(Date.now())
  await eventually(() => adas.all('presence').at(-1)?.peopleCount).toBe(1)
  // Nothing that is said reaches them, and coming again is refused, at the other server, too.
  await one.say(realm, ada, 'Peace')
  const again = await one.open(bob)
  again.say({ type: 'enter', realm, after: 0 })
  await again.receive('banned')
  await bobs.pong()
  expect(bobs.contents(realm)).toEqual([])
  bobs.say({ type: 'typing', realm })
  await bobs.pong()
  await adas.pong()
  expect(adas.all('typing')).toEqual([])
  await one.send('DELETE', `/api/realms/${realm}/bans/${bob.address}`, { as: ada })
  // The other server may hear a moment later that it is lifted.
  await eventually(() => {
    bobs.say({ type: 'enter', realm, after: 0 })
    return bobs.contents(realm)
  }).toContain('Peace')
  for (const client of [adas, bobs, again]) client.close()
})

test('late news of a ban that was lifted, or of a lift before a ban, keep nobody out and let nobody in', async () => {
  const [one, other] = await twoServers()
  const [ada, bob, cyd] = [await one.signIn(), await other.signIn(), await other.signIn()]
  const realm = await one.newRealm(ada)
  const [bobs, cyds] = [await other.open(bob), await other.open(cyd)]
  for (const client of [bobs, cyds]) await client.enter(realm)
  await one.send('PUT', `/api/realms/${realm}/bans/${cyd.address}`, { as: ada })
  await cyds.receive('banned')
  const late = (wallet: string, banned: boolean) =>
    one.bus.publish(realm, { type: 'banned', wallet, banned, until: null })
  late(cyd.address, false)
  late(bob.address, true)
  await bobs.receive('banned')
  await one.say(realm, ada, 'Peace')
  const comesBack = () => {
    bobs.say({ type: 'enter', realm, after: 0 })
    return bobs.contents(realm)
  }
  await expect.poll(comesBack, { interval: 500, timeout: 20_000 }).toContain('Peace')
  cyds.say({ type: 'enter', realm, after: 0 })
  await cyds.pong()
  expect(cyds.all('banned')).toHaveLength(2)
  expect(cyds.contents(realm)).toEqual([])
  for (const client of [bobs, cyds]) client.close()
})

test('what is held goes to nobody until it is let through, then to everybody, on every server and after an absence', async () => {
  const [one, other] = await twoServers()
  const [ada, bob, cyd] = [await one.signIn(), await other.signIn(), await other.signIn()]
  const realm = await one.newRealm(ada)
  await one.send('PATCH', `/api/realms/${realm}`, { as: ada, json: { heldWords: ['spam'] } })
  const [adas, bobs, cyds] = [await one.open(ada), await other.open(bob), await other.open(cyd)]
  for (const client of [adas, bobs, cyds]) await client.enter(realm)
  const id = randomUUID()
  const json = { id, content: 'my spam' }
  await other.send('POST', `/api/realms/${realm}/messages`, { as: bob, json })
  for (const client of [adas, bobs]) await client.receive('held')
  await one.say(realm, ada, 'Hello')
  for (const client of [adas, bobs, cyds])
    await eventually(() => client.contents(realm)).toEqual(['', 'Hello'])
  const told = JSON.stringify(cyds.received.filter(({ type }) => type === 'log'))
  expect(told).not.toContain('spam')
  expect(told).not.toContain(bob.address)
  await cyds.pong()
  expect(cyds.all('held')).toEqual([])
  const { to } = cyds.all('log').at(-1) ?? { to: 0 }
  cyds.close()
  await one.send('POST', `/api/realms/${realm}/held/${id}/let-through`, { as: ada })
  for (const client of [adas, bobs])
    await eventually(() => client.contents(realm)).toEqual(['my spam', 'Hello'])
  for (const after of [0, to]) {
    const back = await other.open(cyd)
    await back.enter(realm, after)
    expect(back.contents(realm)).toContain('my spam')
    back.close()
  }
  for (const client of [adas, bobs]) client.close()
})

test('once a realm holds words, no server sends more of an answer that runs, and each sends it when it is whole', async () => {
  const [one, other] = await twoServers({ alone: true })
  const ada = await one.signIn()
  const read = (realm: string, at: { address: string }) => {
    const reader = realmReader({ realm, servers: [at.address] })
    onTestFinished(reader.close)
    return reader
  }
  const answering = async () => {
    const realm = await one.newRealm(ada)
    await one.say(realm, ada, 'What is light?')
    const id = await storeAnswer(database, { realmId: realm, agentId: randomUUID(), author: ada.address })
    const readers = [read(realm, one), read(realm, other)]
    const said = (content: string) => one.bus.publish(realm, { type: 'said', id, content })
    const contents = () => readers.map((reader) => reader.find(id)?.content)
    await eventually(contents).toEqual(['', ''])
    return { realm, id, readers, said, contents }
  }
  const [holding, open] = [await answering(), await answering()]
  const hold = (...heldWords: string[]) =>
    one.send('PATCH', `/api/realms/${holding.realm}`, { as: ada, json: { heldWords } })
  holding.said('Light')
  await eventually(holding.contents).toEqual(['Light', 'Light'])
  await hold('spam')
  holding.said('Light is spam')
  // What is said later elsewhere, by the same servers, has come by then.
  for (const words of ['So', 'So it', 'So it is']) {
    open.said(words)
    await eventually(open.contents).toEqual([words, words])
  }
  holding.readers.push(read(holding.realm, other))
  await eventually(holding.contents).toEqual(['Light', 'Light', ''])
  await hold()
  holding.said('Light is a wave')
  await eventually(holding.contents).toEqual(Array(3).fill('Light is a wave'))
  await hold('spam')
  await endAnswer(database, { realmId: holding.realm, id: holding.id, content: 'Light is a wave, too.' })
  const { messages } = await one.realmLog.changesAfter(holding.realm, 0, 100)
  one.bus.publish(holding.realm, { type: 'changed', messages })
  await eventually(holding.contents).toEqual(Array(3).fill('Light is a wave, too.'))
  expect(holding.readers.flatMap(({ faults }) => faults)).toEqual([])
})

test('a mute that ends says until when, and whom somebody blocks is told to their own pages alone', async () => {
  const [one, other] = await twoServers()
  const [ada, bob] = [await one.signIn(), await other.signIn()]
  const realm = await one.newRealm(ada)
  const [adas, bobs, more] = [await one.open(ada), await other.open(bob), await one.open(bob)]
  for (const client of [adas, bobs, more]) await client.enter(realm)
  await one.send('PUT', `/api/realms/${realm}/mutes/${bob.address}?hours=24`, { as: ada })
  const { mutedUntil } = await bobs.receive('entered', ({ muted }) => muted)
  expect(Date.parse(mutedUntil ?? '')).toBeGreaterThan(Date.now())
  await other.send('PUT', `/api/me/blocks/${ada.address}`, { as: bob, json: { noCopies: false } })
  for (const client of [bobs, more]) await client.receive('blocks')
  await adas.pong()
  expect(adas.all('blocks')).toEqual([])
  for (const client of [adas, bobs, more]) client.close()
})
