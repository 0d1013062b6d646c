import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { newAgent } from '../../test/app.ts'
import { testDatabaseVariables } from '../../test/database.ts'
import { sendTo } from '../../test/server-pair.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { signInWith } from '../../test/sign-in.ts'
import { Client, StreamableHTTPClientTransport } from '../../tools/referees/mcp-client.ts'
import type { Agent } from '../shared/agents/agents.ts'
import type { MadeApiKey } from '../shared/doors/api-keys.ts'

const place = await testDatabaseVariables()

interface Answer {
  result?: {
    id: string
    contextId: string
    status: { state: string }
    artifacts?: { parts: { text?: string }[] }[]
  }
  error?: { code: number }
}

test('tasks of A2A and conversations of MCP survive a restart and a kill of the server that is shipped', async () => {
  const model = await startModelServer()
  onTestFinished(model.close)
  const variables = {
    ...{ ...place, OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0' },
    MODEL_ADDRESS_RANGES: '127.0.0.0/8',
  }
  let server: ServerProcess = await startServerProcess(variables)
  onTestFinished(() => server.kill())
  const as = await signInWith(sendTo(server))
  const make = async <Made>(path: string, json: object) =>
    (await (await sendTo(server)('POST', path, { as, json })).json()) as Made
  const agent = await make<Agent>('/api/agents', newAgent)
  const { key } = await make<MadeApiKey>('/api/me/keys', { name: 'Over night' })

  const rpc = async (method: string, params: object) => {
    const headers = { authorization: `Bearer ${key}`, 'a2a-version': '1.0' }
    const json = { jsonrpc: '2.0', id: 1, method, params }
    return (await (await sendTo(server)('POST', `/a2a/${agent.id}`, { json, headers })).json()) as Answer
  }
  const say = (text: string, configuration = {}) =>
    rpc('SendMessage', {
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
      configuration,
    }).then(({ result }) => (result as unknown as { task: NonNullable<Answer['result']> }).task)
  const ask = async (arguments_: Record<string, unknown>) => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }))
    const answer = await client.callTool({ name: 'ask_agent', arguments: { agent: agent.id, ...arguments_ } })
    await client.close()
    return answer.structuredContent as { conversation: string; reply: string }
  }

  const done = await say('What is light?')
  const { conversation, reply } = await ask({ message: 'What is sound?' })
  expect(reply).toBe('Hello from the scripted model.')
  model.next({ name: 'stalls', words: ['As', ' far', ' as', ' it'] })
  const begun = await say('Take your time', { returnImmediately: true })
  await expect
    .poll(async () => (await rpc('GetTask', { id: begun.id })).result?.artifacts?.[0]?.parts[0]?.text)
    .toBe('As far as it')
  expect(await server.stop()).toBe(0)

  server = await startServerProcess(variables)
  expect((await rpc('GetTask', { id: done.id })).result).toMatchObject({
    contextId: done.contextId,
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ parts: [{ text: 'Hello from the scripted model.' }] }],
  })
  expect((await rpc('GetTask', { id: begun.id })).result).toMatchObject({
    status: { state: 'TASK_STATE_FAILED' },
    artifacts: [{ parts: [{ text: 'As far as it' }] }],
  })
  // The bundle must not have changed how the protocol's errors are told apart.
  expect((await rpc('CancelTask', { id: done.id })).error?.code).toBe(-32002)
  expect((await rpc('GetTask', { id: crypto.randomUUID() })).error?.code).toBe(-32001)
  expect(await ask({ message: 'And faster?', conversation })).toMatchObject({ conversation })

  model.next({ name: 'stalls', words: ['As', ' far', ' as', ' it'] })
  const cut = await say('Take your time again', { returnImmediately: true })
  const wordsOf = async (id: string) => (await rpc('GetTask', { id })).result?.artifacts?.[0]?.parts[0]?.text
  await expect.poll(() => wordsOf(cut.id)).toBe('As far as it')
  await server.kill()

  server = await startServerProcess(variables)
  expect(await wordsOf(done.id)).toBe('Hello from the scripted model.')
  await expect
    .poll(async () => (await rpc('GetTask', { id: cut.id })).result?.status.state)
    .toBe('TASK_STATE_FAILED')
  expect('As far as it').toContain((await wordsOf(cut.id)) ?? '')

  // It knows the port that it was given, and is no model of its own agents there.
  const own = {
    id: crypto.randomUUID(),
    name: 'Itself',
    preset: 'custom',
    address: `${server.address}/v1`,
    key,
  }
  const refused = await sendTo(server)('POST', '/api/me/model-keys', { as, json: own })
  expect(await refused.json()).toMatchObject({
    errors: { address: expect.stringContaining('This address leads back to Bionic.') },
  })
})
