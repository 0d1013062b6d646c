import { expect, test } from 'vitest'
import { newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { isBrokenOff, isPending, isUnanswered, maySend, type Turn } from './conversation.ts'

const place = { parentId: null, number: 1, createdAt: '2026-11-21T14:02:00.000Z' }
const reply = (more: Partial<Reply>): Reply => ({ ...newReply({ ...place, id: 'r' }), ...more })
const only = { index: 0, ids: ['x'] }
const turn = (of: Reply | null): Turn => ({
  question: { ...place, id: 'q', content: 'Why?', role: 'user' },
  reply: of,
  questions: only,
  replies: only,
  failure: null,
})

// §5.29
test.each([
  ['blank', ' \n\t\u00A0'],
  ['empty', ''],
  ['over the limit', 'x'.repeat(limits.chatMessage + 1)],
])('a message that is %s may not be sent', (_, text) => {
  expect(maySend({ pending: null }, text)).toBe(false)
})

// §5.30
test('a message of exactly the limit may be sent, and nothing while a reply is pending', () => {
  const text = `${'x'.repeat(limits.chatMessage)}  `
  expect(maySend({ pending: null }, text)).toBe(true)
  expect(maySend({ pending: reply({}) }, 'Hi')).toBe(false)
})

test.each<[string, Reply | null, boolean]>([
  ['no reply', null, true],
  ['a running reply', reply({}), false],
  ['a finished reply', reply({ state: 'finished', content: 'So.' }), false],
  ['a reply stopped without a word', reply({ state: 'stopped', content: ' \n' }), true],
  ['a reply stopped in its words', reply({ state: 'stopped', content: 'Be' }), false],
  ['a reply that failed without a word', reply({ state: 'failed' }), true],
  ['an interrupted reply without a word', reply({ state: 'interrupted' }), true],
  ['a reply that failed in its words', reply({ state: 'failed', content: 'Be' }), false],
  ['a reply interrupted in its words', reply({ state: 'interrupted', content: 'Be' }), false],
])('whether a question with %s is unanswered', (_, of, unanswered) => {
  expect(isUnanswered(turn(of))).toBe(unanswered)
})

test('a reply breaks off in its words exactly if nobody stopped it', () => {
  const cut = (state: Reply['state'], content: string) => isBrokenOff(turn(reply({ state, content })))
  expect(cut('failed', 'Be')).toBe(true)
  expect(cut('interrupted', 'Be')).toBe(true)
  expect(cut('stopped', 'Be')).toBe(false)
  expect(cut('failed', ' ')).toBe(false)
  expect(cut('finished', 'So.')).toBe(false)
})

// §4.32
test('a reply is pending exactly while it runs', () => {
  expect([null, reply({}), reply({ state: 'stopped' })].map(isPending)).toEqual([false, true, false])
})
