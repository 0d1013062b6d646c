import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { composeAnswer } from './compose-answer.ts'
import { createOfflineEngine } from './offline.ts'
import type { ModelMessage } from './provider.ts'
import { countShared, related, subjects } from './subjects.ts'

const nova = {
  name: 'Nova',
  description: 'A patient physics teacher',
  personality: 'You are Nova.',
  capabilities: ['Tutorial Writing', 'Testing Strategy'],
  knowledgeDomains: ['Physics', 'Quantum Computing'],
}

function conversation(...said: string[]): ModelMessage[] {
  return [
    { role: 'system', content: 'You are Nova.' },
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'You are Nova. I specialize in Physics, Quantum Computing' },
    ...said.map((content) => ({ role: 'user' as const, content })),
  ]
}
const answer = (...said: string[]) => composeAnswer(nova, conversation(...said))

test('the same conversation gets the same answer, another text another', () => {
  expect(answer('How do qubits decohere?')).toBe(answer('How do qubits decohere?'))
  const texts = [
    'How do qubits decohere?',
    'Plan my week',
    'hello',
    'who are you?',
    'Is Rust or Go better?',
    'thanks',
  ]
  expect(new Set(texts.map((text) => answer(text))).size).toBe(texts.length)
})

test('the answer takes up the words of the person and the field of the agent that bears on them', () => {
  const text = answer('How do I debug a quantum circuit?')
  expect(text).toContain('quantum circuit')
  expect(text).toContain('Quantum Computing')
})

test('it says what the agent is, can and knows', () => {
  expect(answer('Who are you?')).toContain('I am Nova. A patient physics teacher.')
  expect(answer('What can you do?')).toContain('- Testing Strategy')
  expect(answer('What do you know?')).toContain('- Physics')
})

test('an earlier text about the same subject is remembered', () => {
  expect(answer('My telescope is blurry', 'It rains', 'Which lens for a telescope?')).toContain(
    'My telescope is blurry',
  )
})

test.each(['Are you a real model?', 'which LLM is this', 'Are you offline?'])(
  'asked %j, it says what it is',
  (text) => {
    expect(answer(text)).toMatch(/offline engine, not a language model/)
    expect(answer(text)).toContain('OPENAI_API_KEY')
  },
)

test('whatever is asked of whatever agent, there is an answer', () => {
  const list = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), list, list, (text, capabilities, knowledgeDomains) => {
      const agent = { ...nova, capabilities, knowledgeDomains }
      expect(composeAnswer(agent, conversation(text)).trim()).not.toBe('')
    }),
  )
})

test('among many it answers the newest words alone, without what stands around them', () => {
  const messages = conversation('Bob: What can you do?', 'GmaD..AEGB: @Nova, hello')
  const said = composeAnswer(nova, messages, 'hello')
  expect(said).toContain('Nova')
  expect(said).not.toMatch(/GmaD|Bob/)
})

test('the words that are streamed make up the answer, then it ends', async () => {
  const request = { agent: nova, messages: conversation('What can you do?') }
  const events = await collect(createOfflineEngine({ pauseMs: 0 })(request, new AbortController().signal))
  expect(events.length).toBeGreaterThan(10)
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  expect(events.map((event) => (event.type === 'words' ? event.text : '')).join('')).toBe(
    answer('What can you do?'),
  )
})

test('an abort ends it in the middle of a pause', async () => {
  const abort = new AbortController()
  const engine = createOfflineEngine({ pauseMs: 1_000_000 })
  const events = collect(engine({ agent: nova, messages: conversation('hello') }, abort.signal))
  abort.abort()
  expect(await events).toEqual([])
})

test('subjects are the phrases that carry the meaning', () => {
  expect(subjects('How do I learn quantum tunnelling, and what is a web server in Node.js?')).toEqual([
    'quantum tunnelling',
    'web server',
    'Node.js',
  ])
  expect(subjects('what is it?')).toEqual([])
  expect(related('unit tests', 'Testing Strategy')).toBe(true)
  expect(related('unit tests', 'Physics')).toBe(false)
  expect(countShared('Write unit tests, and test the web server', 'Testing of servers')).toBe(2)
  expect(countShared('Write unit tests', 'Physics')).toBe(0)
})
