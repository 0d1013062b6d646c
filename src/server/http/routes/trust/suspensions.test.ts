import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { busesOfTwo } from '../../../../../test/buses-of-two.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { deskClient, lifting, suspending } from '../../../../../test/desk-client.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { realtimeServer } from '../../../../../test/realtime-server.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { moveAtDesk } from '../../../db/trust/desk-people.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'

const DAY_MS = 24 * 3_600_000
const database = await testDatabase()
const wallet = createTestWallet()
/** A model that says one word, and goes on until it is let go of. */
const endless: ChatEngine = {
  engine: { kind: 'offline' },
  async *ask(_request, signal) {
    yield { type: 'words', text: 'On and on. ' }
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    yield { type: 'end', reason: 'stop' }
  },
}
const buses = busesOfTwo()
const options = { chat: endless, alone: false, settings: { OPERATORS: [wallet.address] } }
const here = await realtimeServer(database, { ...options, bus: buses[0] })
const there = await realtimeServer(database, { ...options, bus: buses[1] })
const { send, signIn } = here
const olga = await signIn(wallet)
const { acted, makeAgent } = deskClient(here, database)
const { make, say } = realmRequests(send)

const suspend = (ada: Account, ...how: [scope?: 'making' | 'speaking' | 'all', days?: number]) =>
  acted(olga, { person: ada.address }, suspending(ada, ...how))
const lift = (ada: Account) => acted(olga, { person: ada.address }, lifting(ada))
const makes = (as: Account, at = send) =>
  outcome(at('POST', '/api/realms', { as, json: { name: 'The Nook', description: '' } }))
const speaks = (as: Account, realm: string, at = send) =>
  outcome(at('POST', `/api/realms/${realm}/messages`, { as, json: { id: randomUUID(), content: 'Hello' } }))

const refused = [403, 'suspended']

test('a wallet that may not make things speaks, and one that may not speak makes things', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const realm = (await make(olga)).id
  await suspend(ada, 'making')
  await suspend(bob, 'speaking')
  expect(await makes(ada)).toEqual(refused)
  expect(await speaks(ada, realm)).toEqual([201])
  expect(await makes(bob)).toEqual([201])
  expect(await speaks(bob, realm)).toEqual(refused)
})

test('a suspension counts on the other server with the next request, and so does its lifting', async () => {
  const ada = await signIn()
  expect(await makes(ada, there.send)).toEqual([201])
  await suspend(ada)
  expect(await makes(ada, there.send)).toEqual(refused)
  await lift(ada)
  expect(await makes(ada, there.send)).toEqual([201])
})

test('a suspension ends by itself when its time is over', async () => {
  const ada = await there.signIn()
  await suspend(ada, 'all', 2)
  expect(await makes(ada, there.send)).toEqual(refused)
  there.advance(2 * DAY_MS + 60_000)
  expect(await makes(ada, there.send)).toEqual([201])
})

test('what is refused is refused before the body is read, with words that say what stays possible', async () => {
  const ada = await signIn()
  await suspend(ada, 'all', 3)
  const answer = await send('POST', '/api/realms', { as: ada, body: 'not even JSON' })
  expect(answer.status).toBe(403)
  const { detail } = (await answer.json()) as { detail: string }
  expect(detail).toMatch(/until [A-Z][a-z]+ \d+, \d{4}\. You can still read, export and delete/)
})

test('a suspended wallet reads, exports, takes agents away and deletes everything', async () => {
  const ada = await signIn()
  const [kept, gone] = [await makeAgent(ada), await makeAgent(ada)]
  await suspend(ada)
  expect((await send('GET', `/api/agents/${kept}`, { as: ada })).status).toBe(200)
  expect((await send('GET', '/api/me/export', { as: ada })).status).toBe(200)
  expect((await send('DELETE', `/api/agents/${gone}`, { as: ada })).status).toBe(204)
  expect(await outcome(send('PATCH', `/api/agents/${kept}`, { as: ada, json: { name: 'Eda' } }))).toEqual(
    refused,
  )
  const headers = await here.sign(ada, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: ada, headers })).status).toBe(200)
})

test('deleting everything is no way around a suspension: the wallet that comes back is suspended', async () => {
  const ada = await here.signIn()
  await suspend(ada)
  const headers = await here.sign(ada, { action: 'delete-everything' })
  await send('DELETE', '/api/me', { as: ada, headers })
  here.advance(11_000)
  await here.sweeps.deletions()
  const names = await database.sql`select wallet from suspensions where wallet = ${ada.address}`
  expect(names).toEqual([])
  const back = await signIn(ada.wallet)
  expect(await makes(back)).toEqual(refused)
})

test('keys of a wallet that may not speak are refused in each protocol’s shape, and read on', async () => {
  const ada = await signIn()
  const { call, makeKey } = doorClient(send)
  const agent = await makeAgent(ada)
  const { key } = await makeKey(ada)
  await suspend(ada, 'speaking')
  const messages = [{ role: 'user', content: 'Hello' }]
  const completion = await call(key, 'POST', '/v1/chat/completions', { model: agent, messages })
  expect(completion.status).toBe(403)
  expect(await completion.json()).toMatchObject({
    error: { code: 'suspended', type: 'invalid_request_error' },
  })
  expect((await call(key, 'POST', '/v1/responses', { model: agent, input: 'Hello' })).status).toBe(403)
  expect((await call(key, 'GET', '/v1/models')).status).toBe(200)

  const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
  const accept = { accept: 'application/json, text/event-stream' }
  const asked = rpc('tools/call', { name: 'ask_agent', arguments: { agent, message: 'Hello' } })
  const version = { ...accept, 'mcp-protocol-version': '2025-06-18' }
  expect(await (await call(key, 'POST', '/mcp', asked, version)).text()).toMatch(/can’t write or ask here/)
  const listed = await call(key, 'POST', '/mcp', rpc('tools/list', {}), version)
  expect(await listed.text()).toContain('ask_agent')

  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'Hello' }] }
  const task = rpc('SendMessage', { message })
  const answer = await call(key, 'POST', `/a2a/${agent}`, task, { 'a2a-version': '1.0' })
  expect(await answer.text()).toMatch(/can’t write or ask here/)
})

test('replies that run end when their wallet is suspended from speaking, on whichever server they run', async () => {
  const ada = await signIn()
  const agentId = await makeAgent(ada)
  const conversation = randomUUID()
  const json = {
    replyId: randomUUID(),
    agentId,
    question: { id: randomUUID(), parentId: null, content: 'Go' },
  }
  const stored = await there.send('POST', `/api/conversations/${conversation}/replies`, { as: ada, json })
  const unstored = await there.send('POST', '/api/chat', {
    as: ada,
    json: { agentId, message: 'Go' },
  })
  expect([stored.status, unstored.status]).toEqual([200, 200])
  const { key } = await doorClient(send).makeKey(ada)
  const door = await there.send('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    json: { model: agentId, stream: true, messages: [{ role: 'user', content: 'Go' }] },
  })
  const texts = [stored.text(), unstored.text(), door.text()]
  await suspend(ada, 'speaking')
  for (const text of await Promise.all(texts)) expect(text).toContain('On and on.')
  const read = await send('GET', `/api/conversations/${conversation}`, { as: ada })
  expect(await read.text()).toContain('"state":"stopped"')
})

test('a suspended wallet types in no realm, while it goes on hearing what is said', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const realm = (await make(ada)).id
  await suspend(ada, 'speaking')
  const [socket, other] = [await here.open(ada), await here.open(bob)]
  for (const client of [socket, other]) await client.enter(realm)
  socket.say({ type: 'typing', realm })
  await socket.pong()
  other.say({ type: 'typing', realm })
  await socket.receive('typing', ({ who }) => who === bob.address)
  expect((await say(realm, { content: 'Anybody there?' }, bob)).status).toBe(201)
  await socket.receive('log', ({ messages }) => messages.some(({ content }) => content === 'Anybody there?'))
  await other.pong()
  expect(other.all('typing')).toEqual([])
  for (const client of [socket, other]) client.close()
})

test('who takes everything over from a suspended wallet is suspended with it', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { number } = await suspend(ada, 'speaking')
  await database.db.transaction((transaction) => moveAtDesk(transaction, ada.address, bob.address))
  const realm = (await make(olga)).id
  expect(await speaks(bob, realm)).toEqual(refused)
  const read = await send('GET', '/api/me/statements', { as: bob })
  expect(await read.json()).toMatchObject({ statements: [{ number, holds: true }] })
})
