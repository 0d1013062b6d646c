import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { doorServer } from '../../../../test/door-server.ts'
import { Client, StreamableHTTPClientTransport } from '../../../../tools/referees/mcp-client.ts'
import { readEnv } from '../../base/env.ts'
import { createLog } from '../../base/log.ts'
import { createOfflineEngine } from '../../llm/offline/offline.ts'
import { createHttpServer } from '../edge/http-server.ts'

/** What the doors of MCP and A2A have in common with every other way to ask. */

const database = await anyDatabase()

async function doors(options: Parameters<typeof doorServer>[1] = {}, more: Partial<typeof database> = {}) {
  const server = await doorServer({ ...database, ...more }, options)
  onTestFinished(server.close)
  const owner = await server.signIn()
  const agent = await server.newAgent(owner)
  const { secret } = await server.newKey(owner)

  /** Asks over MCP; without a key as nobody. */
  async function ask(key: string | null, arguments_: Record<string, unknown>) {
    const requestInit = key === null ? {} : { headers: { authorization: `Bearer ${key}` } }
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }))
    const answer = await client.callTool({ name: 'ask_agent', arguments: arguments_ })
    await client.close()
    return answer
  }
  const rpc = (method: string, params: object, key: string | null = secret) =>
    server.send('POST', `/a2a/${agent.id}`, {
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), 'a2a-version': '1.0' },
      json: { jsonrpc: '2.0', id: 1, method, params },
    })
  const say = (text: string, key: string | null = secret, method = 'SendMessage') =>
    rpc(method, { message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] } }, key)
  /** Sends one body to MCP, without a client that would look around first. */
  const mcp = (body: unknown, key: string | null = secret) =>
    server.send('POST', '/mcp', {
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        accept: 'application/json, text/event-stream',
      },
      json: body,
    })
  const call = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'ask_agent', arguments: { agent: agent.id, message: 'Hello' } },
  })

  /** How one question is asked at each door. @returns whether it was answered */
  const ways = {
    async 'OpenAI’s protocol'(key: string | null) {
      const json = { model: agent.id, messages: [{ role: 'user', content: 'Hello' }] }
      const headers = key === null ? {} : { authorization: `Bearer ${key}` }
      return (await server.send('POST', '/v1/chat/completions', { json, headers })).status === 200
    },
    async MCP(key: string | null) {
      const answer = await mcp(call(1), key)
      return (await answer.text()).includes('structuredContent')
    },
    async A2A(key: string | null) {
      return (await say('Hello', key)).status === 200
    },
  }
  return { ...server, owner, agent, secret, ask, rpc, say, mcp, call, ways }
}

const answeredOf = (answers: readonly boolean[]) => answers.filter(Boolean).length

test('questions are limited as they are everywhere, through all doors together, and looking on is not', async () => {
  const { agent, secret, ask, rpc, say, send } = await doors({ settings: { RATE_LIMIT_CHAT: 3 } })
  expect((await say('One')).status).toBe(200)
  expect(await ask(secret, { agent: agent.id, message: 'Two' })).not.toHaveProperty('isError')
  const json = { model: agent.id, messages: [{ role: 'user', content: 'Three' }] }
  const headers = { authorization: `Bearer ${secret}` }
  expect((await send('POST', '/v1/chat/completions', { json, headers })).status).toBe(200)
  const refused = await say('Four')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  expect(await ask(secret, { agent: agent.id, message: 'Four' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Try again in') }],
  })
  expect(await (await rpc('ListTasks', {})).json()).toMatchObject({ result: { totalSize: 2 } })
})

test.for(['OpenAI’s protocol', 'MCP', 'A2A'] as const)(
  'of twenty questions at once %s answers what the limit of their address lets through, with a key or without',
  async (door) => {
    for (const kind of ['with a key', 'without'] as const) {
      const { ways, secret, model } = await doors({ settings: { RATE_LIMIT_CHAT: 3, OPEN_DOORS: '1' } })
      const key = kind === 'without' ? null : secret
      const asked = await Promise.all(Array.from({ length: 20 }, () => ways[door](key)))
      expect([kind, answeredOf(asked), model.requests.length]).toEqual([kind, 3, 3])
    }
  },
)

test.for(['OpenAI’s protocol', 'MCP', 'A2A'] as const)(
  'at %s the wallets of one address ask five times as much together as one of them, however many they are',
  async (door) => {
    const { ways, signIn, newKey, model } = await doors({ settings: { RATE_LIMIT_CHAT: 1 } })
    const keys: string[] = []
    for (let count = 0; count < 7; count++) keys.push((await newKey(await signIn())).secret)
    expect(answeredOf(await Promise.all(keys.map((key) => ways[door](key))))).toBe(5)
    expect(model.requests).toHaveLength(5)
  },
)

test('each question of a batch counts, and a batch of more than ten is refused as a whole', async () => {
  const { mcp, call, model, secret } = await doors({ settings: { RATE_LIMIT_CHAT: 3, OPEN_DOORS: '1' } })
  for (const key of [secret, null]) {
    const before = model.requests.length
    const refused = await mcp(
      Array.from({ length: 100 }, (_, id) => call(id)),
      key,
    )
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      ...{ jsonrpc: '2.0', id: null },
      error: { code: -32600, message: 'A batch can have at most 10 requests.' },
    })
    expect(model.requests).toHaveLength(before)
    const answer = await mcp(
      Array.from({ length: 10 }, (_, id) => call(id)),
      key,
    )
    expect((await answer.text()).split('structuredContent')).toHaveLength(1 + 3)
    expect(model.requests).toHaveLength(before + 3)
  }
})

test('with a full disk nothing is asked, and what was asked can be read', async () => {
  let room = true
  const { agent, secret, ask, rpc, say } = await doors({}, { hasRoom: () => room })
  await say('One')
  room = false
  const refused = await say('Two')
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({ code: 'storage_full' })
  expect(await ask(secret, { agent: agent.id, message: 'Two' })).toMatchObject({ isError: true })
  expect(await (await rpc('ListTasks', {})).json()).toMatchObject({ result: { totalSize: 1 } })
})

test('where the operator opened the doors nobody can ask a public agent, and nothing of it is stored', async () => {
  const { agent, owner, ask, rpc, say, newAgent } = await doors({ settings: { OPEN_DOORS: '1' } })
  const draft = await newAgent(owner, { name: 'Draft', isPublic: false })
  expect((await ask(null, { agent: agent.id, message: 'Hello' })).structuredContent).toMatchObject({
    conversation: null,
    reply: 'Hello from the scripted model.',
  })
  expect(await ask(null, { agent: draft.id, message: 'Hello' })).toMatchObject({ isError: true })
  const message = { role: 'ROLE_AGENT', parts: [{ text: 'Hello from the scripted model.' }] }
  expect(await (await say('Hello', null)).json()).toMatchObject({ result: { message } })
  const stream = await (await say('Hello', null, 'SendStreamingMessage')).text()
  expect(JSON.parse(stream.replace(/^data: /, ''))).toMatchObject({ result: { message } })
  expect(await (await rpc('ListTasks', {}, null)).json()).toMatchObject({ result: { totalSize: 0 } })
  const [stored] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from conversations where agent_id = ${agent.id}`
  expect(stored?.count).toBe(0)
})

test('an answer that comes as a whole may take longer than a connection may otherwise be silent', async () => {
  const { app, agent, secret, model } = await doors()
  const impatient = createHttpServer({
    env: readEnv({}),
    log: createLog('silent'),
    fetch: app.fetch,
    times: { stalled: 300 },
  })
  impatient.listen(0, '127.0.0.1')
  await once(impatient, 'listening')
  onTestFinished(() => void impatient.close())
  const origin = `http://127.0.0.1:${(impatient.address() as AddressInfo).port}`
  const ask = async (path: string, method: string, params: object) => {
    model.next({ name: 'words', words: ['Slow', ' and', ' whole.'], delayMs: 250 })
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'a2a-version': '1.0',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return answer.text()
  }
  const message = { messageId: 'one', role: 'ROLE_USER', parts: [{ text: 'Take your time' }] }
  expect(await ask(`/a2a/${agent.id}`, 'SendMessage', { message })).toContain('Slow and whole.')
  const call = { name: 'ask_agent', arguments: { agent: agent.id, message: 'Take your time' } }
  expect(await ask('/mcp', 'tools/call', call)).toContain('Slow and whole.')
})

test('a key that is not valid is refused without being stored, and the way to a new one is open with it', async () => {
  const { send, rpc, mcp, call } = await doors()
  const headers = { authorization: 'Bearer bk_unknown' }
  const refused = [
    await send('GET', '/v1/models', { headers }),
    await rpc('ListTasks', {}, 'bk_unknown'),
    await mcp(call(1), 'bk_unknown'),
  ]
  for (const answer of refused)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store'])
  const open = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/agent-card.json',
  ]
  for (const path of open) expect([path, (await send('GET', path, { headers })).status]).toEqual([path, 200])
  const json = { redirect_uris: ['http://127.0.0.1:49152/callback'] }
  expect((await send('POST', '/oauth/register', { headers, json })).status).toBe(201)
  const form = { headers, body: new URLSearchParams({ grant_type: 'authorization_code', code: 'none' }) }
  const unknown = await send('POST', '/oauth/token', form)
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([400, 'no-store'])
})

test('what needs no key is limited by the address alone, whatever key comes with it', async () => {
  const { send, secret } = await doors({ settings: { RATE_LIMIT_READ: 2 } })
  const ask = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await send('GET', '/.well-known/agent-card.json', { headers })).status
  }
  expect([await ask(secret), await ask('bk_one'), await ask('bk_two')]).toEqual([200, 200, 429])
})

test('a key for one agent asks that one, and no other agent is there for it', async () => {
  const { owner, agent, newAgent, newKey, ask } = await doors()
  const other = await newAgent(owner, { name: 'Other' })
  const { secret } = await newKey(owner, { agentId: agent.id })
  expect(await ask(secret, { agent: agent.id, message: 'Hello' })).not.toHaveProperty('isError')
  expect(await ask(secret, { agent: other.id, message: 'Hello' })).toMatchObject({ isError: true })
})

test('what a reply cites comes along as links that open, and as an artifact', async () => {
  const chat = { engine: { kind: 'offline' }, ask: createOfflineEngine({ pauseMs: 0 }) } as const
  const app = await doors({ chat })
  const documents = agentSources(app)
  const text = 'The lamp is lit by a keeper each evening at dusk.'
  await documents.read(app.agent, app.owner, { name: 'manual.md', body: `# Skerry Point\n\n${text}` })
  const answer = await app.ask(app.secret, { agent: app.agent.id, message: 'When is the lamp lit?' })
  expect(answer.structuredContent).toMatchObject({
    sources: [{ n: 1, name: 'manual.md', heading: 'Skerry Point' }],
  })
  const link = answer.content.find(({ type }) => type === 'resource_link') as { uri: string; name: string }
  expect(link.name).toBe('[1] manual.md, Skerry Point')
  // The page of the link reads its passage from the API, with what the link has.
  const { origin, pathname, search } = new URL(link.uri)
  const [, , source, version, number] = pathname.split('/')
  const passage = await fetch(`${origin}/api/sources/${source}/passages/${version}/${number}${search}`)
  expect(JSON.stringify(await passage.json())).toContain(text)
  const task = (await (await app.say('When is the lamp lit?')).json()) as {
    result: { task: { artifacts: { artifactId: string }[] } }
  }
  const sources = task.result.task.artifacts.find(({ artifactId }) => artifactId === 'sources')
  expect(JSON.stringify(sources)).toContain(text)
  expect(JSON.stringify(sources)).not.toContain('"key"')
})
