import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type Scenario, startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { ModelError } from '../model-error.ts'
import { createOpenAiProvider, type OpenAiOptions } from '../openai.ts'

const KEY = 'test-key-0123456789'
const model = await startModelServer()
afterAll(() => model.close())

function ask(
  options: Partial<OpenAiOptions> = {},
  signal = new AbortController().signal,
  mayCollect?: () => boolean,
) {
  const provider = createOpenAiProvider({
    model: 'gpt-4-turbo-preview',
    baseUrl: model.baseUrl,
    apiKey: KEY,
    ...options,
  })
  return provider({ ...modelRequest, mayCollect }, signal)
}

/** Makes one request under these scenarios and returns the text, the error and the number of HTTP requests. */
async function outcome(
  scenarios: (Scenario | Parameters<(typeof model)['use']>[0])[],
  options: Partial<OpenAiOptions> = {},
) {
  const before = model.requests.length
  model.next(...scenarios)
  return { ...(await modelOutcome(ask(options))), requests: model.requests.length - before }
}

// §7.1, §7.2, §7.8, §7.27, §9.1, §9.2, §9.3, §9.4, §9.5
test('the request is the one of the specification, and nothing else', async () => {
  const n = model.requests.length
  expect(await outcome(['words'])).toEqual({
    text: 'Hello from the scripted model.',
    end: 'stop',
    requests: 1,
  })
  const { method, path, headers, body } = await model.request(n)
  expect({ method, path }).toEqual({ method: 'POST', path: '/v1/chat/completions' })
  expect(headers.authorization).toBe(`Bearer ${KEY}`)
  expect(body).toEqual({
    model: 'gpt-4-turbo-preview',
    messages: modelRequest.messages,
    temperature: 0.85,
    max_tokens: 1000,
    presence_penalty: 0.7,
    frequency_penalty: 0.4,
    stream: true,
  })
  expect(await model.closed(n)).toBe('finished')
})

test('without a key no Authorization header is sent', async () => {
  const n = model.requests.length
  expect((await outcome(['words'], { apiKey: undefined })).end).toBe('stop')
  expect((await model.request(n)).headers).not.toHaveProperty('authorization')
})

test('the end at the token limit is told apart', async () => {
  expect((await outcome(['length'])).end).toBe('length')
})

// §8.40, §9.37
test.each([
  [400, 'BadRequestError', 1],
  [401, 'AuthenticationError', 1],
  [403, 'PermissionDeniedError', 1],
  [404, 'NotFoundError', 1],
  [409, 'ConflictError', 3],
  [418, 'APIError', 1],
  [422, 'UnprocessableEntityError', 1],
  [429, 'RateLimitError', 3],
  [500, 'InternalServerError', 3],
  [503, 'InternalServerError', 3],
] as const)('status %i is a %s after %i requests', async (status, name, requests) => {
  const scenario = `error-${status}` as const
  const result = await outcome(new Array(requests).fill(scenario))
  expect(result).toMatchObject({ text: '', end: undefined, requests, error: { name, status } })
  expect(result.error).toBeInstanceOf(ModelError)
})

test('a redirect is not followed, because the key would go with it', async () => {
  const location = `${model.baseUrl}/elsewhere`
  const result = await outcome([{ name: 'error', status: 307, headers: { location } }])
  expect(result).toMatchObject({ requests: 1, error: { name: 'APIError', status: 307 } })
})

test('a second try that succeeds is an answer like any other', async () => {
  expect(await outcome(['error-503', 'error-429', 'words'])).toMatchObject({ end: 'stop', requests: 3 })
})

test('the invitation to come back later is kept in whole seconds', async () => {
  const headers = { 'retry-after': '12.2', 'retry-after-ms': '1' }
  const refused: Scenario = { name: 'error', status: 429, headers }
  expect((await outcome([refused, refused, refused])).error).toMatchObject({ retryAfter: 13 })
})

test('a key that the upstream repeats is not in the error, nor is anything that looks like one', async () => {
  const message = `Incorrect API key provided: ${KEY} (sk-abc***wxyz), header was Bearer abc.def`
  const { error } = await outcome([{ name: 'error', status: 401, message }])
  expect(error).toMatchObject({
    message: '401 Incorrect API key provided: [key] ([key]), header was Bearer [key]',
  })
  expect(JSON.stringify({ ...(error as Error) })).not.toContain(KEY)
})

test.each([
  'Refused: What is light?',
  'Bad request {\\"content\\":\\"What  is\\\\nlight\\"}',
  'The system prompt YOU ARE NOVA is not allowed',
])('an upstream that repeats what it was asked is not repeated: %s', async (message) => {
  const { error } = await outcome([{ name: 'error', status: 400, message }])
  expect(error).toMatchObject({
    name: 'BadRequestError',
    message: 'The model server repeated what it was asked.',
    status: 400,
  })
})

test('a long error is shortened', async () => {
  const { error } = await outcome([{ name: 'error', status: 400, message: 'x'.repeat(100_000) }])
  expect((error as Error).message.length).toBeLessThanOrEqual(300)
})

// §8.41, §9.38
test('a model that never answers times out on every try', async () => {
  const result = await outcome(['hangs', 'hangs', 'hangs'], { timeoutMs: 300 })
  expect(result).toMatchObject({ requests: 3, error: { name: 'APIConnectionTimeoutError' } })
})

test('a model that falls silent after its first words times out, and the words stay', async () => {
  const n = model.requests.length
  const result = await outcome(['stalls'], { timeoutMs: 500 })
  expect(result).toMatchObject({
    text: 'Hello from the',
    requests: 1,
    error: { name: 'APIConnectionTimeoutError', message: 'The model server fell silent.' },
  })
  expect(await model.closed(n)).toBe('cut')
})

// §8.42
test('nobody at the address is a connection error that says so', async () => {
  const unused = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => unused.once('listening', resolve))
  const address = unused.address()
  await new Promise((resolve) => unused.close(resolve))
  const port = typeof address === 'object' && address ? address.port : 0
  const result = await outcome([], { baseUrl: `http://127.0.0.1:${port}/v1` })
  expect(result.error).toMatchObject({
    name: 'APIConnectionError',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('words that came before the connection broke stay, and the break is told', async () => {
  expect(await outcome(['breaks'])).toMatchObject({
    text: 'Hello from the',
    end: undefined,
    requests: 1,
    error: { name: 'ModelAnswerBroken' },
  })
})

test('words that follow each other soon are told several at a time', async () => {
  const words = Array.from({ length: 100 }, (_, number) => `${number} `)
  model.next({ name: 'words', words, delayMs: 1 })
  const heard = await Array.fromAsync(ask({}, undefined, () => true))
  const said = heard.flatMap((event) => (event.type === 'words' ? [event.text] : []))
  expect(said.join('')).toBe(words.join(''))
  expect(said.length).toBeLessThanOrEqual(words.length / 2)
})

test('words wait for those after them only while it is allowed', async () => {
  let [pauses, asked] = [0, 0]
  const pause = async () => void pauses++
  const slowly: Scenario = { name: 'words', words: ['a ', 'b ', 'c ', 'd '], delayMs: 20 }
  model.next(slowly, slowly)
  await Array.fromAsync(ask({ pause }, undefined, () => asked++ < 0))
  expect({ pauses, asked: asked > 0 }).toEqual({ pauses: 0, asked: true })
  await Array.fromAsync(ask({ pause }, undefined, () => true))
  expect(pauses).toBeGreaterThan(0)
})

test('an abort closes the upstream connection at once, before and after the first word', async () => {
  for (const scenario of ['hangs', 'never-first', 'stalls'] as const) {
    const n = model.requests.length
    model.next(scenario)
    const abort = new AbortController()
    const said = Array.fromAsync(ask({}, abort.signal))
    await model.request(n)
    abort.abort()
    expect(await model.closed(n)).toBe('cut')
    // An abort is never an error, however much had arrived.
    await expect(said).resolves.toBeInstanceOf(Array)
  }
})

test('an abort before the request sends none', async () => {
  const before = model.requests.length
  expect(await Array.fromAsync(ask({}, AbortSignal.abort()))).toEqual([])
  expect(model.requests).toHaveLength(before)
})

test('one connection serves one reply after the other', async () => {
  const n = model.requests.length
  for (let round = 0; round < 3; round++) await outcome(['words'])
  const connections = await Promise.all(
    [n, n + 1, n + 2].map(async (index) => (await model.request(index)).clientPort),
  )
  expect(new Set(connections).size).toBe(1)
})
