import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { questionsWithoutModel } from '../../../shared/agents/first-questions.ts'
import { sampleAgents } from '../../domain/agents/samples.ts'
import { defaultAgent } from '../../domain/chat/default-agent.ts'
import type { ModelMessage } from '../provider.ts'
import { composeAnswer, composeTurn } from './compose-answer.ts'
import { createOfflineEngine } from './offline.ts'

const nova = anAnsweringAgent({
  name: 'Nova',
  description: 'A patient physics teacher',
  personality: 'You are Nova.\nYou like short words.',
  capabilities: ['Tutorial Writing', 'Testing Strategy'],
  knowledgeDomains: ['Physics', 'Quantum Computing'],
})

function conversation(...said: string[]): ModelMessage[] {
  return [
    { role: 'system', content: 'You are Nova.' },
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'You are Nova. I specialize in Physics, Quantum Computing' },
    ...said.map((content) => ({ role: 'user' as const, content })),
  ]
}
const answer = (...said: string[]) => composeAnswer(nova, conversation(...said))
const NO_ANSWER = /^No AI model is connected here, so I can’t answer that\. /

test.each<[string, readonly string[]]>([
  [
    'I’m Nova. My maker describes me like this:\n\n> A patient physics teacher',
    [
      'Who are you?',
      'hello',
      'Introduce yourself!',
      'Wer bist du?',
      'Hola!',
      '¿Quién eres?',
      '你是谁？',
      'Кто ты?',
      'Qui es-tu ?',
      '안녕하세요',
      'あなたは誰ですか',
      'नमस्ते',
      'WHAT ARE YOU',
    ],
  ],
  [
    '- Testing Strategy',
    [
      'What can you do?',
      'Was kannst du?',
      '¿Qué puedes hacer?',
      'Что ты умеешь?',
      '你能做什么？',
      'Que peux-tu faire ?',
      'your capabilities?',
    ],
  ],
  [
    '- Physics',
    ['What do you know?', 'Was weißt du?', '¿Qué sabes?', 'Что ты знаешь?', '你知道什么', 'Your expertise?'],
  ],
  [
    '> You like short words.',
    ['How do you speak?', 'Wie sprichst du?', '¿Cómo hablas?', '你的性格', 'What is your personality?'],
  ],
  [
    'not a model',
    [
      'Are you a real model?',
      'which LLM is this',
      'Are you offline?',
      'Welches Modell ist das?',
      '你是什么模型？',
    ],
  ],
])('what the agent’s fields answer is answered from them: %j', (told, questions) => {
  for (const question of questions)
    expect([question, answer(question)]).toEqual([question, expect.stringContaining(told)])
})

test.each([defaultAgent, ...sampleAgents])(
  '$name introduces itself in its maker’s words, and answers every question that is suggested',
  (agent) => {
    const ask = (question: string) => composeAnswer(agent, conversation(question))
    expect(ask('hello')).toContain(agent.description)
    expect(ask('hello')).toMatch(new RegExp(`^I’m ${agent.name}\\.`))
    expect(ask('hello')).toContain('No AI model is connected here')
    const first = questionsWithoutModel({ ...agent, documents: 0 })
    expect(first).toHaveLength(3)
    const others = questionsWithoutModel({ ...agent, documents: 0 }, first)
    const answered = [...first, ...others].map(ask)
    for (const one of answered) expect(one).not.toMatch(/can’t answer that|Nothing was written|undefined/)
    expect(new Set(answered).size).toBe(answered.length)
  },
)

test('an agent names the documents that the person may see, and else only says that it has some', () => {
  const asked = conversation('Which documents do you have?')
  expect(questionsWithoutModel({ ...nova, documents: 2 })).toContain('Which documents do you have?')
  const told = (ownDocuments: { count: number; names: string[] } | null) =>
    composeAnswer({ ...nova, ownDocuments }, asked)
  expect(told({ count: 7, names: ['A [1] *draft*.pdf', 'Tides.md'] })).toContain(
    '- A \\[1\\] \\*draft\\*.pdf\n- Tides.md\n- and 5 more',
  )
  expect(told({ count: 7, names: [] })).toMatch(/^I have 7 documents, and only my maker sees the list\./)
  expect(told(null)).toBe('I have no documents.')
})

test('nothing is suggested to ask that nothing was written about', () => {
  const bare = anAnsweringAgent({
    name: 'Bare',
    description: '',
    personality: ' ',
    capabilities: [],
    knowledgeDomains: [],
  })
  expect(questionsWithoutModel({ ...bare, documents: 0 })).toEqual(['Who are you?'])
  expect(composeAnswer(bare, conversation('hello'))).toBe(
    'I’m Bare.\n\nNo AI model is connected here, so I can only introduce myself.',
  )
})

test.each([
  'What is 2+2?',
  'What documents do I need for a passport?',
  'Do you have documents about tides?',
  'what about 2+2 must not change',
  'How do I debug a quantum circuit?',
  'Plan my week',
  'Is Rust or Go better?',
  'What do you know about Physics?',
  'Warum ist der Himmel blau?',
  '天空为什么是蓝色的？',
  'thanks',
  '?',
  '',
  'Hello, could you please tell me why the sky is blue?',
  `Who are you? ${'And then there is the matter of the sky. '.repeat(5)}`,
])('of anything else it says that no model is connected, and makes nothing up: %j', (question) => {
  expect(answer(question)).toMatch(NO_ANSWER)
  expect(answer(question)).toBe(answer('What is light?'))
})

test('it tells nobody what only the operator can do', () => {
  for (const question of ['Which model is this?', 'hello', 'What is light?', 'How do I set a model?'])
    expect(answer(question)).not.toMatch(/OPENAI|environment|restart|start the server/i)
})

test('a turn and a synthesis of a swarm are marked as forms, short enough for the fewest words', async () => {
  for (const turn of ['turn', 'synthesis'] as const) {
    const request = { agent: nova, messages: conversation('Task: hello'), said: 'hello', turn }
    const events = await Array.fromAsync(
      createOfflineEngine({ pauseMs: 0 })(request, new AbortController().signal),
    )
    const text = events.map((event) => (event.type === 'words' ? event.text : '')).join('')
    expect(text).toMatch(/^\*A form without a model\.\*.* No model is connected/)
    expect(text.split(/\s+/).length).toBeLessThan(50)
  }
  expect(composeTurn({ ...nova, capabilities: [] }, 'turn')).toMatch(/it can’t\.$/)
})

test('whatever is asked of whatever agent, there is an answer', () => {
  const list = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 })
  const question = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('hello', 'What can you do?', 'what do you know'),
  )
  fc.assert(
    fc.property(question, list, list, fc.string(), (text, capabilities, knowledgeDomains, personality) => {
      const agent = { ...nova, capabilities, knowledgeDomains, personality }
      expect(composeAnswer(agent, conversation(text)).trim()).not.toBe('')
    }),
  )
})

test('among many it answers the newest words alone, without what stands around them', () => {
  const messages = conversation('"Bob": What can you do?', '"GmaD..AEGB": @Nova, hello')
  const said = composeAnswer(nova, messages, 'hello')
  expect(said).toContain('I’m Nova')
  expect(said).not.toMatch(/GmaD|Bob/)
})

test('the words that are streamed make up the answer, then it ends', async () => {
  const request = { agent: nova, messages: conversation('What can you do?') }
  const events = await Array.fromAsync(
    createOfflineEngine({ pauseMs: 0 })(request, new AbortController().signal),
  )
  expect(events.length).toBeGreaterThan(10)
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  expect(events.map((event) => (event.type === 'words' ? event.text : '')).join('')).toBe(
    answer('What can you do?'),
  )
})

test('an abort ends it in the middle of a pause', async () => {
  const abort = new AbortController()
  const engine = createOfflineEngine({ pauseMs: 1_000_000 })
  const events = Array.fromAsync(engine({ agent: nova, messages: conversation('hello') }, abort.signal))
  abort.abort()
  expect(await events).toEqual([])
})
