import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { anAnsweringAgent } from '../../../../../test/an-agent.ts'
import { fixedChoice } from '../../../../../test/fixed-models.ts'
import { EMPTY_REPLY, type ReplyEvent, replyEventSchema } from '../../../../shared/chat/chat.ts'
import { problemSchema } from '../../../../shared/common/errors.ts'
import { CHAT_BODY_BYTES, limits } from '../../../../shared/common/limits.ts'
import { Answers } from '../../../domain/chat/answers.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'
import type { AppEnv } from '../../context.ts'
import { createMetrics } from '../../edge/metrics.ts'
import { requestContext } from '../../edge/request-context.ts'
import { operatorOf } from '../../own-machine.ts'
import { answerProblem } from '../../problem.ts'
import { chatRoutes } from './chat.ts'

const nova = anAnsweringAgent({
  name: 'Nova',
  description: 'Explains physics.',
  personality: 'You are Nova. You use plain words.',
  capabilities: ['Tutorial Writing', 'Course Creation'],
  knowledgeDomains: ['Physics', 'Mathematics'],
})
const NOVA_ID = '0b9d5a5e-3e63-4a35-9a5e-6f6a1f3a1c11'
const HIDDEN_ID = '3f2b0f5c-6c7e-4a57-8a5d-0d5b8f0f9a22'
const OWNER = '11111111111111111111111111111111'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The chat routes on a real socket, with a scripted model. `x-test-wallet` stands for a session. */
async function start(options: { offline?: boolean; windowTokens?: number; operators?: string[] } = {}) {
  const model = await startModelServer()
  closing.push(model.close)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const shutdown = new AbortController()
  const metrics = createMetrics()
  const engine = await chooseEngine({
    OPENAI_BASE_URL: options.offline ? undefined : model.baseUrl,
    OPENAI_API_KEY: options.offline ? undefined : 'test-key-0123456789',
    CHAT_MODEL: 'gpt-4-turbo-preview',
  })
  const readSession = async (headers: Headers) => {
    const address = headers.get('x-test-wallet')
    return address === null ? null : { id: '0', user: { address }, expiresAt: '2099-01-01T00:00:00.000Z' }
  }
  const app = new Hono<AppEnv>()
    .onError(answerProblem)
    .use(requestContext({ log, trustedProxies: 0, readSession }))
    .route(
      '/api',
      chatRoutes({
        answers: new Answers({
          choose: fixedChoice(engine, options.windowTokens),
          observe: metrics.replies.observe,
        }),
        findAgent: async (id, wallet) =>
          id === NOVA_ID || (id === HIDDEN_ID && wallet === OWNER) ? { ...nova, hasDocuments: false } : null,
        shutdown: shutdown.signal,
        // As behind a proxy, where nobody is the operator by where they are.
        isOperator: operatorOf({ TRUSTED_PROXIES: 1, OPERATORS: options.operators }),
      }),
    )
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (body: unknown, init: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
    fetch(`${address}/api/chat`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
    })
  return { address, ask, engine, lines, metrics, model, shutdown }
}

/** Yields the events of a reply as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<ReplyEvent> {
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) yield replyEventSchema.parse(JSON.parse(data))
    }
  }
}

const wordsOf = (events: ReplyEvent[]) =>
  events.map((event) => (event.type === 'words' ? event.text : '')).join('')

/** Reads until this text has arrived and leaves the stream open. */
async function received(events: AsyncGenerator<ReplyEvent>, words: string) {
  let text = ''
  while (text !== words) {
    const { value, done } = await events.next()
    if (done) throw new Error(`The reply ended after "${text}".`)
    if (value.type === 'words') text += value.text
  }
}

test('a reply streams: started, the words, finished, and nothing may hold it back', async () => {
  const { ask } = await start()
  const response = await ask({ agentId: NOVA_ID, message: 'What is light?' })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const requestId = response.headers.get('x-request-id')
  const events = await Array.fromAsync(eventsOf(response))
  expect(events[0]).toEqual({
    type: 'started',
    requestId,
    engine: { kind: 'provider', model: 'gpt-4-turbo-preview' },
    forgotten: 0,
  })
  expect(wordsOf(events)).toBe('Hello from the scripted model.')
  expect(events.at(-1)).toEqual({ type: 'finished', reason: 'stop' })
})

test('words say where in the reply they begin, and the id of their event where they end', async () => {
  const { ask } = await start()
  const text = await (await ask({ message: 'Hi' })).text()
  let length = 0
  for (const frame of text.split('\n\n').filter((one) => one.includes('event: words'))) {
    const event = replyEventSchema.parse(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? ''))
    expect(event).toMatchObject({ type: 'words', at: length })
    length += event.type === 'words' ? event.text.length : 0
    expect(frame).toMatch(new RegExp(`id: ${length}(-1)?\n`))
  }
  expect(length).toBe('Hello from the scripted model.'.length)
})

// §1.6
test('the model is asked what the specification says, message by message', async () => {
  const { ask, model } = await start()
  const history = [
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', content: 'A wave.' },
  ]
  await (await ask({ agentId: NOVA_ID, message: '  Only a wave?  ', history })).text()
  expect((await model.request(0)).body).toEqual({
    model: 'gpt-4-turbo-preview',
    messages: [
      {
        role: 'system',
        content:
          'You are Nova. You use plain words.\n\nYour capabilities: Tutorial Writing, Course Creation.\n\n' +
          'Your knowledge domains: Physics, Mathematics.',
      },
      { role: 'user', content: 'Please introduce yourself.' },
      { role: 'assistant', content: 'You are Nova. I specialize in Physics, Mathematics' },
      ...history,
      { role: 'user', content: 'Only a wave?' },
    ],
    temperature: 0.85,
    max_tokens: 1000,
    presence_penalty: 0.7,
    frequency_penalty: 0.4,
    stream: true,
  })
})

// §5.31, §5.32, §5.33
test.each([{}, { agentId: null }])(
  'with no agent loaded (%j) the defaults of the specification answer',
  async (body) => {
    const { ask, model } = await start()
    await (await ask({ ...body, message: 'Hi' })).text()
    const { messages } = (await model.request(0)).body as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content)).toEqual([
      'You are a helpful AI assistant.\n\nYour capabilities: General Assistance.\n\nYour knowledge domains: General Knowledge.',
      'Please introduce yourself.',
      'You are a helpful AI assistant. I specialize in General Knowledge',
      'Hi',
    ])
  },
)

test('turns that do not fit the window are left out, oldest first', async () => {
  const { ask, model } = await start({ windowTokens: 2_048 })
  const history = ['oldest', 'older', 'newest'].map((name) => ({
    role: 'user',
    content: name.padEnd(1_400, ' .'),
  }))
  const [started] = await Array.fromAsync(eventsOf(await ask({ message: 'Hi', history })))
  expect(started).toMatchObject({ type: 'started', forgotten: 1 })
  const { messages } = (await model.request(0)).body as { messages: { content: string }[] }
  expect(messages.slice(3).map(({ content }) => content.replace(/[ .]+$/, ''))).toEqual([
    'older',
    'newest',
    'Hi',
  ])
})

test('the first event arrives while the model is still silent', async () => {
  const { ask, model } = await start()
  model.next('hangs')
  const events = eventsOf(await ask({ message: 'Hi' }))
  expect((await events.next()).value?.type).toBe('started')
  await events.return(undefined)
  expect(await model.closed(0)).toBe('cut')
})

test('a stop closes the request to the model', async () => {
  const { ask, lines, metrics, model } = await start()
  model.next('stalls')
  const stop = new AbortController()
  const events = eventsOf(await ask({ message: 'Hi' }, { signal: stop.signal }))
  await received(events, 'Hello from the')
  stop.abort()
  expect(await model.closed(0)).toBe('cut')
  await expect(events.next()).rejects.toThrow()
  await expect.poll(() => metrics.registry.metrics()).toContain('bionic_replies_ended_total{end="stopped"} 1')
  expect(lines).toEqual([])
})

// §8.7
test('an empty reply is answered for', async () => {
  const { ask, model } = await start()
  // Of the second nothing can be seen, either.
  model.next('empty', { name: 'words', words: ['\u200b', ' \u2060', '\ufeff\n'] })
  for (let times = 0; times < 2; times++) {
    const events = await Array.fromAsync(eventsOf(await ask({ message: 'Hi' })))
    expect(wordsOf(events)).toBe(EMPTY_REPLY)
    expect(events.at(-1)).toEqual({ type: 'finished', reason: 'stop' })
  }
})

test('a break in the middle keeps the words, and tells it', async () => {
  const { ask, model } = await start()
  model.next('breaks')
  const events = await Array.fromAsync(eventsOf(await ask({ message: 'Hi' })))
  expect(wordsOf(events)).toBe('Hello from the')
  expect(events.at(-1)?.type).toBe('failed')
})

test.each([
  [400, 'BadRequestError', 1],
  [401, 'AuthenticationError', 1],
  [403, 'PermissionDeniedError', 1],
  [404, 'NotFoundError', 1],
  [409, 'ConflictError', 3],
  [422, 'UnprocessableEntityError', 1],
  [429, 'RateLimitError', 3],
  [500, 'InternalServerError', 3],
] as const)(
  'an upstream %i is a failed reply in the stream, and a %s in the log under the same request id',
  async (status, name, tries) => {
    const { ask, lines, model } = await start()
    model.use({ name: 'error', status, message: 'upstream says test-key-0123456789' })
    const response = await ask({ message: 'Hi' })
    expect(response.status).toBe(200)
    const requestId = response.headers.get('x-request-id')
    const events = await Array.fromAsync(eventsOf(response))
    expect(events.slice(1)).toEqual([{ type: 'failed', message: 'Failed to generate response', requestId }])
    expect(model.requests).toHaveLength(tries)
    expect(lines).toMatchObject([
      { level: 50, msg: 'Error generating response', requestId, err: { name, status } },
    ])
    expect(JSON.stringify(lines)).not.toContain('test-key')
  },
)

test('when the server ends, a running reply is interrupted and keeps its words', async () => {
  const { ask, lines, model, shutdown } = await start()
  model.next('stalls')
  const events = eventsOf(await ask({ message: 'Hi' }))
  await received(events, 'Hello from the')
  shutdown.abort()
  expect(await Array.fromAsync(events)).toMatchObject([
    { type: 'model', tokens: null },
    { type: 'interrupted' },
  ])
  expect(await model.closed(0)).toBe('cut')
  expect(lines).toEqual([])
})

test('an agent that is not there, or hidden from the one who asks, is not found before anything streams', async () => {
  const { ask, model } = await start()
  for (const [agentId, headers] of [
    ['9c0e1e0a-7f53-4c53-8a0f-3f6f0b1f2d33', {}],
    [HIDDEN_ID, {}],
    [HIDDEN_ID, { 'x-test-wallet': 'somebody-else' }],
  ] as const) {
    const response = await ask({ agentId, message: 'Hi' }, { headers })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(problemSchema.parse(await response.json()).code).toBe('not_found')
  }
  expect(model.requests).toHaveLength(0)
})

test('a hidden agent answers its owner', async () => {
  const { ask } = await start()
  const response = await ask({ agentId: HIDDEN_ID, message: 'Hi' }, { headers: { 'x-test-wallet': OWNER } })
  expect(wordsOf(await Array.fromAsync(eventsOf(response)))).toBe('Hello from the scripted model.')
})

const turn = (content: unknown, role = 'user') => ({ role, content })

test.each<[string, unknown, number, string, string?]>([
  ['nothing', '', 400, 'malformed_json'],
  ['half a JSON', '{"message":', 400, 'malformed_json'],
  ['JSON that is no object', 'null', 422, 'validation_failed', 'body'],
  ['no message', {}, 422, 'validation_failed', 'message'],
  ['a blank message', { message: ' \n ' }, 422, 'validation_failed', 'message'],
  ['a message that is no text', { message: 7 }, 422, 'validation_failed', 'message'],
  [
    'too long a message',
    { message: 'x'.repeat(limits.chatMessage + 1) },
    422,
    'validation_failed',
    'message',
  ],
  ['an id that is none', { message: 'Hi', agentId: "' or 1=1" }, 422, 'validation_failed', 'agentId'],
  [
    'a system turn',
    { message: 'Hi', history: [turn('x', 'system')] },
    422,
    'validation_failed',
    'history.0.role',
  ],
  [
    'a turn of no text',
    { message: 'Hi', history: [turn(null)] },
    422,
    'validation_failed',
    'history.0.content',
  ],
  [
    'too long a turn',
    { message: 'Hi', history: [turn('x'.repeat(20_001))] },
    422,
    'validation_failed',
    'history.0.content',
  ],
  [
    'too many turns',
    { message: 'Hi', history: new Array(201).fill(turn('x')) },
    422,
    'validation_failed',
    'history',
  ],
  ['another model', { message: 'Hi', model: 'gpt-5' }, 422, 'validation_failed', 'model'],
  ['other messages', { message: 'Hi', messages: [] }, 422, 'validation_failed', 'messages'],
  ['too large a body', { message: 'Hi', padding: 'x'.repeat(CHAT_BODY_BYTES) }, 413, 'body_too_large'],
])('bad input: %s', async (_, body, status, code, field) => {
  const { ask, model } = await start()
  const response = await ask(body)
  expect(response.status).toBe(status)
  const problem = problemSchema.parse(await response.json())
  expect(problem.code).toBe(code)
  if (field) expect(Object.keys(problem.errors ?? {})).toContain(field)
  expect(model.requests).toHaveLength(0)
})

test('bad input: a body that is not called JSON', async () => {
  const { ask } = await start()
  const response = await ask({ message: 'Hi' }, { headers: { 'content-type': 'text/plain' } })
  expect(response.status).toBe(415)
  expect(problemSchema.parse(await response.json()).code).toBe('unsupported_media_type')
})

test('a body that hides its length is cut off at the limit', async () => {
  const { address } = await start()
  const outgoing = httpRequest(`${address}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  })
  outgoing.on('error', () => {})
  outgoing.write(`{"message":"${'x'.repeat(CHAT_BODY_BYTES)}`)
  outgoing.end('"}')
  const [answer] = await once(outgoing, 'response')
  expect(answer.statusCode).toBe(413)
  answer.resume()
})

test('the longest conversation that may be sent is taken', async () => {
  const { ask, model } = await start()
  const history = new Array(45).fill(turn('x'.repeat(limits.chatHistoryTurn)))
  await (await ask({ message: 'y'.repeat(limits.chatMessage), history })).text()
  expect(model.requests).toHaveLength(1)
})

test('who answers can be asked', async () => {
  const { address } = await start({ offline: true })
  const response = await fetch(`${address}/api/chat/engine`)
  expect(await response.json()).toEqual({ kind: 'offline' })
})

test('only the operator learns that a model can be connected, and only where there is none', async () => {
  const wallet = (address: string) => ({ headers: { 'x-test-wallet': address } })
  const { address } = await start({ offline: true, operators: [OWNER] })
  const engineFor = async (init?: RequestInit) => (await fetch(`${address}/api/chat/engine`, init)).json()
  expect(await engineFor(wallet(OWNER))).toEqual({ kind: 'offline', canBeReplaced: true })
  expect(await engineFor(wallet('somebody else'))).toEqual({ kind: 'offline' })
  expect(await engineFor()).toEqual({ kind: 'offline' })
  const withModel = await start({ operators: [OWNER] })
  const answer = await fetch(`${withModel.address}/api/chat/engine`, wallet(OWNER))
  expect(await answer.json()).toEqual({ kind: 'provider', model: 'gpt-4-turbo-preview', payer: 'place' })
})

test('what a model thinks is no part of its reply, and one that only thinks leaves the empty reply of the specification', async () => {
  const { ask, model } = await start()
  model.next({ name: 'words', words: ['<think>', 'secret', '</think>', '\n\nHello', '.'] })
  expect(wordsOf(await Array.fromAsync(eventsOf(await ask({ message: 'Hello?' }))))).toBe('Hello.')
  model.next({ name: 'words', words: ['<think>secret'], finish: 'length' })
  const events = await Array.fromAsync(eventsOf(await ask({ message: 'Hello?' })))
  expect(wordsOf(events)).toBe("I apologize, but I couldn't generate a response.")
  expect(events.at(-1)).toEqual({ type: 'finished', reason: 'length' })
})

test('a model that refuses a parameter by name answers all the same', async () => {
  const { ask, model } = await start()
  model.choose((body) =>
    'max_tokens' in (body as object)
      ? { name: 'error', status: 400, message: "Unsupported parameter: 'max_tokens' is not supported." }
      : undefined,
  )
  expect(wordsOf(await Array.fromAsync(eventsOf(await ask({ message: 'Hello?' }))))).toBe(
    'Hello from the scripted model.',
  )
})

test('without a model the offline engine answers, and says who it is', async () => {
  const { ask } = await start({ offline: true })
  const events = await Array.fromAsync(eventsOf(await ask({ agentId: NOVA_ID, message: 'thanks' })))
  expect(events[0]).toMatchObject({ type: 'started', engine: { kind: 'offline' } })
  expect(wordsOf(events)).not.toBe('')
  expect(events.at(-1)).toEqual({ type: 'finished', reason: 'stop' })
})

test('replies are counted by how they ended, with their words', async () => {
  const { ask, metrics, model } = await start()
  for (const scenario of ['words', 'length', 'error-400'] as const) {
    model.next(scenario)
    await (await ask({ message: 'Hi' })).text()
  }
  const text = await metrics.registry.metrics()
  expect(text).toContain('bionic_replies_started_total 3')
  expect(text).toContain('bionic_replies_ended_total{end="finished"} 2')
  expect(text).toContain('bionic_replies_ended_total{end="failed"} 1')
  expect(text).toContain('bionic_reply_words_total 10')
  expect(text).toContain('bionic_reply_first_words_seconds_count 2')
})
