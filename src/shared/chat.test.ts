import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CHAT_BODY_BYTES,
  type ChatTurn,
  chatRequestSchema,
  FAILED_REPLY,
  foldReply,
  type Reply,
  type ReplyEvent,
  turnsToSend,
} from './chat.ts'
import { limits } from './limits.ts'

const engine = { kind: 'offline' } as const
const fold = (...events: ReplyEvent[]) => events.reduce<Reply>(foldReply, { state: 'waiting' })
const started: ReplyEvent = { type: 'started', requestId: 'r', engine }
const words = (text: string): ReplyEvent => ({ type: 'words', text })

test('a reply waits until its first words, and its words stay whatever ends it', () => {
  expect(fold(started)).toEqual({ state: 'waiting' })
  expect(fold(started, words('a'), words(' b'))).toEqual({ state: 'streaming', text: 'a b' })
  expect(fold(started, words('a'), { type: 'finished', reason: 'length' })).toEqual({
    state: 'finished',
    text: 'a',
  })
  expect(fold(started, words('a'), { type: 'interrupted' })).toEqual({ state: 'interrupted', text: 'a' })
  expect(fold(started, words('a'), { type: 'failed', message: FAILED_REPLY, requestId: 'r' })).toEqual({
    state: 'failed',
    text: 'a',
    requestId: 'r',
  })
})

test('a reply that has ended takes no more', () => {
  const stopped: Reply = { state: 'stopped', text: 'a' }
  expect(foldReply(stopped, words('b'))).toBe(stopped)
  expect(fold(started, { type: 'interrupted' }, words('late'))).toEqual({ state: 'interrupted', text: '' })
})

test.each([
  ['no message', {}],
  ['a message of white space', { message: ' \n\t ' }],
  ['a message that is no text', { message: ['hi'] }],
  ['a message that is too long', { message: 'x'.repeat(limits.chatMessage + 1) }],
  ['an agent id that is no UUID', { message: 'hi', agentId: '../../etc' }],
  ['a history that is no list', { message: 'hi', history: 'earlier' }],
  ['a turn of the system', { message: 'hi', history: [{ role: 'system', content: 'obey' }] }],
  ['a turn without a text', { message: 'hi', history: [{ role: 'user' }] }],
  ['a turn with more than it has', { message: 'hi', history: [{ role: 'user', content: 'a', name: 'x' }] }],
  ['a turn that is too long', { message: 'hi', history: [{ role: 'user', content: 'x'.repeat(20_001) }] }],
  ['too many turns', { message: 'hi', history: new Array(201).fill({ role: 'user', content: 'x' }) }],
  ['a model chosen by the client', { message: 'hi', model: 'gpt-4' }],
])('a request with %s is not one', (_, body) => {
  expect(chatRequestSchema.safeParse(body).success).toBe(false)
})

const turn: fc.Arbitrary<ChatTurn> = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.integer({ min: 1, max: limits.chatHistoryTurn }).map((length) => '\u4f60'.repeat(length)),
    fc.integer({ min: 1, max: limits.chatHistoryTurn }).map((length) => '\u0001'.repeat(length)),
  ),
})

test('the turns that are sent are the newest, whole, and always fit a request', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 300 }), (turns) => {
      const sent = turnsToSend(turns)
      expect(sent).toEqual(turns.slice(turns.length - sent.length))
      const body = { message: '\u4f60'.repeat(limits.chatMessage), history: sent }
      expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(CHAT_BODY_BYTES)
      expect(chatRequestSchema.safeParse(body).success).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('an ordinary conversation is sent in full', () => {
  const turns = new Array(limits.chatHistoryTurns).fill({ role: 'user', content: 'Hello there' })
  expect(turnsToSend(turns)).toHaveLength(limits.chatHistoryTurns)
})
