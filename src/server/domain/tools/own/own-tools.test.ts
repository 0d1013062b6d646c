import { expect, test } from 'vitest'
import { anAsker, callTool } from '../../../../../test/call-tool.ts'
import { ownToolWords } from '../../../../shared/tools/own-tool-words.ts'
import { ownTools, toolLimits } from '../../../../shared/tools/tool-states.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { digestOf } from '../digests.ts'
import type { Tool } from '../tool.ts'
import { askPerson } from './ask-person.ts'
import { calculator } from './calculator.ts'
import { OwnTools } from './own-tools.ts'
import { createTime } from './time.ts'

const webPage: Tool = { ...calculator, name: 'web_page' }
const source = new OwnTools({
  db: {} as Db,
  findPassages: async () => [],
  clock: () => new Date(0),
  network: {
    web_page: () => webPage,
    ask_agent: ({ depth }) => (depth < 2 ? { ...webPage, name: 'ask_agent' } : null),
  },
})
const named = async (given: Parameters<typeof anAsker>[0]) =>
  (await source.list(anAsker(given))).map(({ name }) => name)

test('an agent has the tools that its owner chose, in one order however they were chosen', async () => {
  const all = { own: [...ownTools].reverse(), servers: [] }
  const everything = ['time', 'calculator', 'documents', 'web_page', 'ask_person', 'ask_agent']
  expect(await named({ tools: all })).toEqual(everything)
  expect(await named({ tools: { own: ['calculator', 'time'], servers: [] } })).toEqual(['time', 'calculator'])
  expect(await named({ tools: { own: [], servers: [] } })).toEqual([])
  expect(await named({ tools: null })).toEqual([])
  expect(await named({ tools: all, depth: 2 })).not.toContain('ask_agent')
})

test('where nothing is kept or nobody is signed in, nobody is asked; a draft that is not stored has no documents', async () => {
  const tools = { own: [...ownTools], servers: [] }
  expect(await named({ tools, place: null, agentId: null })).toEqual([
    'time',
    'calculator',
    'web_page',
    'ask_agent',
  ])
  expect(await named({ tools, wallet: null })).toEqual([
    'time',
    'calculator',
    'documents',
    'web_page',
    'ask_agent',
  ])
})

test('a tool is the same for everybody, down to its pin, and its arguments are described as they are read', async () => {
  const tools = { own: [...ownTools], servers: [] }
  const [mine, theirs] = [
    await source.list(anAsker({ tools })),
    await source.list(anAsker({ tools, wallet: 'other' })),
  ]
  expect(theirs.map(({ pin }) => pin)).toEqual(mine.map(({ pin }) => pin))
  for (const tool of [
    ...mine.filter(({ name }) => name in { documents: 1 }),
    createTime(() => new Date()),
    calculator,
    askPerson,
  ]) {
    const { name, title, description, parameters, pin } = tool
    expect(pin).toBe(digestOf({ name, title, description, parameters }))
    expect(title).toBe(ownToolWords[name as keyof typeof ownToolWords].name)
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false })
    const required = parameters.required as string[]
    const outcome = await callTool(tool, {})
    expect(outcome).toMatchObject({ kind: 'failed', why: expect.stringContaining(`“${required[0]}”`) })
  }
})

test.each<[string, unknown, string]>([
  ['2 + 2', undefined, '2 + 2 = 4'],
  [
    '1/3',
    undefined,
    '1/3 = 1/3 (0.3333333333333333333333333333333333333333 as a decimal, rounded to 40 significant digits, since it does not end)',
  ],
  [
    'sqrt(2)',
    undefined,
    'sqrt(2) ≈ 1.41421356237309504880168872420969807857 (rounded to 40 significant digits, all of them certain)',
  ],
])('the calculator answers %s with the whole truth', async (expression, _, text) => {
  expect(await callTool(calculator, { expression })).toEqual({ kind: 'done', text })
})

test('a result of thousands of digits is told whole, and fits what a model reads', async () => {
  const outcome = await callTool(calculator, { expression: '2^33000' })
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
  expect(outcome.text).toBe(`2^33000 = ${2n ** 33_000n}`)
  expect(outcome.text.length).toBeLessThan(toolLimits.resultCharacters)
})

test('what the calculator can’t do is told in a sentence, whatever was sent', async () => {
  for (const expression of [
    undefined,
    7,
    null,
    ['1'],
    { toString: 1 },
    '',
    '10^10^10',
    '9'.repeat(1_000_000),
    '1/0',
    'rm -rf /',
  ])
    expect(await callTool(calculator, { expression })).toMatchObject({
      kind: 'failed',
      why: expect.stringMatching(/^[A-Z][^\n]{5,600}\.$/),
    })
})

test('a question is put with its choices or for words, and the person’s own words come back', async () => {
  expect(await callTool(askPerson, { question: ' Tea or coffee? ', choices: ['Tea', ' Coffee '] })).toEqual({
    kind: 'input',
    question: { kind: 'choice', text: 'Tea or coffee?', choices: ['Tea', 'Coffee'] },
  })
  const args = { question: 'What for?\u0000' }
  expect(await callTool(askPerson, args)).toEqual({
    kind: 'input',
    question: { kind: 'text', text: 'What for?\ufffd' },
  })
  expect(
    await callTool(askPerson, args, { answer: { action: 'accept', content: { answer: ' For Ida\n' } } }),
  ).toEqual({ kind: 'done', text: 'The person answered: For Ida' })
})

test('who does not want to answer is not taken for somebody who did', async () => {
  const args = { question: 'What for?' }
  expect(
    await callTool(askPerson, args, { answer: { action: 'decline', content: { answer: 'x' } } }),
  ).toEqual({
    kind: 'done',
    text: 'The person does not want to answer this. Go on without the answer.',
  })
  expect(await callTool(askPerson, args, { answer: { action: 'cancel' } })).toEqual({
    kind: 'done',
    text: 'The person closed the question without an answer. Do not ask it again now.',
  })
  for (const content of [undefined, {}, { answer: 7 }, { answer: ' ' }])
    expect(await callTool(askPerson, args, { answer: { action: 'accept', content } })).toMatchObject({
      kind: 'failed',
    })
})

test.each<[Record<string, unknown>, RegExp]>([
  [{ question: '' }, /question is empty/],
  [{ question: 'x'.repeat(1_000_000) }, /at most 2,000 characters/],
  [{ question: 'Which?', choices: ['one'] }, /at least 2 choices/],
  [{ question: 'Which?', choices: Array.from({ length: 13 }, (_, i) => `${i}`) }, /at most 12 choices/],
  [{ question: 'Which?', choices: ['a', 'a '] }, /stands there twice/],
  [{ question: 'Which?', choices: ['a', ''] }, /A choice is empty/],
  [{ question: 'Which?', choices: ['a', 'x'.repeat(201)] }, /at most 200 characters/],
  [{ question: 'Which?', choices: 'a or b' }, /“choices” is a list/],
])('a question that can’t be put is told to the model: %.60j', async (args, why) => {
  expect(await callTool(askPerson, args)).toMatchObject({ kind: 'failed', why: expect.stringMatching(why) })
})
