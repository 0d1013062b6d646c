import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import {
  asks,
  asksForm,
  type FixtureBehaviour,
  type FixtureRequest,
  fixtureTool,
  said,
  startMcpFixture,
} from '../../../../test/mcp-fixture-server.ts'
import { type McpServer, mcpServerSchema } from '../../../shared/tools/mcp-servers.ts'
import { createLog } from '../../base/log.ts'
import type { CallContext, GivenAnswer, Tool, ToolAsker } from '../tools/tool.ts'

const behaviour: FixtureBehaviour = {}
const fixture = await startMcpFixture(behaviour)
afterAll(fixture.close)
const database = await anyDatabase()
const settings = { TOOL_ADDRESS_RANGES: ['127.0.0.1/32'] }
const here = testApp(database, { settings, mcpPatienceMs: 1_000 })
const { send, signIn, serverTools } = here
const soon = () => AbortSignal.timeout(10_000)

beforeEach(() => {
  Object.assign(behaviour, {
    tools: () => [fixtureTool('send'), fixtureTool('read')],
    call: () => said('done'),
  })
  Object.assign(behaviour, { intercept: () => false })
  fixture.requests.length = 0
})

/** A server that somebody connected, with all its tools accepted. */
async function connected(as: Account, more: object = {}, accepts = true): Promise<McpServer> {
  const made = await send('POST', '/api/mcp-servers', {
    as,
    json: { name: 'Post', address: fixture.address, ...more },
  })
  const server = mcpServerSchema.parse(await made.json())
  if (!accepts) return server
  const json = { tools: server.tools.map(({ name, pin }) => ({ name, pin })) }
  return mcpServerSchema.parse(
    await (await send('POST', `/api/mcp-servers/${server.id}/accept`, { as, json })).json(),
  )
}

const askerOf = (
  owner: Account,
  wallet: string | null,
  servers: { id: string; open: string[] }[],
): ToolAsker => ({
  ...{ agentId: randomUUID(), owner: owner.address, wallet, place: null, depth: 0 },
  tools: { own: [], servers },
})
const offered = (asker: ToolAsker) => serverTools.list(asker, soon())
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name)
const run = (tool: Tool | undefined, asker: ToolAsker, args = {}, answer?: GivenAnswer) => {
  if (!tool) throw new Error('there is no such tool')
  const context: CallContext = {
    asker,
    written: [],
    cited: [],
    call: 'a',
    requestId: 'x',
    log: createLog('silent'),
  }
  return tool.run(args, context, soon(), answer)
}

test('only accepted tools are offered, raw, pinned, and never without consent', async () => {
  const ada = await signIn()
  const hidden = fixtureTool('send', {
    title: 'Send',
    description: 'Sends\u200b.',
    annotations: { readOnlyHint: true },
  })
  Object.assign(behaviour, { tools: () => [hidden, fixtureTool('read')] })
  const server = await connected(ada, {}, false)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  expect(await offered(asker)).toEqual([])
  const [sending] = server.tools
  const json = { tools: [{ name: 'send', pin: sending?.pin }] }
  await send('POST', `/api/mcp-servers/${server.id}/accept`, { as: ada, json })
  const [tool, ...others] = await offered(asker)
  expect(others).toEqual([])
  expect(tool).toMatchObject({
    ...{ name: 'post__send', title: 'Send', origin: new URL(fixture.address).host, kind: 'acts' },
    ...{ description: 'Sends\u200b.', parameters: hidden.inputSchema, pin: sending?.pin },
    marks: { untrusted: true, private: true },
  })
  expect(tool?.isFree).toBeUndefined()
  expect(await run(tool, asker, { text: 'hello' })).toEqual({ kind: 'done', text: 'done' })
  expect(fixture.sent('tools/call')[0]?.params).toMatchObject({ name: 'send', arguments: { text: 'hello' } })
})

test('a tool that changed is set aside until it is accepted again, and one that is gone is not offered', async () => {
  const ada = await signIn()
  const server = await connected(ada)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  expect(namesOf(await offered(asker))).toEqual(['post__read', 'post__send'])
  Object.assign(behaviour, { tools: () => [fixtureTool('send', { description: 'Other.' })] })
  here.advance(61_000)
  // What is known is used while it is listed again behind it.
  expect(await offered(asker)).toHaveLength(2)
  await expect.poll(async () => namesOf(await offered(asker))).toEqual([])
  Object.assign(behaviour, { tools: () => [fixtureTool('read'), fixtureTool('send')] })
  here.advance(61_000)
  await expect.poll(async () => namesOf(await offered(asker))).toEqual(['post__read', 'post__send'])
})

test('the owner’s connection is the owner’s alone, except for tools that are open', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const server = await connected(ada)
  const chosen = [{ id: server.id, open: ['read'] }]
  expect(namesOf(await offered(askerOf(ada, ada.address, chosen)))).toEqual(['post__read', 'post__send'])
  for (const wallet of [bob.address, null]) {
    expect(namesOf(await offered(askerOf(ada, wallet, chosen)))).toEqual(['post__read'])
    expect(await offered(askerOf(ada, wallet, [{ id: server.id, open: [] }]))).toEqual([])
  }
  // An agent of Bob's that names Ada's server has nothing of it, not even open tools.
  expect(await offered(askerOf(bob, bob.address, chosen))).toEqual([])
  expect(await offered(askerOf(bob, ada.address, chosen))).toEqual([])
})

test('where people sign in, each is offered what was accepted, and asked for their own sign-in', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const server = await connected(ada)
  await database.sql`update mcp_servers set auth = 'oauth' where id = ${server.id}`
  const asker = askerOf(ada, bob.address, [{ id: server.id, open: [] }])
  const [tool] = await offered(asker)
  expect(tool?.name).toBe('post__read')
  Object.assign(behaviour, {
    intercept: ({ headers }: FixtureRequest, response: ServerResponse) => {
      if (headers.authorization !== undefined) return false
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return true
    },
  })
  expect(await run(tool, asker)).toEqual({
    ...{ kind: 'sign-in', host: new URL(fixture.address).host, server: server.id },
  })
  expect(fixture.sent('tools/call')).toEqual([])
  expect(await offered(askerOf(ada, null, [{ id: server.id, open: [] }]))).toEqual([])
})

test('a dead server delays a reply by two seconds once, and the next ones by nothing', async () => {
  const ada = await signIn()
  const server = await connected(ada)
  const there = testApp(database, { settings })
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  Object.assign(behaviour, { intercept: () => true })
  const began = performance.now()
  expect(await there.serverTools.list(asker, soon())).toEqual([])
  expect(performance.now() - began).toBeLessThan(2_500)
  fixture.requests.length = 0
  const again = performance.now()
  here.advance(61_000)
  expect(await offered(asker)).toHaveLength(2)
  expect(performance.now() - again).toBeLessThan(500)
})

test('a fault is a sentence, and says where nobody knows whether it happened', async () => {
  const ada = await signIn()
  const server = await connected(ada)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  const [tool] = await offered(asker)
  const host = new URL(fixture.address).host
  Object.assign(behaviour, { call: () => () => {} })
  expect(await run(tool, asker)).toEqual({
    kind: 'failed',
    why: `${host}: It did not answer in time. It may have done it nevertheless.`,
  })
  Object.assign(behaviour, { call: () => ({ error: { code: -32_000, message: 'No stamps.' } }) })
  expect(await run(tool, asker)).toEqual({
    kind: 'failed',
    why: `${host}: It answered with an error: No stamps.`,
  })
  const failed = { result: { isError: true, content: [{ type: 'text', text: 'Too heavy.' }] } }
  Object.assign(behaviour, { call: () => failed })
  expect(await run(tool, asker)).toEqual({ kind: 'failed', why: 'Too heavy.' })
})

test('questions wait one after another, and are answered together with the state as it was', async () => {
  const ada = await signIn()
  const server = await connected(ada)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  const [, tool] = await offered(asker)
  const state = 'opaque'
  const form = asksForm('To whom?', { to: { type: 'string', format: 'email' } })
  const url = {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Pay.', url: 'https://pay.example/1' },
  }
  const replies = (request: FixtureRequest) =>
    request.params?.inputResponses ? said('sent') : asks({ to: form, pay: url }, state)
  Object.assign(behaviour, { call: replies })
  const first = await run(tool, asker, { text: 'a' })
  expect(first).toMatchObject({ kind: 'input', question: { kind: 'form', text: 'To whom?' } })
  if (first.kind !== 'input') return
  const answer = (content: Record<string, unknown>) => ({
    action: 'accept' as const,
    content,
    state: first.state,
  })
  // What does not fit is asked again, and nothing is sent.
  expect(await run(tool, asker, { text: 'a' }, answer({ to: 'nobody' }))).toEqual(first)
  const second = await run(tool, asker, { text: 'a' }, answer({ to: 'a@b.example', extra: 1 }))
  expect(second).toMatchObject({ kind: 'input', question: { kind: 'address', url: 'https://pay.example/1' } })
  if (second.kind !== 'input') return
  // The state goes on with its own call alone.
  const pays = { action: 'accept' as const, state: second.state }
  await expect(run(tool, asker, { text: 'b' }, pays)).rejects.toThrow('another call')
  const [other] = await offered(asker)
  await expect(run(other, asker, { text: 'a' }, pays)).rejects.toThrow('another call')
  expect(fixture.sent('tools/call')).toHaveLength(1)
  expect(await run(tool, asker, { text: 'a' }, pays)).toEqual({ kind: 'done', text: 'sent' })
  expect(fixture.sent('tools/call')[1]?.params).toMatchObject({
    inputResponses: { to: { action: 'accept', content: { to: 'a@b.example' } }, pay: { action: 'accept' } },
    requestState: state,
  })
})

test('a server asks three times at most, whatever it wants answered', async () => {
  const ada = await signIn()
  const server = await connected(ada)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  const [tool] = await offered(asker)
  Object.assign(behaviour, { call: () => asks({ q: asksForm('Again?', {}) }) })
  let outcome = await run(tool, asker)
  for (let round = 0; outcome.kind === 'input'; round++) {
    expect(round).toBeLessThan(3)
    outcome = await run(tool, asker, {}, { action: 'accept', content: {}, state: outcome.state })
  }
  expect(outcome).toMatchObject({ kind: 'failed', why: expect.stringContaining('more than 3 times') })
  // Nor does it have itself asked again for ever without a question.
  Object.assign(behaviour, { call: () => asks({}, 'later') })
  fixture.requests.length = 0
  expect(await run(tool, asker)).toMatchObject({ kind: 'failed' })
  expect(fixture.sent('tools/call')).toHaveLength(4)
})

test('more than twenty tools are two, which find and call them under their own pins', async () => {
  const ada = await signIn()
  const all = Array.from({ length: 30 }, (_, at) =>
    fixtureTool(`task${at}`, { description: `Does task ${at}.` }),
  )
  const weather = fixtureTool('forecast', { description: 'Tells the weather of tomorrow in a city.' })
  Object.assign(behaviour, { tools: () => [...all, weather] })
  const server = await connected(ada)
  const asker = askerOf(ada, ada.address, [{ id: server.id, open: [] }])
  const tools = await offered(asker)
  expect(namesOf(tools)).toEqual(['find_tools', 'call_tool'])
  const [find, call] = tools
  const found = await run(find, asker, { query: 'weather in a city' })
  expect(found.kind === 'done' && JSON.parse(found.text)[0].name).toBe('post__forecast')
  const resolved = await call?.resolve?.({ name: 'post__forecast', arguments: { text: 'Bern' } })
  expect(resolved?.tool).toMatchObject({
    ...{ name: 'post__forecast', kind: 'acts', origin: new URL(fixture.address).host },
    pin: server.tools.at(-1)?.pin,
  })
  expect(resolved?.args).toEqual({ text: 'Bern' })
  for (const args of [{ name: 'rm' }, { name: 'post__forecast', arguments: 'x' }, {}])
    expect(await call?.resolve?.(args)).toBeNull()
  // Whatever was allowed of it, it does nothing itself.
  expect(await run(call, asker, { name: 'post__forecast', arguments: {} })).toMatchObject({ kind: 'failed' })
  expect(fixture.sent('tools/call')).toEqual([])
  // The two are the same whatever is behind them, so that prompts stay cached.
  const pins = tools.map(({ pin }) => pin)
  Object.assign(behaviour, { tools: () => all })
  here.advance(61_000)
  await offered(asker)
  await expect
    .poll(async () => (await offered(asker))[1]?.resolve?.({ name: 'post__forecast', arguments: {} }))
    .toBeNull()
  expect((await offered(asker)).map(({ pin }) => pin)).toEqual(pins)
})
