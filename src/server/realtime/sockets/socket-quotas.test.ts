import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { testDatabase } from '../../../../test/database.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import type { Account } from '../../../../test/sign-in.ts'
import { problemSchema } from '../../../shared/common/errors.ts'

const database = await testDatabase()

/** Headers with the client address that a proxy reports. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const [office, home] = [from('203.0.113.7'), from('203.0.113.8')]

async function limited(limits: Parameters<typeof realtimeServer>[1]) {
  const server = await realtimeServer(database, {
    ...limits,
    settings: { TRUSTED_PROXIES: 1, ...limits?.settings },
  })
  onTestFinished(server.close)
  return server
}

/** Returns the response to a refused attempt to open a socket. */
async function refusal(address: string, { headers }: typeof office, as?: Account) {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api/realtime`, {
    headers: { ...headers, ...(as && { cookie: as.cookie }) },
  })
  const [, response] = await once(socket, 'unexpected-response')
  let body = ''
  for await (const piece of response) body += piece
  return { status: response.statusCode, headers: response.headers, body }
}

const tooMany = { status: 429, headers: { 'content-type': 'application/problem+json', 'retry-after': '10' } }

test('an address has so many sockets; one more is refused in words, and others come in', async () => {
  const server = await limited({ settings: { SOCKETS_PER_ADDRESS: 3 } })
  const open = await Promise.all([1, 2, 3].map(() => server.open(undefined, office)))
  const refused = await refusal(server.address, office)
  expect(refused).toMatchObject(tooMany)
  const problem = problemSchema.parse(JSON.parse(refused.body))
  expect(problem.code).toBe('too_many_sockets')
  expect(problem.detail).toContain('Close a tab')
  const other = await server.open(undefined, home)
  await other.pong()

  open[0]?.close()
  await eventually(async () => (await fetch(`${server.address}/api/realtime`, office)).status).toBe(426)
  const next = await server.open(undefined, office)
  await next.pong()
  for (const client of [...open, other, next]) client.close()
})

test('a page that asks without a socket is told why it gets none', async () => {
  const server = await limited({ settings: { SOCKETS_PER_ADDRESS: 1 } })
  const open = await server.open(undefined, office)
  const answer = await fetch(`${server.address}/api/realtime`, office)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'too_many_sockets' })
  open.close()
})

test('of a thousand tries at once no more come in than may', async () => {
  const server = await limited({ settings: { SOCKETS_PER_ADDRESS: 5 } })
  const tries = Array.from({ length: 60 }, () => {
    const socket = new WebSocket(`${server.address.replace(/^http/, 'ws')}/api/realtime`, office)
    socket.on('error', () => {})
    onTestFinished(() => socket.terminate())
    return Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(() => 'refused'),
    ])
  })
  const ends = await Promise.all(tries)
  expect(ends.filter((end) => end === 'open')).toHaveLength(5)
})

test('a wallet has so many sockets wherever it is, and visitors of the address are not counted with it', async () => {
  const server = await limited({ settings: { SOCKETS_PER_WALLET: 2 } })
  const [ada, bob] = [await server.signIn(), await server.signIn()]
  const open = [await server.open(ada, office), await server.open(ada, home)]
  const refused = await refusal(server.address, office, ada)
  expect(refused).toMatchObject(tooMany)
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_sockets' })
  open.push(await server.open(bob, office), await server.open(undefined, office))
  for (const client of open) client.close()
})

test('tries to open a socket are limited, however many are open', async () => {
  const server = await limited({ settings: { RATE_LIMIT_SOCKET: 2 } })
  for (let tries = 0; tries < 2; tries++) (await server.open(undefined, office)).close()
  const refused = await refusal(server.address, office)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited' })
  ;(await server.open(undefined, home)).close()
})

test('an address is in so many realms; one more is refused in words, and the socket goes on', async () => {
  const server = await limited({ settings: { REALMS_PER_ADDRESS: 2 } })
  const ada = await server.signIn()
  const [one, two, three] = [
    await server.newRealm(ada),
    await server.newRealm(ada),
    await server.newRealm(ada),
  ]
  const [first, second] = [await server.open(undefined, office), await server.open(undefined, office)]
  await first.enter(one)
  await second.enter(two)
  second.say({ type: 'enter', realm: three, after: 0 })
  const refused = await second.receive('refused')
  expect(refused).toMatchObject({ realm: three, code: 'too_many_realms' })
  expect(refused.message).toContain('Close a tab')
  await second.enter(two)

  const elsewhere = await server.open(undefined, home)
  await elsewhere.enter(three)
  first.close()
  await eventually(async () => {
    second.say({ type: 'enter', realm: three, after: 0 })
    await second.pong()
    return second.all('entered').map(({ realm }) => realm)
  }).toContain(three)
  for (const client of [second, elsewhere]) client.close()
})

test('a wallet is in so many realms, made-up ones among them', async () => {
  const server = await limited({ settings: { REALMS_PER_WALLET: 2 } })
  const ada = await server.signIn()
  const client = await server.open(ada, office)
  for (let realms = 0; realms < 2; realms++) client.say({ type: 'enter', realm: randomUUID(), after: 0 })
  const last = randomUUID()
  client.say({ type: 'enter', realm: last, after: 0 })
  expect(await client.receive('refused')).toMatchObject({ realm: last })
  client.close()
})

test('one socket is in eight realms at most, however many its address may be in', async () => {
  const server = await limited({})
  const client = await server.open(undefined, office)
  const realms = Array.from({ length: 9 }, () => randomUUID())
  for (const realm of realms) client.say({ type: 'enter', realm, after: 0 })
  expect(await client.receive('refused')).toMatchObject({ realm: realms[8] })
  // Leaving a realm frees its place.
  client.say({ type: 'leave', realm: realms[0] ?? '' })
  client.say({ type: 'enter', realm: realms[8] ?? '', after: 0 })
  await client.receive('gone', ({ realm }) => realm === realms[8])
  client.close()
})

test('an address that enters and leaves without end is refused for a while', async () => {
  const server = await limited({ settings: { REALMS_PER_ADDRESS: 50 } })
  const clients = await Promise.all(Array.from({ length: 10 }, () => server.open(undefined, office)))
  for (const client of clients)
    for (let rounds = 0; rounds < 11; rounds++) {
      const realm = randomUUID()
      client.say({ type: 'enter', realm, after: 0 })
      client.say({ type: 'leave', realm })
    }
  await Promise.all(clients.map((client) => client.pong()))
  const refused = clients.flatMap((client) => client.all('refused'))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.message).toContain('Wait a moment')
  for (const client of clients) client.close()
})
