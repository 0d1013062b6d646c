import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { citedAs } from '../../../../test/mixed-parts.ts'
import type { ModelRequest } from '../provider.ts'
import { askedCalculation } from './asked-calculation.ts'
import { chooseCalls } from './choose-calls.ts'

const takes: Record<string, readonly string[]> = {
  time: ['action', 'zone', 'at', 'to', 'from', 'until'],
  calculator: ['expression'],
  documents: ['query'],
  web_page: ['url'],
  ask_person: ['question', 'choices'],
  remember: ['fact', 'replaces'],
}
const offer = (name: string, keys = takes[name] ?? []) => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) },
  },
})
const everything = { tools: Object.keys(takes).map((name) => offer(name)) }

const agent = anAnsweringAgent({ name: 'Nova' })
const keeper = { ...agent, ownDocuments: { count: 1, names: ['Tides.md'] } }

function chosen(text: string, more: Partial<ModelRequest> = {}) {
  const messages = [{ role: 'user' as const, content: text }]
  return chooseCalls({ agent, messages, offered: everything, ...more }).map(({ name, arguments: args }) => [
    name,
    JSON.parse(args) as unknown,
  ])
}

test.each([
  ["Yes, remember that I'm allergic to nuts.", "I'm allergic to nuts"],
  ['please remember my sister is called Anna. What is 2+2?', 'my sister is called Anna'],
  ['Merk dir bitte nichts', null],
  ['Merk dir, dass ich in Berlin wohne!', 'ich in Berlin wohne'],
  ['Do you remember that I like tea?', null],
  ['Remember the milk', null],
])('%j is to be remembered: %s', (text, fact) => {
  expect(chosen(text).filter(([name]) => name === 'remember')).toEqual(
    fact === null ? [] : [['remember', { fact }]],
  )
})

test.each([
  ['2+2', '2+2'],
  ['What is 2+2?', '2+2'],
  ['what’s 3 * (4 - 1)?', '3 * (4 - 1)'],
  ['Calculate 1,250.40 - 99 please', '1250.40 - 99'],
  ['How much is 20% of 50?', '20/100*50'],
  ['what is 7 divided by 3', '7 / 3'],
  ['What is the square root of 2?', 'sqrt(2)'],
  ['What is 3 squared plus 4 squared?', '3^2 + 4^2'],
  ['I have 3 boxes with 12 * 4 eggs (that is 12 * 4).', '12 * 4'],
  ['my rent is (850 + 120) × 12, is that much?', '(850 + 120) × 12'],
  ['Was ist 17 mod 5?', '17 % 5'],
  ['2^100 =', '2^100'],
  ['max(3, 4) and nothing else', 'max(3, 4)'],
  ['-5 + 3', '-5 + 3'],
  ['what is 10/4', '10/4'],
])('%j is a calculation: %s', (text, expression) => {
  expect(askedCalculation(text)).toBe(expression)
  expect(chosen(text)).toEqual([['calculator', { expression }]])
})

test.each([
  'Do you work 24/7?',
  'My number is 555-1234',
  'pages 3-5 and 7/8',
  'Born on 2001-04-05',
  'version 1.2.3 + fixes',
  'I have 2 cats and 3 dogs',
  'and/or',
  'C++',
  'What is 42?',
  'See chapter 4 - it is long',
  'pi',
  '',
  '+++---',
  '((((',
])('%j is no calculation', (text) => {
  expect(askedCalculation(text)).toBeNull()
  expect(chosen(text)).toEqual([])
})

test.each<[string, object]>([
  ['What time is it?', { action: 'now' }],
  ['what time is it in Tokyo?', { action: 'now', zone: 'Tokyo' }],
  ['What time is it right now in New York, please?', { action: 'now', zone: 'New York' }],
  ["what's the time in Europe/Berlin", { action: 'now', zone: 'Europe/Berlin' }],
  ['Hello! What is the current time in São Paulo?', { action: 'now', zone: 'São Paulo' }],
  ['What day is it today?', { action: 'now' }],
  ['Wie spät ist es in Zürich?', { action: 'now', zone: 'Zürich' }],
  ['¿Qué hora es en Madrid?', { action: 'now', zone: 'Madrid' }],
  [
    'How many days are between 2026-01-01 and 2026-12-24?',
    { action: 'difference', from: '2026-01-01', until: '2026-12-24' },
  ],
])('%j asks for the time', (text, args) => {
  expect(chosen(text)).toEqual([['time', args]])
})

test.each([
  'What is the time complexity of quicksort?',
  'What is the date of the battle of Hastings?',
  'It is time to go in May',
  'From 2026-01-01 it is valid',
])('%j does not ask for the time', (text) => {
  expect(chosen(text)).toEqual([])
})

test('several things that are asked at once are called at once', () => {
  expect(chosen('What time is it in Tokyo and what is 6*7?')).toEqual([
    ['time', { action: 'now', zone: 'Tokyo' }],
    ['calculator', { expression: '6*7' }],
  ])
})

test('documents are searched when somebody wants it, or when the agent has some and nothing was found', () => {
  expect(chosen('Please search your documents for the fog bell.')).toEqual([
    ['documents', { query: 'the fog bell' }],
  ])
  expect(chosen('Look up the fog bell in your notes')).toEqual([['documents', { query: 'the fog bell' }]])
  const question = 'How often does the bell ring?'
  const asked = [['documents', { query: 'How often does the bell ring' }]]
  expect(chosen(question)).toEqual([])
  expect(chosen(question, { agent: keeper })).toEqual(asked)
  expect(chosen(question, { agent: keeper, sources: [citedAs(1)] })).toEqual([])
  for (const about of ['Hello!', 'Who are you?', 'Which documents do you have?', '?!'])
    expect(chosen(about, { agent: keeper })).toEqual([])
  expect(chosen('what is 6*7?', { agent: keeper })).toEqual([['calculator', { expression: '6*7' }]])
})

test('an address that is written is read, without the sentence around it', () => {
  const url = 'https://example.com/a-b/2+2?c=1'
  for (const text of [`Read ${url}.`, `(see ${url})`, `What does “${url}” say?`])
    expect(chosen(text)).toEqual([['web_page', { url }]])
  expect(chosen('Read https://')).toEqual([])
})

test.each<[string, object]>([
  ['Ask me something', { question: 'You wanted to be asked: something' }],
  [
    'Please ask me what I want for dinner: soup, rice or bread?',
    {
      question: 'You wanted to be asked: what I want for dinner: soup, rice or bread',
      choices: ['soup', 'rice', 'bread'],
    },
  ],
  [
    'ask me whether I want tea or coffee',
    { question: 'You wanted to be asked: whether I want tea or coffee', choices: ['tea', 'coffee'] },
  ],
  ['Ask me.', { question: 'What would you like to say?' }],
  ['ask me whether I have 2+2 apples', { question: 'You wanted to be asked: whether I have 2+2 apples' }],
])('%j puts a question, and nothing besides', (text, args) => {
  expect(chosen(text, { agent: keeper })).toEqual([['ask_person', args]])
})

test('it uses what is offered, with the arguments that it takes, and nothing where using is forbidden', () => {
  const sum = 'What is 2+2?'
  expect(chosen(sum, { offered: undefined })).toEqual([])
  expect(chosen(sum, { offered: { tools: [] } })).toEqual([])
  expect(chosen(sum, { offered: { ...everything, choice: 'none' } })).toEqual([])
  expect(chosen(sum, { offered: { tools: [offer('time')] } })).toEqual([])
  expect(chosen(sum, { offered: { tools: [offer('calculator', ['a', 'b'])] } })).toEqual([])
  expect(chosen('see https://example.com', { offered: { tools: [offer('web_page', ['address'])] } })).toEqual(
    [['web_page', { address: 'https://example.com' }]],
  )
  for (const tools of [
    [{}],
    [{ function: null }],
    [{ function: { name: 7 } }],
    [{ function: { name: 'calculator' } }],
  ])
    expect(chosen(sum, { offered: { tools } })).toEqual([])
  expect(chosen(sum, { turn: 'turn' })).toEqual([])
  expect(chosen(sum, { post: { topic: sum, position: 1, instead: '' } })).toEqual([])
})

test('among what others said it goes by the words that are answered alone', () => {
  expect(chosen('"Bob": what is 2+2?\n"Ida": @Nova hello', { said: 'hello' })).toEqual([])
})

test('whatever is written, each tool is called once at most, with arguments that it can read', () => {
  const piece = fc.constantFrom(
    ...[
      'what time is it',
      ' in ',
      'Tokyo',
      '2+2',
      '(',
      ')',
      '%',
      ' of ',
      '50',
      '2026-01-01',
      ' between ',
      '\n',
      '.',
    ],
    ...[
      'https://a.example/x',
      'ask me ',
      'search your documents for ',
      ' or ',
      ',',
      'sqrt(',
      'what is ',
      '\u0000',
      '🙂',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const calls = chosen(pieces.join(''), { agent: keeper })
      expect(new Set(calls.map(([name]) => name)).size).toBe(calls.length)
      for (const [name, args] of calls)
        expect(takes[name as string]).toEqual(expect.arrayContaining(Object.keys(args as object)))
    }),
  )
})

test('a megabyte of signs, words or addresses is no riddle', () => {
  for (const unit of [
    '2+',
    '(',
    'what time is it in ',
    'search for documents ',
    'search ',
    'look up',
    `x${' '.repeat(400_000)}`,
    'ask me, ',
    'https://a ',
    '1,000 ',
    '2026-01-01 days ',
  ]) {
    const calls = chosen(unit.repeat(Math.ceil(1_000_000 / unit.length)), { agent: keeper })
    expect(JSON.stringify(calls).length).toBeLessThan(2_500)
    expect(chosen(unit.repeat(Math.floor(2_000 / unit.length)), { agent: keeper }).length).toBeLessThan(5)
  }
})
