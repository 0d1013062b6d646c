import { expect, test } from 'vitest'
import type { Scenario, ScenarioName } from '../../../../../e2e/fakes/model-server.ts'
import { modelRequest } from '../../../../../test/ask-model.ts'
import { freePort } from '../../../../../test/free-port.ts'
import { answerOf, placeModels, scriptedServer } from '../../../../../test/place-models.ts'
import { ModelError } from '../../../llm/model-error.ts'
import type { ModelEvent } from '../../../llm/provider.ts'
import { Circuits } from './circuits.ts'
import { askWithSecondChoice, type Candidate } from './second-choice.ts'

const HELLO = 'Hello from the scripted model.'

/** Two scripted providers, the second of which is asked where the first is busy or fails. */
async function twoProviders(options: Parameters<typeof placeModels>[0] = {}) {
  const [first, second] = [await scriptedServer(), await scriptedServer()]
  const place = placeModels({
    file: {
      standard: 'first/a',
      secondChoice: 'second/b',
      providers: {
        first: { name: 'First', baseUrl: first.baseUrl, models: ['a'] },
        second: { name: 'Second', baseUrl: second.baseUrl, models: ['b'] },
      },
    },
    ...options,
  })
  const { models } = place
  const ask = (request = {}) => answerOf(models.standard().ask, request)
  const stateOf = (id: string) => models.circuits().find(({ provider }) => provider === id)?.state
  return { ...place, first, second, ask, stateOf }
}

const overloaded = { error: { type: 'overloaded_error', message: 'Overloaded' } }

test.each<[string, Scenario | ScenarioName, 'busy' | 'failed']>([
  ['is out of requests', 'error-429', 'busy'],
  ['is overloaded', { name: 'error', status: 529, body: overloaded }, 'busy'],
  [
    'says in its answer that it is overloaded',
    { name: 'raw', pieces: [`data: ${JSON.stringify(overloaded)}\n\n`] },
    'busy',
  ],
  ['fails', 'error-500', 'failed'],
  ['is not available', 'error-503', 'failed'],
  ['breaks off before its first word', { name: 'breaks', words: [] }, 'failed'],
  ['sends what is no answer', { name: 'raw', pieces: ['data: {"choices":[{"del\n\n'] }, 'failed'],
])('where the first %s, the second answers, and the reply says so', async (_, scenario, instead) => {
  const { first, second, ask } = await twoProviders()
  first.use(scenario)
  expect(await ask()).toEqual({ text: HELLO, instead: { provider: 'Second', instead } })
  expect(second.requests.map(({ body }) => (body as { model: string }).model)).toEqual(['b'])
})

test('where nobody answers at the first one’s address, the second answers', async () => {
  const second = await scriptedServer()
  const { models } = placeModels({
    file: {
      standard: 'first/a',
      providers: {
        first: {
          baseUrl: `http://127.0.0.1:${await freePort()}/v1`,
          models: [{ name: 'a', secondChoice: 'second/b' }],
        },
        second: { name: 'Second', baseUrl: second.baseUrl, models: ['b'] },
      },
    },
  })
  expect(await answerOf(models.standard().ask)).toEqual({
    text: HELLO,
    instead: { provider: 'Second', instead: 'failed' },
  })
})

test.each<[string, Scenario, string]>([
  ['a word', { name: 'breaks', words: ['Hel', 'lo'] }, 'Hello'],
  [
    'a thought',
    { name: 'raw', pieces: ['data: {"choices":[{"delta":{"reasoning_content":"Hm"}}]}\n\n'] },
    '',
  ],
])('once the first has said %s, nobody else answers', async (_, scenario, text) => {
  const { first, second, ask } = await twoProviders()
  first.use(scenario)
  expect(await ask()).toEqual({ text, error: 'ModelAnswerBroken' })
  expect(second.requests).toEqual([])
})

test.each<[ScenarioName, string]>([
  ['error-400', 'BadRequestError'],
  ['error-401', 'AuthenticationError'],
  ['error-404', 'NotFoundError'],
])(
  'what is wrong with the request or the key is no reason to ask another one: %s',
  async (scenario, error) => {
    const { first, second, ask, stateOf } = await twoProviders()
    first.use(scenario)
    for (let n = 0; n < 6; n++) expect(await ask()).toEqual({ text: '', error })
    expect([second.requests.length, stateOf('first')]).toEqual([0, 'closed'])
  },
)

test('a provider that says to wait long is not tried again, and not asked until then', async () => {
  let time = 0
  const { first, second, ask, stateOf } = await twoProviders({ now: () => time })
  first.use({ name: 'error', status: 429, headers: { 'retry-after': '30', 'retry-after-ms': '30000' } })
  for (let n = 0; n < 3; n++) expect((await ask()).instead?.instead).toBe('busy')
  expect([first.requests.length, second.requests.length, stateOf('first')]).toEqual([1, 3, 'open'])
  first.use('words')
  time += 30_000
  expect(await ask()).toEqual({ text: HELLO })
  expect(stateOf('first')).toBe('closed')
})

test('after five failures the first is not asked any more, until one question finds that it answers again', async () => {
  let time = 0
  const { first, second, ask, stateOf, models } = await twoProviders({ now: () => time })
  first.use('error-500')
  for (let n = 0; n < 7; n++) await ask()
  const tries = 3
  expect([first.requests.length, second.requests.length, stateOf('first')]).toEqual([5 * tries, 7, 'open'])
  first.use('words')
  time += 15_000
  const together = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(together.every(({ text }) => text === HELLO)).toBe(true)
  expect(together.filter(({ instead }) => instead === undefined)).toHaveLength(1)
  expect(stateOf('first')).toBe('closed')
  expect(models.circuits().find(({ provider }) => provider === 'first')?.opened).toBe(1)
})

test('without a second choice a model is asked however often it failed', async () => {
  const server = await scriptedServer({ scenario: 'error-500' })
  const { models } = placeModels({ env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'test' } })
  for (let n = 0; n < 6; n++)
    expect((await answerOf(models.standard().ask)).error).toBe('InternalServerError')
  expect(models.circuits()).toMatchObject([{ state: 'open' }])
  server.use('words')
  expect((await answerOf(models.standard().ask)).text).toBe(HELLO)
  expect(models.circuits()).toMatchObject([{ state: 'closed' }])
})

test('where both fail, the failure is that of the second', async () => {
  const { first, second, ask } = await twoProviders()
  first.use('error-429')
  second.use('error-401')
  expect(await ask()).toMatchObject({ text: '', error: 'AuthenticationError' })
})

test('a conversation that is too long for the second choice fails as the first one does', async () => {
  const { first, second, ask } = await twoProviders()
  first.use('error-429')
  const long = { messages: [{ role: 'user' as const, content: 'word '.repeat(20_000) }] }
  expect(await ask(long)).toMatchObject({ error: 'RateLimitError' })
  expect(second.requests).toEqual([])
})

test('whoever stops a reply before its first word has nobody else asked, and the circuit learns nothing', async () => {
  const { first, second, models } = await twoProviders()
  first.use('hangs')
  const stop = new AbortController()
  const reply = models.standard().ask(modelRequest, stop.signal)[Symbol.asyncIterator]()
  const next = reply.next().catch(() => ({ done: true }))
  await first.request(0)
  stop.abort()
  expect(await next).toMatchObject({ done: true })
  expect(second.requests).toEqual([])
  expect(models.circuits()).toMatchObject([{ state: 'closed', opened: 0 }])
})

test('what a model says before its first word is passed on if it is this one that answers', async () => {
  const early: ModelEvent[] = [{ type: 'unseen' }, { type: 'answering', model: 'a-2026' }]
  const candidate = (id: string, ...rest: ModelEvent[]): Candidate => ({
    ...{ providerId: id, provider: id, model: id, windowTokens: 8_000 },
    async *ask() {
      yield* early
      yield* rest
      if (rest.length === 0) throw new ModelError('RateLimitError', 'Busy', { status: 429 })
    },
  })
  const said: ModelEvent[] = [
    { type: 'words', text: 'Hi' },
    { type: 'end', reason: 'stop' },
  ]
  const eventsOf = (first: Candidate, second: Candidate) => {
    const choice = { circuits: new Circuits(), first, second: () => second, onInstead: () => {} }
    return Array.fromAsync(askWithSecondChoice(choice)(modelRequest, new AbortController().signal))
  }
  expect(await eventsOf(candidate('first', ...said), candidate('second', ...said))).toEqual([
    { type: 'unseen' },
    { type: 'answering', provider: 'first', model: 'a-2026' },
    ...said,
  ])
  expect(await eventsOf(candidate('first'), candidate('second', ...said))).toEqual([
    { type: 'answering', provider: 'second', model: 'second', instead: 'busy' },
    { type: 'unseen' },
    { type: 'answering', provider: 'second', model: 'a-2026', instead: 'busy' },
    ...said,
  ])
})
