import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { newAgent } from '../../test/app.ts'
import { conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { testDatabaseVariables } from '../../test/database.ts'
import { fixtureTool, said, startMcpFixture } from '../../test/mcp-fixture-server.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import { sendTo } from '../../test/server-pair.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { type Account, signInWith } from '../../test/sign-in.ts'
import type { Agent } from '../shared/agents/agents.ts'
import type { Conversation } from '../shared/chat/conversations.ts'
import type { McpServer } from '../shared/tools/mcp-servers.ts'

/** Real processes that are killed while an agent acts, with a server of tools whose calls are counted. */

let hold: Promise<void> | undefined
const model = await startModelServer()
const mail = await startMcpFixture({
  tools: () => [fixtureTool('send')],
  call: async () => {
    await hold
    return said('accepted')
  },
})
const variables = {
  ...(await testDatabaseVariables()),
  ...{ OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0', TOOL_ADDRESS_RANGES: '127.0.0.0/8' },
  // Its file with a secret would stand in the folder that all tests have.
  SECRET_KEY: 'a secret for nothing but the tests',
}
let server: ServerProcess
let ada: Account
let agentId: string
afterAll(async () => {
  await server?.kill()
  await Promise.all([model.close(), mail.close()])
})

const send = (...[method, path, sent]: Parameters<ReturnType<typeof sendTo>>) =>
  sendTo(server)(method, path, { as: ada, ...sent })
const client = () => conversationClient(sendTo(server), ada)
const sentCalls = () => mail.requests.filter(({ method }) => method === 'tools/call').length

async function restart() {
  await server.kill()
  server = await startServerProcess(variables)
}

beforeAll(async () => {
  server = await startServerProcess(variables)
  ada = await signInWith(sendTo(server))
  const added = await send('POST', '/api/mcp-servers', { json: { name: 'Mail', address: mail.address } })
  const { id, tools } = (await added.json()) as McpServer
  const accepted = tools.map(({ name, pin }) => ({ name, pin }))
  await send('POST', `/api/mcp-servers/${id}/accept`, { json: { tools: accepted } })
  const tooled = { ...newAgent, tools: { own: [], servers: [{ id, open: [] }] } }
  agentId = ((await (await send('POST', '/api/agents', { json: tooled })).json()) as Agent).id
})

async function askAndWait() {
  const conversation = crypto.randomUUID()
  const ask = firstQuestion(agentId)
  model.next(
    { name: 'calls', calls: [{ name: 'mail__send', arguments: { text: 'Hello' } }] },
    { name: 'words', words: ['It', ' is', ' sent.'] },
  )
  const heard = await received(replyKnown(ask.replyId), eventsOf(await client().ask(conversation, ask)))
  expect(heard.state).toBe('waiting')
  return { conversation, replyId: ask.replyId }
}

async function replyIn({ conversation, replyId }: { conversation: string; replyId: string }) {
  const opened = await send('GET', `/api/conversations/${conversation}`)
  const { messages } = (await opened.json()) as Conversation
  const reply = messages.find(({ id }) => id === replyId)
  const call = reply?.role === 'assistant' ? reply.parts?.find((part) => part.kind === 'tool') : undefined
  if (reply?.role !== 'assistant' || !call) throw new Error('the reply has no call')
  return { state: reply.state, content: reply.content, call }
}

const decide = async (place: { conversation: string; replyId: string }, decision: object) => {
  const { call } = await replyIn(place)
  return send('PUT', `/api/tool-calls/${call.call}/decision`, { json: { digest: call.digest, decision } })
}

test('what waits outlives a kill, and is done once when it is allowed', async () => {
  const place = await askAndWait()
  const before = sentCalls()
  await restart()
  expect((await replyIn(place)).call.status.state).toBe('waiting')
  expect(await (await decide(place, { kind: 'once' })).json()).toMatchObject({ goesOn: true })
  await expect.poll(async () => (await replyIn(place)).state).toBe('finished')
  expect(await replyIn(place)).toMatchObject({ content: 'It is sent.', call: { status: { state: 'done' } } })
  expect(sentCalls() - before).toBe(1)
})

test('what was sent when its server was killed may have happened: it is asked about, and not sent again', async () => {
  const place = await askAndWait()
  const before = sentCalls()
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  expect((await decide(place, { kind: 'once' })).status).toBe(200)
  await expect.poll(sentCalls).toBe(before + 1)
  await restart()
  hold = undefined
  resolve()
  await expect.poll(async () => (await replyIn(place)).call.status.state).toBe('unknown')
  expect(await replyIn(place)).toMatchObject({ state: 'waiting' })
  expect((await decide(place, { kind: 'settle', as: 'happened' })).status).toBe(200)
  await expect.poll(async () => (await replyIn(place)).state).toBe('finished')
  expect((await replyIn(place)).content).toBe('It is sent.')
  expect(sentCalls()).toBe(before + 1)
})
