import { afterAll, expect, test, vi } from 'vitest'
import { delta, type Scenario, startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { createLog } from '../../base/log.ts'
import { createOpenAiProvider } from '../openai.ts'
import { SAMPLING, type Setting } from '../settings/model-settings.ts'

const server = await startModelServer()
afterAll(() => server.close())

/** Each test uses a new model, of which nothing is known yet. */
let models = 0
function newModel() {
  const model = `model-${models++}`
  const log = createLog('silent')
  const warnings: unknown[][] = []
  vi.spyOn(log, 'warn').mockImplementation((...given: unknown[]) => void warnings.push(given))
  const ask = createOpenAiProvider({ model, baseUrl: server.baseUrl, apiKey: 'test-key-0123456789', log })
  return { model, warnings, ask: () => modelOutcome(ask(modelRequest, new AbortController().signal)) }
}

const refusal = (param: string, status = 400): Scenario => ({
  name: 'error',
  status,
  body: {
    error: {
      message: `Unsupported parameter: '${param}' is not supported with this model.`,
      type: 'invalid_request_error',
      param,
      code: 'unsupported_parameter',
    },
  },
})

/** The server refuses the first of these settings that a request has. */
function refuses(...settings: Setting[]) {
  server.choose((body) => {
    const found = settings.find((setting) => setting in (body as object))
    return found === undefined ? undefined : refusal(found)
  })
}

const bodiesFrom = (n: number) =>
  server.requests.slice(n).map(({ body }) => {
    const { model: _, messages: __, ...settings } = body as Record<string, unknown>
    return settings
  })
const { max_tokens: _words, ...others } = SAMPLING
/** What only models that think ask for by this name covers their thoughts. */
const withRoom = 9_000
const said = { text: 'Hello from the scripted model.', end: 'stop' }

test('the settings of the specification come first, and a refused max_tokens goes by its later name', async () => {
  const n = server.requests.length
  refuses('max_tokens')
  const { ask, warnings, model } = newModel()
  expect(await ask()).toEqual(said)
  expect(bodiesFrom(n)).toEqual([
    { ...SAMPLING, stream: true },
    { ...others, max_completion_tokens: withRoom, stream: true },
  ])
  expect(warnings).toEqual([[{ model, parameter: 'max_tokens' }, expect.any(String)]])
  expect(await ask()).toEqual(said)
  expect(server.requests.length - n).toBe(3)
  expect(warnings).toHaveLength(1)
})

test('a model that refuses all of them, one after another, answers, and the next time at once', async () => {
  const n = server.requests.length
  refuses('max_tokens', 'temperature', 'presence_penalty', 'frequency_penalty')
  const { ask, warnings, model } = newModel()
  expect(await ask()).toEqual(said)
  expect(bodiesFrom(n)).toHaveLength(5)
  expect(bodiesFrom(n).at(-1)).toEqual({ max_completion_tokens: withRoom, stream: true })
  expect(JSON.stringify(warnings)).not.toContain('light')
  expect(warnings).toHaveLength(4)
  expect(await ask()).toEqual(said)
  // What was learned belongs to the model, not to the provider.
  const again = createOpenAiProvider({ model, baseUrl: server.baseUrl })
  expect(await modelOutcome(again(modelRequest, new AbortController().signal))).toEqual(said)
  expect(server.requests.length - n).toBe(7)
})

test('a model that knows neither name of the limit is asked without one, and none is asked more than once for each', async () => {
  const n = server.requests.length
  refuses('max_tokens', 'max_completion_tokens', 'temperature', 'presence_penalty', 'frequency_penalty')
  expect(await newModel().ask()).toEqual(said)
  expect(bodiesFrom(n).at(-1)).toEqual({ stream: true })
  expect(server.requests.length - n).toBe(6)

  server.choose(() => refusal('temperature'))
  const stubborn = newModel()
  expect(await stubborn.ask()).toMatchObject({ text: '', error: { status: 400 } })
  expect(server.requests.length - n).toBe(8)
  // That proved nothing about the model.
  expect(stubborn.warnings).toEqual([])
  server.choose(() => undefined)
  expect(await stubborn.ask()).toEqual(said)
  expect(bodiesFrom(n).at(-1)).toEqual({ ...SAMPLING, stream: true })
})

test.each<[string, Scenario]>([
  ['422', refusal('temperature', 422)],
  [
    '400 in a sentence alone',
    { name: 'error', status: 400, message: "Unsupported value: 'temperature' does not support 0.85." },
  ],
  [
    '422 of a validator, without an error',
    {
      name: 'error',
      status: 422,
      body: { detail: [{ loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted' }] },
    },
  ],
  [
    '400 in a list',
    {
      name: 'error',
      status: 400,
      body: [{ error: { message: 'Unknown name "temperature": Cannot find field.' } }],
    },
  ],
  [
    'error inside a stream that began well',
    {
      name: 'raw',
      pieces: [
        `data: ${JSON.stringify({ error: { message: "'temperature' is not supported", param: 'temperature' } })}\n\n`,
      ],
    },
  ],
  [
    'error in place of a stream',
    {
      name: 'raw',
      contentType: 'application/json; charset=utf-8',
      pieces: [JSON.stringify({ error: { message: "'temperature' is not supported" } })],
    },
  ],
])('a refusal by %s is understood', async (_, scenario) => {
  const n = server.requests.length
  server.choose((body) => ('temperature' in (body as object) ? scenario : undefined))
  const { temperature: _left, ...rest } = SAMPLING
  expect(await newModel().ask()).toEqual(said)
  expect(bodiesFrom(n).slice(1)).toEqual([{ ...rest, stream: true }])
})

test('a model that does not stream is asked for its answer in one piece', async () => {
  const whole = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'All of it.' }, finish_reason: 'stop' }],
  }
  server.choose((body) =>
    'stream' in (body as object)
      ? refusal('stream')
      : { name: 'raw', contentType: 'application/json', pieces: [JSON.stringify(whole)] },
  )
  expect(await newModel().ask()).toEqual({ text: 'All of it.', end: 'stop' })
})

test.each<[string, Scenario, number]>([
  ['another reason', { name: 'error', status: 400, message: 'Invalid message content.' }, 1],
  [
    'the word in another context',
    { name: 'error', status: 400, message: 'Raising the temperature of a reactor is not allowed.' },
    1,
  ],
  ['another status', refusal('temperature', 403), 1],
])('a refusal for %s fails at once', async (_, scenario, requests) => {
  const n = server.requests.length
  server.choose(() => scenario)
  expect((await newModel().ask()).error).toMatchObject({ status: expect.any(Number) })
  expect(server.requests.length - n).toBe(requests)
})

test('an error after the first words is no refusal', async () => {
  const n = server.requests.length
  const error = { error: { message: "'temperature' is not supported", param: 'temperature' } }
  server.choose(() => ({ name: 'raw', pieces: [delta('Hello'), `data: ${JSON.stringify(error)}\n\n`] }))
  expect(await newModel().ask()).toMatchObject({ text: 'Hello', error: { name: 'APIError' } })
  expect(server.requests.length - n).toBe(1)
})

test('of many first requests at once one finds out, and the others wait for it', async () => {
  const n = server.requests.length
  refuses('max_tokens', 'temperature', 'presence_penalty', 'frequency_penalty')
  const { ask, warnings } = newModel()
  const outcomes = await Promise.all(Array.from({ length: 20 }, ask))
  expect(outcomes).toEqual(Array(20).fill(said))
  // Each of 20 requests is refused once, one is refused three more times, and each is answered.
  expect(server.requests.length - n).toBe(20 + 3 + 20)
  expect(warnings).toHaveLength(4)
})

test('whoever waits goes on where the one that was finding out is let go', async () => {
  const n = server.requests.length
  const { model } = newModel()
  server.choose((body) => ('max_tokens' in (body as object) ? refusal('max_tokens') : 'hangs'))
  const ask = createOpenAiProvider({ model, baseUrl: server.baseUrl })
  const first = new AbortController()
  const given = modelOutcome(ask(modelRequest, first.signal))
  await server.request(n + 1)
  const second = modelOutcome(ask(modelRequest, new AbortController().signal))
  await server.request(n + 2)
  server.choose((body) => ('max_tokens' in (body as object) ? refusal('max_tokens') : undefined))
  first.abort()
  expect(await given).toEqual({ text: '' })
  expect(await second).toEqual(said)
})
