import { afterAll, expect, test } from 'vitest'
import { chunk, delta, type Scenario, startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { createOpenAiProvider } from '../openai.ts'
import { ReasoningSeparator } from './separate-reasoning.ts'

const server = await startModelServer()
afterAll(() => server.close())

const ended = (...words: string[]): Scenario => ({ name: 'words', words })

/** Asks the same model one question after another. */
function asker(model: string, options: { timeoutMs?: number } = {}) {
  const ask = createOpenAiProvider({ model, baseUrl: server.baseUrl, ...options })
  return (scenario: Scenario) => {
    server.next(scenario)
    return modelOutcome(ask(modelRequest, new AbortController().signal))
  }
}

test('a thought is told apart from the answer, whichever way it comes', async () => {
  const ask = asker('marked')
  const answer = { text: 'Hello.', reasoning: 'secret', end: 'stop' }
  expect(await ask(ended('<thi', 'nk>sec', 'ret</th', 'ink>\n\n', 'Hello', '.'))).toEqual(answer)
  for (const field of ['reasoning_content', 'reasoning']) {
    const thoughts = ['sec', 'ret'].map((text) => chunk({ delta: { [field]: text } }))
    expect(await ask({ name: 'raw', pieces: [...thoughts, delta('Hello.'), 'data: [DONE]\n\n'] })).toEqual(
      answer,
    )
  }
  // Some servers send both fields with the same content.
  const both = chunk({ delta: { reasoning_content: 'secret', reasoning: 'secret' } })
  expect(await ask({ name: 'raw', pieces: [both, delta('Hello.'), 'data: [DONE]\n\n'] })).toEqual(answer)
  expect(await ask(ended('<think>only', ' a thought'))).toEqual({
    text: '',
    reasoning: 'only a thought',
    end: 'stop',
  })
})

test('a mark behind the first words that nothing closes, or that is code, is text', async () => {
  const ask = asker('about marks')
  for (const text of ['It writes <think> first.', 'It writes `<think>` and `</think>`.'])
    expect(await ask(ended(...text.split(/(?=k>)/)))).toEqual({ text, end: 'stop' })
})

test('a model that closes what it never opened is known for it from then on', async () => {
  const ask = asker('template')
  const long = 'It is about light. '.repeat(200)
  // Nothing indicated that the first text was reasoning.
  expect((await ask(ended(long, '</think>\n\n', 'Hello.'))).text).toBe(`${long}\n\nHello.`)
  expect((await ask(ended(long, '</think>\n\n', 'Hello.'))).text).toBe('Hello.')
  // What was cut short was still reasoning, and does not prove the opposite.
  expect((await ask({ ...ended(long), finish: 'length' } as Scenario)).text).toBe('')
  expect((await ask(ended(long, '</think>\n\n', 'Hello.'))).text).toBe('Hello.')
  // If the model does not reason, its first answer is shown when it is complete, and the next one as it arrives.
  expect((await ask(ended('Hello.'))).text).toBe('Hello.')
  expect((await ask(ended(long, '</think>Hello.'))).text).toBe(`${long}Hello.`)
  const named = asker('deepseek-r1:8b')
  expect((await named(ended(long, '</think>\n\n', 'Hello.'))).text).toBe('Hello.')
  expect((await named(ended('Hello.'))).text).toBe('Hello.')
  expect((await named(ended(long, '</think>Hello.'))).text).toBe(`${long}Hello.`)
})

test('first words wait for nothing, but those of a model that is known to think unmarked', () => {
  const words = { type: 'words' as const, text: 'Hello' }
  expect(new ReasoningSeparator({ closesUnopened: false }).take(words)).toEqual([words])
  expect(new ReasoningSeparator({ closesUnopened: true }).take(words)).toEqual([])
})

test('what was held back when an answer breaks off is said before the error', async () => {
  const said = await asker('breaking')({ name: 'breaks', words: ['Hello', ' <thi'] })
  expect(said).toEqual({ text: 'Hello <thi', error: expect.any(Error) })
})

test('a model that thinks without an end is ended by the time that one may be silent', async () => {
  const ask = asker('endless', { timeoutMs: 400 })
  const n = server.requests.length
  const thoughts = Array.from({ length: 500 }, () => chunk({ delta: { reasoning_content: 'hm' } }))
  expect(await ask({ name: 'raw', pieces: thoughts })).toEqual({
    text: '',
    reasoning: expect.stringMatching(/^(hm)+$/),
    error: expect.objectContaining({ message: 'The model server fell silent.' }),
  })
  expect(await server.closed(n)).toBe('cut')
})
