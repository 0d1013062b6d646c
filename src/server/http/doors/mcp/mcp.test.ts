import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { actingDoor } from '../../../../../test/acting-door.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorServer } from '../../../../../test/door-server.ts'
import { Client, StreamableHTTPClientTransport } from '../../../../../tools/referees/mcp-client.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { LISTED, toolName } from './tool-names.ts'

const database = await anyDatabase()
const { sql } = database
const server = await doorServer(database)
const { model } = server
const owner = await server.signIn()
const key = await server.newKey(owner)
const agent = await server.newAgent(owner)
const tool = toolName(agent)
afterAll(() => server.close())

/** The SDK's own client, of either era of the protocol. */
async function client(secret: string | null, mode: 'auto' | 'legacy' = 'auto', address = server.address) {
  const url = new URL(`${address}/mcp`)
  const transport = new StreamableHTTPClientTransport(url, {
    ...(secret !== null && { requestInit: { headers: { authorization: `Bearer ${secret}` } } }),
  })
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await mcp.connect(transport)
  return mcp
}

/** One request as it is, without a client that would mend it. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.address}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.for(['auto', 'legacy'] as const)('a client (%s) lists the tools and asks an agent', async (mode) => {
  const mcp = await client(key.secret, mode)
  const { tools } = await mcp.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_agents', 'ask_agent', tool]))
  model.next({ name: 'words', words: ['Light', ' is', ' a', ' wave.'] })
  const progress: unknown[] = []
  const answer = await mcp.callTool(
    { name: tool, arguments: { message: 'What is light?' } },
    { onprogress: (step) => progress.push(step.message) },
  )
  expect(answer.content).toEqual([{ type: 'text', text: 'Light is a wave.' }])
  expect(answer.structuredContent).toMatchObject({ reply: 'Light is a wave.', end: 'finished', sources: [] })
  expect(progress.join('')).toBe('Light is a wave.')
  await mcp.close()
})

test('a tool whose name is no text is no tool, and not a fault of the server', async () => {
  const params = { name: { toString: 1, valueOf: 1 }, arguments: {} }
  const call = (headers = {}) => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  expect((await call()).status).toBe(401)
  const answer = await call({ authorization: `Bearer ${key.secret}` })
  expect(answer.status).toBeLessThan(500)
  expect(await answer.text()).toMatch(/"code":-326\d\d/)
})

test('an answer names its conversation, and the next question goes on with it', async () => {
  const mcp = await client(key.secret)
  const first = await mcp.callTool({
    name: 'ask_agent',
    arguments: { agent: agent.id, message: 'My name is Vera.' },
  })
  const { conversation } = first.structuredContent as { conversation: string }
  const second = await mcp.callTool({ name: tool, arguments: { message: 'What is my name?', conversation } })
  expect(second.structuredContent).toMatchObject({ conversation })
  const asked = model.requests.at(-1)?.body as { messages: { content: string }[] }
  expect(asked.messages.map(({ content }) => content)).toContain('My name is Vera.')
  const stored = await server.send('GET', `/api/conversations/${conversation}`, { as: owner })
  expect(((await stored.json()) as { messages: unknown[] }).messages).toHaveLength(4)
  const others = await client((await server.newKey(owner)).secret)
  const refused = await others.callTool({ name: tool, arguments: { message: 'And mine?', conversation } })
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('no such conversation') }],
  })
})

test('an agent has its tool by its handle, which is first made from its name, and its card; earlier ones lead on', async () => {
  const named = await server.newAgent(owner, { name: 'Keeper', description: 'Keeps the light.' })
  const mcp = await client(key.secret)
  // A client remembers the list for a while.
  const tools = async () => (await (await client(key.secret)).listTools()).tools.map(({ name }) => name)
  expect(await tools()).toContain('ask_keeper')
  await server.send('PATCH', `/api/agents/${named.id}`, { as: owner, json: { handle: 'light_keeper' } })
  expect(await tools()).toContain('ask_light_keeper')
  expect((await tools()).filter((name) => name.startsWith('ask_ID_') || name === 'ask_keeper')).toEqual([])
  for (const name of ['light_keeper', 'keeper']) {
    const answer = await mcp.callTool({ name: `ask_${name}`, arguments: { message: 'Who are you?' } })
    expect(answer.structuredContent).toMatchObject({ end: 'finished' })
    const card = await fetch(`${server.address}/a2a/@${name}/.well-known/agent-card.json`)
    expect(await card.json()).toMatchObject({ name: 'Keeper' })
  }
})

test('every tool that is found can be called, also of an agent without a handle that is not among the listed ones', async () => {
  const many = await server.signIn()
  const agents: Agent[] = []
  for (let count = 0; count < LISTED + 2; count++)
    agents.push(await server.newAgent(many, { name: `Buoy ${count}`, description: 'Floats.' }))
  await sql`delete from agent_handles where agent_id = any(${agents.map(({ id }) => id)}::uuid[])`
  await sql`update agents set handle = null where id = any(${agents.map(({ id }) => id)}::uuid[])`
  const mcp = await client(key.secret)
  const found = await mcp.callTool({ name: 'find_agents', arguments: { query: 'Buoy', limit: 100 } })
  const { agents: named } = found.structuredContent as { agents: { id: string; tool: string }[] }
  expect(named).toHaveLength(agents.length)
  for (const { id, tool: name } of named) {
    const answer = await mcp.callTool({ name, arguments: { message: 'Do you float?' } })
    const { conversation } = answer.structuredContent as { conversation: string }
    const stored = await server.send('GET', `/api/conversations/${conversation}`, { as: owner })
    expect(await stored.json()).toMatchObject({ agentId: id })
  }
})

test.for(['auto', 'legacy'] as const)('a call that the client (%s) cancels stops its reply', async (mode) => {
  model.next({ name: 'stalls', words: ['Still', ' here'] })
  const before = model.requests.length
  const mcp = await client(key.secret, mode)
  const cancel = new AbortController()
  const call = { name: tool, arguments: { message: 'Stay' } }
  await expect(
    mcp.callTool(call, { signal: cancel.signal, onprogress: () => cancel.abort() }),
  ).rejects.toThrow()
  await mcp.close()
  expect(await model.closed(before)).toBe('cut')
})

test('what can’t be looked for is refused in a sentence, to anybody', async () => {
  const nobody = await client(null)
  for (const query of ['secret\0x', 'half \ud800']) {
    const found = await nobody.callTool({ name: 'find_agents', arguments: { query } }).catch(String)
    expect(JSON.stringify(found)).toContain("a character that can't be shown")
    expect(JSON.stringify(found)).not.toContain('select')
  }
})

test('listing is open, and asking without a key gets 401 with the place where there are keys', async () => {
  const nobody = await client(null)
  const { id } = await server.newAgent(owner, { name: 'Pilot', description: 'Knows the shoals.' })
  const found = await nobody.callTool({ name: 'find_agents', arguments: { query: 'shoals' } })
  expect(found.structuredContent).toMatchObject({ agents: [{ id, name: 'Pilot', tool: 'ask_pilot' }] })
  await expect(nobody.callTool({ name: tool, arguments: { message: 'Hello' } })).rejects.toThrow()
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: { message: 'Hi' } },
  }
  for (const [headers, more] of [
    [{}, ''],
    [{ authorization: 'Bearer bk_unknown' }, ', error="invalid_token"'],
  ] as const) {
    const answer = await post(call, headers)
    expect(answer.status).toBe(401)
    const metadata = `${server.address}/.well-known/oauth-protected-resource/mcp`
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"${more}`)
  }
})

test('an agent that is hidden is not told apart from one that is missing', async () => {
  const hidden = await server.newAgent(owner, { name: 'Hidden', visibilityEnabled: false })
  const hiddenTool = toolName(hidden)
  const stranger = await client((await server.newKey(await server.signIn())).secret)
  const said = async (name: string, arguments_: Record<string, unknown>, id: string) => {
    const answer = await stranger
      .callTool({ name, arguments: arguments_ })
      .catch((error: unknown) => String(error))
    return JSON.stringify(answer).replaceAll(id, '').replaceAll(name, '')
  }
  const message = 'Are you there?'
  const missing = randomUUID()
  expect(await said(hiddenTool, { message }, hidden.id)).toBe(
    await said(toolName({ id: missing, handle: 'missing' }), { message }, missing),
  )
  expect(await said('ask_agent', { agent: hidden.id, message }, hidden.id)).toBe(
    await said('ask_agent', { agent: missing, message }, missing),
  )
  const own = await client(key.secret)
  expect(
    await own.callTool({ name: 'ask_agent', arguments: { agent: hidden.id, message } }),
  ).not.toHaveProperty('isError')
})

test('a key that is revoked ends its answer at once', async () => {
  model.next({ name: 'stalls', words: ['Still', ' here'] })
  const revoked = await server.newKey(owner)
  const mcp = await client(revoked.secret)
  const answer = await mcp.callTool(
    { name: tool, arguments: { message: 'Stay' } },
    { onprogress: () => revoked.revoke() },
  )
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('revoked') }] })
  model.release()
})

test.for([
  ['JSON without an end', '['.repeat(10_000), 400, -32600],
  ['no JSON', '{"jsonrpc"', 400, -32700],
] as const)('a body of %s is refused', async ([, body, status, code]) => {
  const answer = await post(body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { code } })
})

test('nothing is notified of, which discovery says, and to listen is a method that is not there', async () => {
  const mcp = await client(null)
  expect(mcp.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  }
  const method = 'subscriptions/listen'
  const params = { notifications: { toolsListChanged: true }, _meta }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
  const answer = await post({ jsonrpc: '2.0', id: 1, method, params }, headers)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32601 } })
})

test.for([
  ['GET', 405],
  ['DELETE', 405],
] as const)('%s is no method of a stateless server', async ([method, status]) => {
  expect((await fetch(`${server.address}/mcp`, { method })).status).toBe(status)
})

test.for([
  [{ message: '' }],
  [{ message: 7 }],
  [{}],
  [{ message: 'x'.repeat(4_001) }],
  [{ message: 'Hello', conversation: 'yesterday' }],
] as const)('the arguments %o are refused with a reason', async ([arguments_]) => {
  const mcp = await client(key.secret)
  const answer = await mcp
    .callTool({ name: tool, arguments: arguments_ as Record<string, unknown> })
    .catch((error: Error) => ({ isError: true, content: error.message }))
  expect(answer.isError).toBe(true)
})

type Door = Awaited<ReturnType<typeof actingDoor>>
type Filled = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }

/** A client whose person fills in forms, and what they were asked. */
async function clientWithPerson(door: Door, fill: () => Filled, secret = door.key.secret) {
  const asked: { message: string; requestedSchema?: object }[] = []
  const transport = new StreamableHTTPClientTransport(new URL(`${door.address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  })
  const mcp = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  )
  mcp.setRequestHandler('elicitation/create', (request) => {
    asked.push(request.params)
    return fill()
  })
  await mcp.connect(transport)
  return { mcp, asked }
}

test.for([
  [{ action: 'accept', content: { decision: 'once' } }, 1, 'accepted'],
  [{ action: 'accept', content: { decision: 'refuse', words: 'Not to her.' } }, 0, 'says: Not to her.'],
  [{ action: 'decline' }, 0, 'The person refused this'],
] as const)(
  'the client of the SDK shows a form for a call that waits: %o',
  async ([filled, effects, told]) => {
    const door = await actingDoor(database)
    onTestFinished(door.close)
    const { mcp, asked } = await clientWithPerson(door, () => filled)
    const progress: unknown[] = []
    const answer = await mcp.callTool(
      { name: toolName(door.agent), arguments: { message: 'Send it.' } },
      { onprogress: (step) => progress.push(step.message) },
    )
    expect(answer.structuredContent).toMatchObject({ reply: 'It is sent.', end: 'finished' })
    // The SDK tells of the form by itself.
    expect(progress.filter((message) => !String(message).startsWith('Fulfilling'))).toEqual(['It is sent.'])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.message).toContain('“Send a message” of mail.example waits')
    expect(asked[0]?.message).toContain('{"to":"ada"}')
    expect(door.tools.effects).toHaveLength(effects)
    expect(JSON.stringify(door.acting.requests.at(-1)?.messages)).toContain(told)
    expect(await sql`select from tool_grants`).toHaveLength(0)
  },
)

test('who closes the form has decided nothing, and the answer says where a person does', async () => {
  const door = await actingDoor(database)
  onTestFinished(door.close)
  const { mcp, asked } = await clientWithPerson(door, () => ({ action: 'cancel' }))
  const answer = await mcp.callTool({ name: toolName(door.agent), arguments: { message: 'Send it.' } })
  const { conversation } = answer.structuredContent as { conversation: string }
  expect(answer.structuredContent).toMatchObject({ end: 'waiting' })
  expect(JSON.stringify(answer.content)).toContain(`/chat/${door.agent.id}/${conversation}`)
  expect(asked).toHaveLength(1)
  const [row] = await sql<
    { state: string }[]
  >`select state from tool_calls where scope_id = ${conversation}::uuid`
  expect(row?.state).toBe('waiting')
  expect(door.tools.effects).toEqual([])
})

test.for(['auto', 'legacy'] as const)(
  'a client (%s) without forms is told in words that a person decides in the product',
  async (mode) => {
    const door = await actingDoor(database)
    onTestFinished(door.close)
    const mcp = await client(door.key.secret, mode, door.address)
    const answer = await mcp.callTool({ name: toolName(door.agent), arguments: { message: 'Send it.' } })
    const { conversation } = answer.structuredContent as { conversation: string }
    expect(answer).not.toHaveProperty('isError')
    const said = JSON.stringify(answer.content)
    expect(said).toContain('waits to be allowed or refused')
    expect(said).toContain(`${door.address}/chat/${door.agent.id}/${conversation}`)
    expect(door.tools.effects).toEqual([])
  },
)

test('a question of a tool is a form with its choices, and goes on with what was chosen', async () => {
  const door = await actingDoor(database, {
    own: ['ask_person'],
    script: (request, step) =>
      step === 0
        ? [{ name: 'ask_person', arguments: { question: 'Which colour?', choices: ['red', 'blue'] } }]
        : String(request.messages.at(-1)?.content),
  })
  onTestFinished(door.close)
  const { mcp, asked } = await clientWithPerson(door, () => ({
    action: 'accept',
    content: { answer: 'blue' },
  }))
  const answer = await mcp.callTool({ name: toolName(door.agent), arguments: { message: 'Paint.' } })
  expect(asked[0]).toMatchObject({ requestedSchema: { properties: { answer: { enum: ['red', 'blue'] } } } })
  expect(JSON.stringify(answer.structuredContent)).toContain('The person answered: blue')
})

test('what the client keeps meanwhile is of its key and its call alone, tells nothing, and is not taken when changed', async () => {
  const door = await actingDoor(database)
  onTestFinished(door.close)
  const call = async (more: object, message = 'Send it.', secret = door.key.secret) => {
    const name = toolName(door.agent)
    const answer = await fetch(`${door.address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
        authorization: `Bearer ${secret}`,
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: {
          ...{ name, arguments: { message }, ...more },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          },
        },
      }),
    })
    const text = await answer.text()
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
    // biome-ignore lint/suspicious/noExplicitAny: what the protocol answers is compared, not used.
    return JSON.parse(data) as { result?: any; error?: { code: number } }
  }
  const { result } = await call({})
  expect(result).toMatchObject({ resultType: 'input_required' })
  const [id] = Object.keys(result.inputRequests)
  const requestState = String(result.requestState)
  expect(Buffer.from(requestState.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(id)
  const inputResponses = { [id ?? '']: { action: 'accept', content: { decision: 'once' } } }
  const other = await door.newKey(door.owner)
  const torn = `${requestState.slice(0, -3)}AAA`
  for (const [state, secret] of [
    [torn, undefined],
    ['nonsense', undefined],
    [requestState, other.secret],
  ] as const)
    expect((await call({ requestState: state, inputResponses }, 'Send it.', secret)).error?.code).toBe(-32602)
  expect((await call({ requestState, inputResponses }, 'Send more.')).result).toMatchObject({ isError: true })
  const always = { [id ?? '']: { action: 'accept', content: { decision: 'always' } } }
  expect((await call({ requestState, inputResponses: always })).result).toMatchObject({ isError: true })
  expect(door.tools.effects).toEqual([])
  // A client that lost the answer repeats its call; it happens once.
  for (const _ of [1, 2])
    expect((await call({ requestState, inputResponses })).result).toMatchObject({
      structuredContent: { reply: 'It is sent.', end: 'finished' },
    })
  expect(door.tools.effects).toHaveLength(1)
})
