import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  chunk,
  delta,
  type ModelServer,
  type Scenario,
  startModelServer,
} from '../../../e2e/fakes/model-server.ts'
import { createOpenAiProvider } from './openai.ts'
import type { ModelEvent } from './provider.ts'
import { withoutThinking } from './without-thinking.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const request = {
  agent: { name: 'Nova', description: '', personality: '', capabilities: [], knowledgeDomains: [] },
  messages: [{ role: 'user' as const, content: 'What is light?' }],
}
const ended = (...words: string[]): Scenario => ({ name: 'words', words })

async function outcome(events: AsyncIterable<ModelEvent>) {
  let text = ''
  try {
    for await (const event of events) {
      if (event.type === 'end') return { text, end: event.reason }
      text += event.text
    }
    return { text }
  } catch (error) {
    return { text, error: (error as Error).message }
  }
}
/** What a model says to one question after the other. */
function asker(model: string, options: { timeoutMs?: number } = {}) {
  const ask = createOpenAiProvider({ model, baseUrl: server.baseUrl, ...options })
  return (scenario: Scenario) => {
    server.next(scenario)
    return outcome(ask(request, new AbortController().signal))
  }
}

test('a thought is no part of an answer, whichever way it comes', async () => {
  const ask = asker('marked')
  expect(await ask(ended('<thi', 'nk>sec', 'ret</th', 'ink>\n\n', 'Hello', '.'))).toEqual({
    text: 'Hello.',
    end: 'stop',
  })
  const beside = [chunk({ delta: { reasoning_content: 'secret' } }), delta('Hello.'), 'data: [DONE]\n\n']
  expect(await ask({ name: 'raw', pieces: beside })).toEqual({ text: 'Hello.', end: 'stop' })
  expect(await ask(ended('<think>only a thought'))).toEqual({ text: '', end: 'stop' })
})

test('a model that closes what it never opened is known for it from then on', async () => {
  const ask = asker('template')
  const long = 'It is about light. '.repeat(200)
  // Nothing told that the first one was a thought.
  expect((await ask(ended(long, '</think>\n\n', 'Hello.'))).text).toBe(`${long}\n\nHello.`)
  expect((await ask(ended(long, '</think>\n\n', 'Hello.'))).text).toBe('Hello.')
  expect((await ask({ ...ended(long), finish: 'length' } as Scenario)).text).toBe('')
  // Where it does not think, what it said is shown whole, and the next answer as it comes.
  expect((await ask(ended('Hello.'))).text).toBe('Hello.')
  expect((await ask(ended(long, '</think>Hello.'))).text).toBe(`${long}Hello.`)
  const named = asker('deepseek-r1:8b')
  expect((await named(ended(long, '</think>\n\n', 'Hello.'))).text).toBe('Hello.')
})

test('first words of a model that nobody knows come after a moment, later ones at once', async () => {
  async function* events(...words: string[]) {
    for (const text of words) yield { type: 'words' as const, text }
    await new Promise(() => {})
  }
  const about = { unopened: 'unknown' as const }
  const first = withoutThinking(events('Hello', ' there'), about, 20)
  expect(await first.next()).toEqual({ done: false, value: { type: 'words', text: 'Hello there' } })
  expect(about.unopened).toBe('no')
  const later = withoutThinking(events('Hello', ' there'), about, 1_000_000)
  expect(await later.next()).toEqual({ done: false, value: { type: 'words', text: 'Hello' } })
})

test('what was held back when an answer breaks off is said before the error', async () => {
  const said = await asker('breaking')({ name: 'breaks', words: ['Hello', ' there'] })
  expect(said).toEqual({ text: 'Hello there', error: expect.stringMatching(/./) })
})

test('a model that thinks without an end is ended by the time that one may be silent', async () => {
  const ask = asker('endless', { timeoutMs: 400 })
  const n = server.requests.length
  const thoughts = Array.from({ length: 500 }, () => chunk({ delta: { reasoning_content: 'hm' } }))
  expect(await ask({ name: 'raw', pieces: thoughts })).toEqual({
    text: '',
    error: 'The model server fell silent.',
  })
  expect(await server.closed(n)).toBe('cut')
})
