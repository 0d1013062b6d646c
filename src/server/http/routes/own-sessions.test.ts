import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { type Account, newAgent, testApp } from '../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../test/database.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { type OwnSession, ownSessionsSchema } from '../../../shared/session/own-sessions.ts'
import { createLog } from '../../base/log.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'
import { Bus } from '../../realtime/bus/bus.ts'

const model = await startModelServer()
afterAll(model.close)
const log = createLog('silent')
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const { send, signIn, advance } = testApp(database, { chat })

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const list = async (as: Account) =>
  ownSessionsSchema.parse(await (await send('GET', '/api/me/sessions', { as })).json()).sessions
const own = async (as: Account) => (await list(as)).find(({ current }) => current) as OwnSession
const end = (as: Account | undefined, id: string) => send('DELETE', `/api/me/sessions/${id}`, { as })
const who = async (as: Account) =>
  ((await (await send('GET', '/api/session', { as })).json()) as { session: { user: object } | null }).session
    ?.user
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

test('a wallet sees its living sessions: device, network, when, and which is this one; and nothing that signs in', async () => {
  const here = await signIn(undefined, { 'user-agent': desk })
  advance(60_000)
  const there = await signIn(here.wallet, { 'user-agent': phone })
  advance(60_000)
  await signIn(here.wallet, { 'user-agent': '<img src=x onerror=alert(1)>' })
  const answer = await send('GET', '/api/me/sessions', { as: here })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  expect(ownSessionsSchema.parse(JSON.parse(text)).sessions).toMatchObject([
    { device: 'Firefox on Linux', current: true, network: null },
    { device: 'An unknown device', current: false },
    { device: 'Chrome on Android', current: false },
  ])
  const rows = await database.sql<{ token_hash: string }[]>`select token_hash from sessions`
  const secrets = [
    ...rows.map((row) => row.token_hash),
    here.cookie.split('=')[1],
    there.cookie.split('=')[1],
  ]
  for (const secret of [...secrets, 'onerror', 'Mozilla']) expect(text).not.toContain(secret)
  expect(await list(there)).toMatchObject([{ device: 'Chrome on Android', current: true }, {}, {}])
})

test('a session that is ended signs nobody in any more, at any address', async () => {
  const here = await signIn()
  const there = await signIn(here.wallet)
  const { id } = await own(there)
  const ended = await end(here, id.toUpperCase())
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, null])
  expect(await who(there)).toBeUndefined()
  for (const [method, path] of [
    ['GET', '/api/me/sessions'],
    ['DELETE', '/api/me/sessions'],
    ['POST', '/api/session/refresh'],
    ['GET', '/api/conversations'],
    ['GET', '/api/me/agents'],
  ] as const)
    expect((await send(method, path, { as: there })).status).toBe(401)
  expect(await list(here)).toHaveLength(1)
  const again = await end(here, id)
  expect([again.status, await codeOf(again)]).toEqual([404, 'not_found'])
})

test('ending one’s own session signs out and takes the cookie away', async () => {
  const here = await signIn()
  const answer = await end(here, (await own(here)).id)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringContaining('Max-Age=0'),
  ])
  expect(await who(here)).toBeUndefined()
})

test('another wallet’s session, one that never was and what is no id are all not there, and stay as they are', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const bobs = await own(bob)
  for (const id of [bobs.id, crypto.randomUUID(), 'all', '%00', bob.cookie.split('=')[1] ?? '']) {
    const answer = await end(ada, id)
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
  }
  expect(await own(bob)).toEqual(bobs)
})

test('all others end at once, the asking one and other wallets’ stay', async () => {
  const [here, bob] = [await signIn(), await signIn()]
  const others = [await signIn(here.wallet), await signIn(here.wallet), await signIn(here.wallet)]
  const answer = await send('DELETE', '/api/me/sessions', { as: here })
  expect([answer.status, await answer.json()]).toEqual([200, { ended: 3 }])
  for (const other of others) expect(await who(other)).toBeUndefined()
  expect(await list(here)).toMatchObject([{ current: true }])
  expect(await who(bob)).toEqual({ address: bob.address })
  expect(await (await send('DELETE', '/api/me/sessions', { as: here })).json()).toEqual({ ended: 0 })
})

test('a visitor sees and ends nothing, and a page of another site neither', async () => {
  const here = await signIn()
  const { id } = await own(here)
  for (const [method, path] of [
    ['GET', '/api/me/sessions'],
    ['DELETE', '/api/me/sessions'],
    ['DELETE', `/api/me/sessions/${id}`],
  ] as const) {
    const answer = await send(method, path)
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'not_signed_in'])
    if (method === 'GET') continue
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await codeOf(await send(method, path, { as: here, headers: foreign }))).toBe('cross_site_request')
  }
  expect(await who(here)).toEqual({ address: here.address })
})

test('signing in ends the browser’s earlier session, so that none is left that nobody can reach', async () => {
  const first = await signIn()
  const second = await signIn(first.wallet, { cookie: first.cookie })
  expect(await who(first)).toBeUndefined()
  expect(await list(second)).toHaveLength(1)
})

test('a reply that streams is let go of when its session ends, goes on at the server, and only its own', async () => {
  const here = await signIn()
  const there = await signIn(here.wallet)
  const agentId = ((await (await send('POST', '/api/agents', { as: here, json: newAgent })).json()) as Agent)
    .id
  const conversation = crypto.randomUUID()
  const question = firstQuestion(agentId)
  model.next('stalls')
  const asked = await conversationClient(send, there).ask(conversation, question)
  const path = `/api/conversations/${conversation}/replies/${question.replyId}`
  const followed = await send('GET', path, { as: here })
  const words = await followed.body?.getReader().read()
  expect(new TextDecoder().decode(words?.value)).toContain('started')
  await end(here, (await own(there)).id)
  expect(await asked.text()).not.toContain('finished')
  expect((await send('GET', path, { as: there })).status).toBe(401)
  model.release()
  const whole = await (await send('GET', path, { as: here })).text()
  expect(whole).toContain('finished')
})

test('a socket ends with its session, told why, and its owner comes back as a visitor', async () => {
  const server = await realtimeServer(database)
  onTestFinished(server.close)
  const [here, bob] = [await server.signIn(), await server.signIn()]
  const there = await server.signIn(here.wallet)
  const [stays, ends, bobs] = [await server.open(here), await server.open(there), await server.open(bob)]
  const answer = await server.send('DELETE', '/api/me/sessions', { as: here })
  expect(await answer.json()).toEqual({ ended: 1 })
  expect(await ends.closed).toMatchObject({ code: 4401 })
  const realm = await server.newRealm(here)
  const back = await server.open(there)
  await back.enter(realm)
  await back.receive('presence', ({ people, visitors }) => people.length === 0 && visitors === 1)
  await stays.pong()
  await bobs.pong()
  for (const client of [stays, back, bobs]) client.close()
})

/** The buses of two servers that receive each other's events. */
function busesOfTwo(): [Bus, Bus] {
  const listeners = [
    new Set<Parameters<Bus['onServerEvent']>[0]>(),
    new Set<Parameters<Bus['onServerEvent']>[0]>(),
  ] as const
  const bus = (own: 0 | 1): Bus =>
    Object.assign(new Bus({ log }), {
      sendToServers: (event) => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(`server ${own}`, event)
      },
      onServerEvent: (listener) => {
        listeners[own].add(listener)
        return () => listeners[own].delete(listener)
      },
    } satisfies Partial<Bus>)
  return [bus(0), bus(1)]
}

test('a session that is ended at one server ends its sockets and streams at another', async () => {
  const [bus, otherBus] = busesOfTwo()
  const one = testApp(database, { bus, alone: false })
  const other = await realtimeServer(database, { bus: otherBus, alone: false, chat })
  onTestFinished(other.close)
  const [here, bob] = [await one.signIn(), await one.signIn()]
  const [socket, bobs] = [await other.open(here), await other.open(bob)]
  const { agents } = (await (await other.send('GET', '/api/agents')).json()) as { agents: Agent[] }
  model.next('stalls')
  const question = firstQuestion(agents[0]?.id ?? '')
  const asked = await conversationClient(other.send, here).ask(crypto.randomUUID(), question)
  await one.send('DELETE', '/api/session', { as: here })
  expect(await socket.closed).toMatchObject({ code: 4401 })
  expect(await asked.text()).not.toContain('finished')
  model.release()
  await bobs.pong()
  bobs.close()
})
