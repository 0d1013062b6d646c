import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually } from '../../../../test/reply-servers.ts'

const database = await testDatabase()
const server = await realtimeServer(database, { times: { tick: 10, watch: 20 } })
const { open, newRealm, say, send } = server
const { makeAgent } = realmRequests(send)
afterAll(server.close)
const [ada, bob, cyd] = [await server.signIn(), await server.signIn(), await server.signIn()]

test('who enters is told the realm, what they miss and who is there, in this order', async () => {
  const realm = await newRealm(ada)
  await say(realm, ada, 'one')
  await say(realm, bob, 'two')
  const client = await open(ada)
  await client.enter(realm)
  expect(client.received.map(({ type }) => type)).toEqual(['entered', 'realm', 'log', 'presence'])
  expect(client.all('entered')).toEqual([{ type: 'entered', realm, muted: false, mutedUntil: null }])
  expect(client.all('realm')[0]?.detail).toMatchObject({
    id: realm,
    participants: [ada.address, bob.address],
  })
  expect(client.all('log')[0]).toMatchObject({ from: 0, to: 2 })
  expect(client.contents(realm)).toEqual(['one', 'two'])
  expect(client.all('presence')[0]).toMatchObject({ people: [ada.address], peopleCount: 1, visitors: 0 })
  client.close()
})

test('who knows everything is told so', async () => {
  const realm = await newRealm(ada)
  await say(realm, ada, 'one')
  const client = await open()
  await client.enter(realm, 1)
  expect(client.all('log')).toEqual([{ type: 'log', realm, from: 1, to: 1, messages: [] }])
  client.close()
})

test('what is said is heard by everybody in the realm and by nobody else', async () => {
  const [realm, other] = [await newRealm(ada), await newRealm(ada)]
  const clients = await Promise.all([open(ada), open(bob), open()])
  const stranger = await open()
  await Promise.all([...clients.map((client) => client.enter(realm)), stranger.enter(other)])
  await say(realm, ada, 'Hello')
  for (const client of clients) {
    const frame = await client.receive('log', ({ to }) => to === 1)
    expect(frame.messages).toMatchObject([{ content: 'Hello', author: ada.address, number: 1, version: 1 }])
  }
  await stranger.pong()
  expect(stranger.contents(other)).toEqual([])
  for (const client of [...clients, stranger]) client.close()
})

test('who left a realm hears no more of it', async () => {
  const realm = await newRealm(ada)
  const [stays, leaves] = [await open(ada), await open(bob)]
  await Promise.all([stays.enter(realm), leaves.enter(realm)])
  leaves.say({ type: 'leave', realm })
  await leaves.pong()
  await say(realm, ada, 'Hello')
  await stays.receive('log', ({ to }) => to === 1)
  await leaves.pong()
  expect(leaves.contents(realm)).toEqual([])
  for (const client of [stays, leaves]) client.close()
})

test('who is too far behind is told to begin anew, and can enter again then', async () => {
  const realm = await newRealm(ada)
  await say(realm, ada, 'one')
  await database.sql`update realms set last_change = 1500, last_message = 1500 where id = ${realm}`
  await say(realm, ada, 'late')
  const client = await open()
  client.say({ type: 'enter', realm, after: 100 })
  expect(await client.receive('begin-anew')).toEqual({ type: 'begin-anew', realm })
  await client.enter(realm, 1400)
  expect(client.contents(realm)).toEqual(['late'])
  client.close()
})

test('who says to know more than there is begins anew', async () => {
  const realm = await newRealm(ada)
  const client = await open()
  client.say({ type: 'enter', realm, after: 7 })
  await client.receive('begin-anew')
  client.close()
})

test('a realm that is not there is told to be gone, as is one that is deleted; it comes back when that is undone', async () => {
  const client = await open(bob)
  const nowhere = crypto.randomUUID()
  client.say({ type: 'enter', realm: nowhere, after: 0 })
  expect(await client.receive('gone')).toEqual({ type: 'gone', realm: nowhere })

  const realm = await newRealm(ada)
  await client.enter(realm)
  expect((await send('DELETE', `/api/realms/${realm}`, { as: ada })).status).toBe(204)
  await client.receive('gone', (frame) => frame.realm === realm)
  const late = await open()
  late.say({ type: 'enter', realm, after: 0 })
  await late.receive('gone')
  const before = client.all('realm').length
  expect((await send('POST', `/api/realms/${realm}/restore`, { as: ada })).ok).toBe(true)
  await client.receive('realm', (frame) => client.all('realm').indexOf(frame) >= before)
  await late.receive('presence')
  await say(realm, ada, 'Back')
  for (const one of [client, late]) {
    await one.receive('log', ({ to, messages }) => to === 1 && messages.length === 1)
    one.close()
  }
})

test('what changes of a realm is told to everybody in it', async () => {
  const realm = await newRealm(ada)
  const client = await open()
  await client.enter(realm)
  await send('PATCH', `/api/realms/${realm}`, { as: ada, json: { name: 'Pier' } })
  await client.receive('realm', ({ detail }) => detail.name === 'Pier')
  client.close()
})

test('what becomes of an agent is told to everybody in its realms, whichever way it came', async () => {
  const [realm, agent] = [await newRealm(ada), await makeAgent(ada, { name: 'Ada' })]
  await send('PUT', `/api/realms/${realm}/agents/${agent}`, { as: ada })
  const client = await open()
  await client.enter(realm)
  const shown = () =>
    client
      .all('realm')
      .at(-1)
      ?.detail.agents.map(({ name }) => name)
  const path = `/api/agents/${agent}`
  const change = (json: object) => send('PATCH', path, { as: ada, json })
  expect(shown()).toEqual(['Ada'])
  await change({ visibilityEnabled: false })
  await eventually(shown).toEqual([])
  await change({ visibilityEnabled: true, name: 'Augusta' })
  await eventually(shown).toEqual(['Augusta'])
  await send('DELETE', path, { as: ada })
  await eventually(shown).toEqual([])
  await send('POST', `${path}/restore`, { as: ada })
  await eventually(shown).toEqual(['Augusta'])
  await send('POST', `${path}/versions/1/restore`, { as: ada, json: { basedOn: 2 } })
  await eventually(shown).toEqual(['Ada'])
  client.close()
})

test('who is muted is told so at once, and when they come', async () => {
  const realm = await newRealm(ada)
  const client = await open(bob)
  await client.enter(realm)
  await send('PUT', `/api/realms/${realm}/mutes/${bob.address}`, { as: ada })
  await client.receive('entered', ({ muted }) => muted)
  const again = await open(bob)
  await again.enter(realm)
  expect(again.all('entered')).toEqual([{ type: 'entered', realm, muted: true, mutedUntil: null }])
  await send('DELETE', `/api/realms/${realm}/mutes/${bob.address}`, { as: ada })
  await again.receive('entered', ({ muted }) => !muted)
  for (const one of [client, again]) one.close()
})

test('typing is heard by the others, and only of those who may speak', async () => {
  const realm = await newRealm(ada)
  await send('PUT', `/api/realms/${realm}/mutes/${cyd.address}`, { as: ada })
  const [first, second, bobs, muted, visitor] = await Promise.all([
    open(ada),
    open(ada),
    open(bob),
    open(cyd),
    open(),
  ])
  const clients = [first, second, bobs, muted, visitor]
  for (const client of clients) await client.enter(realm)
  const outside = await open(bob)
  for (const client of [...clients, outside]) client.say({ type: 'typing', realm })
  // A second typing notice within two seconds is not broadcast.
  for (const client of clients) client.say({ type: 'typing', realm })
  await visitor.receive('typing', ({ who }) => who === ada.address)
  await visitor.receive('typing', ({ who }) => who === bob.address)
  for (const client of clients) await client.pong()
  const typing = (client: typeof first) => client.all('typing').map(({ who }) => who)
  expect(typing(first)).toEqual([bob.address])
  expect(typing(second)).toEqual([bob.address])
  expect(new Set(typing(bobs))).toEqual(new Set([ada.address]))
  expect(typing(visitor)).not.toContain(cyd.address)
  expect(typing(visitor).filter((who) => who === bob.address)).toEqual([bob.address])
  for (const client of [...clients, outside]) client.close()
})

test('a wallet is there once with two tabs, and as long as one of them is open', async () => {
  const realm = await newRealm(ada)
  const [first, second, watching] = [await open(ada), await open(ada), await open()]
  for (const client of [watching, first, second]) await client.enter(realm)
  await watching.receive('presence', ({ peopleCount }) => peopleCount === 1)
  first.close()
  await bobComesAndGoes(realm)
  const seen = watching.all('presence').map(({ people }) => people.includes(ada.address))
  expect(seen.lastIndexOf(false)).toBeLessThan(seen.indexOf(true))
  second.close()
  await watching.receive('presence', ({ peopleCount }) => peopleCount === 0 && seen.length > 0)
  watching.close()
})

async function bobComesAndGoes(realm: string) {
  const client = await open(bob)
  await client.enter(realm)
  client.close()
  await eventually(() => server.presence.here(realm).people).not.toContain(bob.address)
}

test('lists hear how many are in what they watch, and nothing of the rest', async () => {
  const [one, other, third] = [await newRealm(ada), await newRealm(ada), await newRealm(ada)]
  const list = await open()
  list.say({ type: 'watch', realms: [one, other] })
  expect(await list.receive('here')).toEqual({ type: 'here', counts: { [one]: 0, [other]: 0 } })
  const [ina, inb] = [await open(ada), await open()]
  await ina.enter(one)
  await inb.enter(one)
  await inb.enter(third)
  await list.receive('here', ({ counts }) => counts[one] === 2)
  list.say({ type: 'watch', realms: [third] })
  await list.receive('here', ({ counts }) => counts[third] === 1)
  ina.close()
  inb.close()
  await list.receive('here', ({ counts }) => counts[third] === 0)
  expect(list.all('here').filter(({ counts }) => third in counts && one in counts)).toEqual([])
  list.close()
})
