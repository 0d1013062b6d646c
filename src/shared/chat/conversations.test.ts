import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { limits } from '../common/limits.ts'
import { questionTextSchema } from './chat.ts'
import {
  askSchema,
  conversationChangesSchema,
  exportQuerySchema,
  followQuerySchema,
  forkSchema,
  titleOf,
} from './conversations.ts'

test.each([
  ['What is light?', 'What is light?'],
  ['  What\t is \u00a0 light?  ', 'What is light?'],
  ['First line\nsecond line', 'First line'],
  ['First line\r\nsecond line', 'First line'],
  ['First line\u2028second line', 'First line'],
  ['\u200b\n \nSecond line', 'Second line'],
  ['Turned\u202e around', 'Turned around'],
])('a title is the first line of a question, without needless space: %j', (question, title) => {
  expect(titleOf(question)).toBe(title)
})

test('a long title is cut between words, and where there is none, between characters', () => {
  const long = titleOf('A question that goes on and on about many things that nobody asked about')
  expect(long).toBe('A question that goes on and on about many things that…')
  expect(titleOf('x'.repeat(100))).toBe(`${'x'.repeat(60)}…`)
  expect(titleOf(`${'x'.repeat(59)}👋 and more`)).toBe(`${'x'.repeat(59)}…`)
})

test('whatever can be asked makes a title that a person could have given', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\t', '\u0085', '\u200b', '\u202e', '\u2028', '👋'),
      maxLength: 200,
    }),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const question = questionTextSchema.safeParse(text)
      fc.pre(question.success)
      const title = titleOf(question.data ?? '')
      expect(conversationChangesSchema.parse({ title })).toEqual({ title })
    }),
    { numRuns: 2_000 },
  )
})

const [one, two, three] = [
  '0b9d5a5e-3e63-4a35-9a5e-6f6a1f3a1c11',
  '3f2b0f5c-6c7e-4a57-8a5d-0d5b8f0f9a22',
  '9b0f4fb0-4f5c-4a5b-8f5e-2f8f5f0f9a33',
]
const ask = { replyId: one, agentId: two, question: { id: three, parentId: null, content: 'Hello' } }

test('what is asked is a question with its place, or one that is there', () => {
  expect(askSchema.parse(ask)).toEqual(ask)
  expect(askSchema.parse({ ...ask, question: { id: three } }).question).toEqual({ id: three })
  expect(
    askSchema.parse({ ...ask, question: { ...ask.question, content: ' Hi \n' } }).question,
  ).toMatchObject({
    content: 'Hi',
  })
})

test.each([
  ['without a reply id', { ...ask, replyId: undefined }],
  ['with an id that is no UUID', { ...ask, replyId: '1' }],
  ['with an owner', { ...ask, owner: 'me' }],
  ['without a parent', { ...ask, question: { id: three, content: 'Hello' } }],
  ['with a parent that is no UUID', { ...ask, question: { ...ask.question, parentId: 'root' } }],
  ['with a role', { ...ask, question: { ...ask.question, role: 'assistant' } }],
  ['of white space', { ...ask, question: { ...ask.question, content: ' \n ' } }],
  [
    'that is too long',
    { ...ask, question: { ...ask.question, content: 'x'.repeat(limits.chatMessage + 1) } },
  ],
  ['with a NUL', { ...ask, question: { ...ask.question, content: 'a\0' } }],
  ['with half a character', { ...ask, question: { ...ask.question, content: '\ud83d' } }],
])('a question %s is not one', (_, body) => {
  expect(askSchema.safeParse(body).success).toBe(false)
})

test('what is known of a reply is a whole number of units, or nothing', () => {
  expect(followQuerySchema.parse({ after: '12' })).toEqual({ after: 12 })
  expect(followQuerySchema.parse({})).toEqual({})
  for (const after of ['', '-1', '1.5', '1e3', '0x1', ' 1', '1234567890', ['1', '2'], 'NaN'])
    expect(followQuerySchema.safeParse({ after }).success).toBe(false)
})

test.each([
  [{}],
  [{ title: '' }],
  [{ title: ' \u200b ' }],
  [{ title: 'a\nb' }],
  [{ title: 'a\u202eb' }],
  [{ title: 'a\0b' }],
  [{ title: '\ud800' }],
  [{ title: 'x'.repeat(limits.conversationTitle + 1) }],
  [{ title: null }],
  [{ activeLeaf: null }],
  [{ activeLeaf: 'newest' }],
  [{ owner: 'me' }],
  [{ title: 'A title', deletedAt: null }],
])('a conversation is not changed to %j', (changes) => {
  expect(conversationChangesSchema.safeParse(changes).success).toBe(false)
})

test('a title, a leaf, or both can be changed', () => {
  expect(conversationChangesSchema.parse({ title: '  Light ' })).toEqual({ title: 'Light' })
  expect(conversationChangesSchema.parse({ activeLeaf: one })).toEqual({ activeLeaf: one })
  expect(
    conversationChangesSchema.parse({ title: 'x'.repeat(limits.conversationTitle), activeLeaf: one }),
  ).toBeDefined()
})

test('a fork needs both ids, and an export its format', () => {
  expect(forkSchema.safeParse({ id: one, messageId: two }).success).toBe(true)
  expect(forkSchema.safeParse({ id: one }).success).toBe(false)
  expect(forkSchema.safeParse({ id: one, messageId: two, owner: 'me' }).success).toBe(false)
  for (const format of [undefined, '', 'pdf', 'JSON', ['json']])
    expect(exportQuerySchema.safeParse({ format }).success).toBe(false)
})
