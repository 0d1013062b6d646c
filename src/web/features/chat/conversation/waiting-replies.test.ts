import { expect, test } from 'vitest'
import { toolPart, waitingFor } from '../../../../../test/tool-part.ts'
import { type Message, newReply, type Question, type Reply } from '../../../../shared/chat/messages.ts'
import { type ConversationState, messageOf, nothingSaid } from './conversation-state.ts'
import { callDecided, goingOn } from './decided-replies.ts'
import { mergeStored } from './merge-stored.ts'
import { canGoOn } from './waiting-replies.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const question: Question = {
  id: 'q',
  parentId: null,
  number: 1,
  content: 'Send it.',
  createdAt,
  role: 'user',
}
const call = toolPart(waitingFor('acts'), { revision: 2 })
const reply = (state: Reply['state'], part = call): Reply => ({
  ...newReply({ id: 'r', parentId: 'q', number: 2, createdAt }),
  parts: [part],
  state,
})
const stored = (message: Message) => ({ messages: [question, message], activeLeaf: 'r' })
const waiting = mergeStored(nothingSaid, stored(reply('waiting')))
const shown = (state: ConversationState) => {
  const { state: is, parts = [] } = messageOf(state, 'r') as Reply
  return [is, ...parts.map((part) => (part.kind === 'tool' ? part.status.state : part.kind))]
}
const place = { scope: 'conversation', scopeId: 'c', replyId: 'r' } as const
const { kind: _, id: __, revision: ___, ...fields } = call
const allowed = { ...fields, status: { state: 'allowed' } as const }
const decided = callDecided(waiting, { place, part: allowed, goesOn: true })

test('a decision is shown at once, and the reply runs again if nothing of it waits any more', () => {
  expect(shown(waiting)).toEqual(['waiting', 'waiting'])
  expect(shown(decided)).toEqual(['running', 'allowed'])
  expect(shown(callDecided(waiting, { place, part: allowed, goesOn: false }))).toEqual(['waiting', 'allowed'])
  expect(callDecided(waiting, { place: { ...place, replyId: 'x' }, part: allowed, goesOn: true })).toBe(
    waiting,
  )
})

test('an answer from before the decision does not take it back', () => {
  expect(shown(mergeStored(decided, stored(reply('waiting'))))).toEqual(['running', 'allowed'])
})

test('a reply that waits again is told by something new in it', () => {
  const next = toolPart(waitingFor('first'), { revision: 5 })
  expect(shown(mergeStored(decided, stored(reply('waiting', next))))).toEqual(['waiting', 'waiting'])
})

test('what was decided on another device is taken in, and followed', () => {
  const elsewhere = reply('running', toolPart({ state: 'allowed' }, { revision: 3 }))
  expect(shown(mergeStored(waiting, stored(elsewhere)))).toEqual(['running', 'allowed'])
  const over = reply('finished', toolPart({ state: 'refused', words: '' }, { revision: 3 }))
  expect(shown(mergeStored(waiting, stored(over)))).toEqual(['finished', 'refused'])
})

test('only what broke off after it had called tools can go on', () => {
  const done = toolPart({ state: 'done', result: '42', ms: 1 })
  expect(canGoOn(reply('interrupted', done))).toBe(true)
  expect(canGoOn(reply('failed', done))).toBe(true)
  expect(canGoOn(reply('stopped', done))).toBe(false)
  expect(canGoOn({ ...reply('failed'), parts: [] })).toBe(false)
  const broken = mergeStored(nothingSaid, stored(reply('interrupted', done)))
  expect(shown(goingOn(broken, 'r'))).toEqual(['running', 'done'])
  // An answer from before it broke off changes nothing; one with something new does.
  expect(shown(mergeStored(broken, stored(reply('running', done))))).toEqual(['interrupted', 'done'])
  const further = reply('running', { ...done, revision: 7 })
  expect(shown(mergeStored(broken, stored(further)))).toEqual(['running', 'done'])
})
