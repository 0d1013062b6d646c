import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { actingDoor } from '../../../../../test/acting-door.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { realtimeServer } from '../../../../../test/realtime-server.ts'
import {
  createOpenAICompatible,
  generateText,
  jsonSchema,
  streamText,
  tool,
} from '../../../../../tools/referees/ai-sdk.ts'
import {
  AuthenticationError,
  NotFoundError,
  OpenAI,
  RateLimitError,
} from '../../../../../tools/referees/openai.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import { readEnv } from '../../../base/env.ts'
import { createLog } from '../../../base/log.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'
import { createHttpServer } from '../../edge/http-server.ts'

/** The clients of other people, as they are published, against the real app on a socket. */

const scripted = await startModelServer()
const chat = await chooseEngine({ OPENAI_BASE_URL: scripted.baseUrl, CHAT_MODEL: 'scripted' })
const database = await anyDatabase()
const server = await realtimeServer(database, { chat })
afterAll(async () => {
  await server.close()
  await scripted.close()
})
const { makeAgent, makeKey, revoke } = doorClient(server.send)
const baseURL = `${server.address}/v1`
const WHOLE = 'Hello from the scripted model.'

let made: MadeApiKey
let ada: Awaited<ReturnType<typeof server.signIn>>
let model: string
let handle: string | null
let openai: OpenAI
beforeAll(async () => {
  ada = await server.signIn()
  const agent = await makeAgent(ada)
  model = agent.id
  handle = agent.handle
  made = await makeKey(ada)
  openai = new OpenAI({ baseURL, apiKey: made.key })
})

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const messages = [{ role: 'user' as const, content: 'What is light?' }]
const piece = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const callsTool = {
  name: 'raw' as const,
  pieces: [
    piece({
      tool_calls: [
        { index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{"city":' } },
      ],
    }),
    piece({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
    piece({}, 'tool_calls'),
  ],
}
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}

test('the client of OpenAI: chat completions, whole, streamed and with tools', async () => {
  const whole = await openai.chat.completions.create({ model, messages })
  expect(whole.choices[0]?.message.content).toBe(WHOLE)
  const stream = openai.chat.completions.stream({ model, messages, stream_options: { include_usage: true } })
  expect(await stream.finalContent()).toBe(WHOLE)
  expect((await stream.totalUsage()).total_tokens).toBeGreaterThan(0)
  scripted.next(callsTool)
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
  const called = await openai.chat.completions.stream({ model, messages, tools }).finalChatCompletion()
  expect(called.choices[0]?.message.tool_calls).toMatchObject([
    { id: 'call_a', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
  ])
})

test('the client of OpenAI: responses, streamed, stored and gone on with', async () => {
  const first = await openai.responses.create({ model, input: 'What is light?' })
  expect(first.output_text).toBe(WHOLE)
  const stream = openai.responses.stream({ model, input: 'And dark?', previous_response_id: first.id })
  const events = await Array.fromAsync(stream)
  expect(
    events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join(''),
  ).toBe(WHOLE)
  const last = await stream.finalResponse()
  expect((await openai.responses.retrieve(last.id)).output_text).toBe(WHOLE)
})

test('the client of OpenAI: a response is deleted with its input, those that follow go on without it, and nobody deletes another’s', async () => {
  const client = new OpenAI({ baseURL, apiKey: made.key, maxRetries: 0 })
  const first = await client.responses.create({ model, input: 'The word is Quillfeather.' })
  const second = await client.responses.create({ model, input: 'And dark?', previous_response_id: first.id })
  const other = new OpenAI({ baseURL, apiKey: (await makeKey(ada)).key, maxRetries: 0 })
  await expect(other.responses.delete(first.id)).rejects.toThrow(NotFoundError)
  const answer = await client.responses.delete(first.id).asResponse()
  expect(await answer.json()).toEqual({ id: first.id, object: 'response', deleted: true })
  await expect(client.responses.retrieve(first.id)).rejects.toThrow(NotFoundError)
  await expect(client.responses.delete(first.id)).rejects.toThrow(NotFoundError)
  await expect(
    client.responses.create({ model, input: 'Again?', previous_response_id: first.id }),
  ).rejects.toThrow(/no such response/)

  expect((await client.responses.retrieve(second.id)).output_text).toBe(WHOLE)
  const third = await client.responses.create({ model, input: 'And now?', previous_response_id: second.id })
  const told = JSON.stringify(scripted.requests.at(-1)?.body)
  expect(told).toContain('And dark?')
  expect(told).not.toContain('Quillfeather')

  // With the last one nothing of their conversation is left, even of one that still runs.
  await client.responses.delete(second.id)
  await client.responses.delete(third.id)
  const [{ left } = { left: null }] = await database.sql<{ left: number }[]>`
    select count(*)::int as left from conversations where api_key_id = ${made.apiKey.id} and deleted_at is null
      and exists (select from messages where conversation_id = conversations.id and erased)`
  expect(left).toBe(0)
  // So it is where its person had asked the same once more.
  const asked = await client.responses.create({ model, input: 'Once more?' })
  await database.sql`insert into messages (conversation_id, id, parent_id, number, role, content, state, request_id, created_at)
    select conversation_id, gen_random_uuid(), parent_id, number + 1, role, content, state, 'another', now()
    from messages where conversation_id = ${uuidOf(asked.id.slice(5, 37))} and role = 'assistant'`
  await client.responses.delete(asked.id)
  const [{ gone } = { gone: null }] = await database.sql<{ gone: boolean }[]>`
    select deleted_at is not null as gone from conversations where id = ${uuidOf(asked.id.slice(5, 37))}`
  expect(gone).toBe(true)
  const requests = scripted.requests.length
  scripted.next('stalls')
  const running = await client.responses.create({ model, input: 'Take your time', stream: true })
  const ends: string[] = []
  for await (const event of running) {
    if (event.type === 'response.created') {
      await scripted.request(requests)
      await client.responses.delete(event.response.id)
    }
    if ('response' in event) ends.push(event.type)
  }
  expect(ends.at(-1)).not.toBe('response.completed')
})

test('the client of OpenAI: models, and errors of the kinds that it knows', async () => {
  const models = await Array.fromAsync(openai.models.list())
  expect(models.map(({ id }) => id)).toContain(handle)
  expect(await openai.models.retrieve(model)).toMatchObject({ id: handle, object: 'model' })
  await expect(openai.chat.completions.create({ model: 'gpt-4o', messages })).rejects.toThrow(NotFoundError)
  const wrong = new OpenAI({ baseURL, apiKey: 'sk-wrong' })
  await expect(wrong.chat.completions.create({ model, messages })).rejects.toThrow(AuthenticationError)

  const small = await makeKey(ada, { wordsADay: 100 })
  const spender = new OpenAI({ baseURL, apiKey: small.key })
  scripted.next({ name: 'words', words: Array.from({ length: 100 }, () => 'word ') })
  await spender.chat.completions.create({ model, messages })
  // At once, as the client is told not to try again.
  await expect(spender.chat.completions.create({ model, messages })).rejects.toThrow(RateLimitError)

  const key = await makeKey(ada)
  scripted.next('stalls')
  const stream = await new OpenAI({ baseURL, apiKey: key.key }).chat.completions.create({
    model,
    messages,
    stream: true,
  })
  const reading = async () => {
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) await revoke(ada, key)
  }
  await expect(reading()).rejects.toThrow(/revoked/)
})

test('the client of OpenAI: what a take-down cuts is no success, whole and streamed, unstored and stored', async () => {
  const client = new OpenAI({ baseURL, apiKey: made.key, maxRetries: 0 })
  /** Takes the agent down once its model has begun, and puts it back after the answer. */
  async function cut<Answer>(ask: (model: string) => PromiseLike<Answer>): Promise<Answer> {
    const { id: subject } = await makeAgent(ada)
    const moderate = async (state: 'down' | null) => {
      const agent = { kind: 'agent' as const, subject }
      await database.db.transaction((transaction) => server.takedowns.apply(transaction, agent, state))
      await server.takedowns.afterwards(agent, state)
    }
    const requests = scripted.requests.length
    scripted.next('stalls')
    const [answer] = await Promise.allSettled([
      ask(subject),
      scripted.request(requests).then(() => moderate('down')),
    ])
    await moderate(null)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
  const input = 'What is light?'
  const taken = { code: 'taken_down', message: expect.stringContaining('This agent was taken down.') }
  await expect(cut((model) => client.chat.completions.create({ model, messages }))).rejects.toMatchObject({
    ...taken,
    status: 410,
  })
  const streamed = cut((model) => client.chat.completions.stream({ model, messages }).finalChatCompletion())
  await expect(streamed).rejects.toMatchObject(taken)
  const cancelled = { status: 'cancelled', error: { message: 'The answer was stopped before its end.' } }
  for (const store of [true, false]) {
    expect(await cut((model) => client.responses.create({ model, input, store }))).toMatchObject(cancelled)
    const events: string[] = []
    const final = await cut(async (model) => {
      const stream = client.responses.stream({ model, input, store })
      for await (const { type } of stream) events.push(type)
      return stream.finalResponse()
    })
    expect(final).toMatchObject({ ...cancelled, output: [{ status: 'incomplete' }] })
    expect(events.at(-1)).toBe('response.failed')
    if (store) expect(await client.responses.retrieve(final.id)).toMatchObject(cancelled)
  }
})

test('a client that closes the connection of a whole answer lets go of the model', async () => {
  const requests = scripted.requests.length
  scripted.next('stalls')
  const left = new AbortController()
  const asking = openai.chat.completions.create({ model, messages }, { signal: left.signal })
  await scripted.request(requests)
  left.abort()
  await expect(asking).rejects.toThrow()
  expect(await scripted.closed(requests)).toBe('cut')
})

test('a whole answer may take longer than a connection may otherwise be silent', async () => {
  const impatient = createHttpServer({
    env: readEnv({}),
    log: createLog('silent'),
    fetch: server.app.fetch,
    times: { stalled: 100 },
  })
  impatient.listen(0, '127.0.0.1')
  await once(impatient, 'listening')
  onTestFinished(() => void impatient.close())
  const { port } = impatient.address() as AddressInfo
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: made.key, maxRetries: 0 })
  scripted.next({ name: 'words', words: ['Slow', ' and', ' whole.'], delayMs: 150 })
  const answer = await client.chat.completions.create({ model, messages })
  expect(answer.choices[0]?.message.content).toBe('Slow and whole.')
})

test('the AI SDK: text, whole and streamed, and its tools run at the caller', async () => {
  const provider = createOpenAICompatible({ name: 'bionic', baseURL, apiKey: made.key })
  expect((await generateText({ model: provider(model), prompt: 'What is light?' })).text).toBe(WHOLE)
  const streamed = streamText({ model: provider(model), system: 'Be brief.', prompt: 'What is light?' })
  expect((await Array.fromAsync(streamed.textStream)).join('')).toBe(WHOLE)
  scripted.next(callsTool)
  const cities: unknown[] = []
  const weather = tool({
    description: 'Tells the weather.',
    inputSchema: jsonSchema<{ city: string }>(parameters),
    execute: async ({ city }) => {
      cities.push(city)
      return 'Rain'
    },
  })
  const called = await generateText({ model: provider(model), prompt: 'And in Oslo?', tools: { weather } })
  expect(called.toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Oslo' } }])
  expect(cities).toEqual(['Oslo'])
})

test('the client of OpenAI: a person approves what an agent asks for, whole and streamed', async () => {
  const door = await actingDoor(database)
  onTestFinished(door.close)
  const client = new OpenAI({ baseURL: `${door.address}/v1`, apiKey: door.key.secret })
  const ask = { model: door.agent.id, input: 'Send it.' }
  const asked = await client.responses.create(ask)
  const [request] = asked.output
  if (request?.type !== 'mcp_approval_request') throw new Error('nothing is asked')
  expect([asked.status, request.name, request.server_label]).toEqual(['completed', 'send', 'mail.example'])
  const approval = { type: 'mcp_approval_response', approval_request_id: request.id, approve: true } as const
  const follows = { model: door.agent.id, previous_response_id: asked.id, input: [approval] }
  const done = await client.responses.stream(follows).finalResponse()
  expect(done.output.map(({ type }) => type)).toEqual(['message', 'mcp_call'])
  expect((await client.responses.retrieve(done.id)).output_text).toBe('It is sent.')
  const next = await client.responses.create({ ...ask, previous_response_id: done.id })
  expect(next.output.map(({ type }) => type)).toEqual(['mcp_approval_request'])
  expect(door.tools.effects).toHaveLength(1)
})
