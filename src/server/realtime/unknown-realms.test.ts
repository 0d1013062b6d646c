import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { realtimeServer } from '../../../test/realtime-server.ts'

const database = await testDatabase()

/** The number of database calls; all calls go through this proxy. */
let statements = 0
const db = new Proxy(database.db, {
  get(target, name) {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    statements++
    return value.bind(target)
  },
})
const server = await realtimeServer({ ...database, db })
afterAll(server.close)

test('hundreds of made-up realms that are entered in one moment cost a few statements, and entered again none', async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, () => server.open()))
  const enterAll = async () => {
    const before = statements
    const entered = clients.map(async (client) => {
      const seen = client.all('gone').length
      for (const realm of realmsOf.get(client) ?? []) client.say({ type: 'enter', realm, after: 0 })
      await client.receive('gone', (frame) => client.all('gone').indexOf(frame) >= seen + 7)
    })
    await Promise.all(entered)
    for (const client of clients)
      for (const realm of realmsOf.get(client) ?? []) client.say({ type: 'leave', realm })
    await Promise.all(clients.map((client) => client.pong()))
    return statements - before
  }
  const realmsOf = new Map(clients.map((client) => [client, Array.from({ length: 8 }, () => randomUUID())]))
  expect(await enterAll()).toBeLessThan(40)
  const [client] = clients
  if (!client) throw new Error('nobody came')
  const before = statements
  const known = realmsOf.get(client)?.[0] ?? ''
  client.say({ type: 'enter', realm: known, after: 0 })
  await client.pong()
  expect(client.all('gone').filter(({ realm }) => realm === known).length).toBeGreaterThan(1)
  expect(statements).toBe(before)
  for (const one of clients) one.close()
})

test('who looked for a realm before it was made hears that it is there, and so does who comes right after', async () => {
  const ada = await server.signIn()
  const early = await server.open()
  const realm = randomUUID()
  early.say({ type: 'enter', realm, after: 0 })
  await early.receive('gone')
  const json = { id: realm, name: 'Harbour', description: 'All ships' }
  expect((await server.send('POST', '/api/realms', { as: ada, json })).status).toBe(201)
  await early.receive('presence')
  const late = await server.open()
  await late.enter(realm)
  await server.say(realm, ada, 'Hello')
  for (const client of [early, late]) {
    await client.receive('log', ({ to }) => to === 1)
    expect(client.contents(realm)).toEqual(['Hello'])
    client.close()
  }
})
