import { expect, test } from 'vitest'
import { answered, said, wentOn } from '../../../../../test/realm-messages.ts'
import type { RealmAgent } from '../../../../shared/realms.ts'
import { deedsOf, type MessageDeeds, type Reader } from './message-deeds.ts'

const nova: RealmAgent = {
  id: answered(1).agentId,
  name: 'Nova',
  imageUrl: '',
  category: 'neural',
  owner: 'ada',
  invitedBy: 'ada',
  trouble: null,
}
const deeds: MessageDeeds = {
  muted: [],
  reply: () => {},
  mention: () => {},
  remove: async () => undefined,
  setMuted: async () => undefined,
  stop: async () => undefined,
}
const ada: Reader = {
  self: 'ada',
  mayWrite: true,
  leads: false,
  gone: false,
  agents: [nova],
  deeds,
  goTo: () => {},
}
const creator: Reader = { ...ada, self: 'cyd', leads: true }
const visitor: Reader = { ...ada, self: undefined, mayWrite: false }
const running = answered(2, { state: 'running', content: 'Well' })

test('a visitor can copy, and nothing else', () => {
  expect(deedsOf(said(1), visitor)).toEqual(['copy'])
  expect(deedsOf(running, visitor)).toEqual(['copy'])
})

test('a participant answers and mentions others, and removes their own words alone', () => {
  expect(deedsOf(said(1, { author: 'bob' }), ada)).toEqual(['reply', 'copy', 'mention'])
  expect(deedsOf(said(1), ada)).toEqual(['reply', 'copy', 'remove'])
})

test('who started an answer stops and removes it, and so does the creator, and nobody else', () => {
  expect(deedsOf(running, ada)).toEqual(['reply', 'copy', 'mention', 'stop', 'remove'])
  expect(deedsOf(running, creator)).toEqual(['reply', 'copy', 'mention', 'stop', 'remove'])
  expect(deedsOf(running, { ...ada, self: 'bob' })).toEqual(['reply', 'copy', 'mention'])
  expect(deedsOf(answered(2), ada)).not.toContain('stop')
})

test('the creator removes anything and mutes others, never themselves and no agent', () => {
  expect(deedsOf(said(1), creator)).toEqual(['reply', 'copy', 'mention', 'mute', 'remove'])
  expect(deedsOf(said(1), { ...creator, deeds: { ...deeds, muted: ['ada'] } })).toContain('let-speak')
  expect(deedsOf(said(1, { author: 'cyd' }), creator)).toEqual(['reply', 'copy', 'remove'])
  expect(deedsOf(answered(2), creator)).not.toContain('mute')
})

test('what was removed can be answered by nobody, and its author still be muted', () => {
  const removed = said(1, { removed: true, content: '' })
  expect(deedsOf(removed, ada)).toEqual([])
  expect(deedsOf(removed, creator)).toEqual(['mute'])
})

test('who is muted, and who reads a realm that is gone, can only copy', () => {
  expect(deedsOf(said(1, { author: 'bob' }), { ...ada, mayWrite: false })).toEqual(['copy'])
  expect(deedsOf(running, { ...ada, mayWrite: false, gone: true })).toEqual(['copy'])
})

test('an agent that has left is mentioned by nobody, and a line without words offers nothing', () => {
  expect(deedsOf(answered(2), { ...ada, agents: [] })).toEqual(['reply', 'copy', 'remove'])
  expect(deedsOf(wentOn(3), creator)).toEqual([])
})
