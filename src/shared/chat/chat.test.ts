import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHAT_BODY_BYTES, limits } from '../common/limits.ts'
import { type ChatTurn, chatRequestSchema, FAILED_REPLY, type ReplyEvent, replyEventSchema } from './chat.ts'
import { turnsToSend } from './message-tree.ts'
import { isEnd } from './messages.ts'

test('a reply is over with its one end, whichever that is, and not before', () => {
  const engine = { kind: 'offline' } as const
  const events: ReplyEvent[] = [
    { type: 'started', requestId: 'r', engine, forgotten: 0 },
    { type: 'words', at: 0, text: 'a' },
    { type: 'finished', reason: 'stop' },
    { type: 'stopped' },
    { type: 'interrupted' },
    { type: 'failed', message: FAILED_REPLY, requestId: 'r' },
  ]
  for (const event of events) expect(replyEventSchema.parse(event)).toEqual(event)
  expect(events.filter(isEnd).map(({ type }) => type)).toEqual([
    'finished',
    'stopped',
    'interrupted',
    'failed',
  ])
})

test.each([
  ['no message', {}],
  ['a message of white space', { message: ' \n\t ' }],
  ['a message that nobody sees', { message: '\u200b' }],
  ['a message that is no text', { message: ['hi'] }],
  ['a message that is too long', { message: 'x'.repeat(limits.chatMessage + 1) }],
  ['a message with a NUL', { message: 'a\0b' }],
  ['a message with half a character', { message: 'a\ud83d' }],
  ['a message with half a character before another', { message: '\udc4ba' }],
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
