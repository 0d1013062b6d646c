import { expect, test } from 'vitest'
import { answered, noActions, said, wentOn } from '../../../../../test/realm-messages.ts'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { actionsOf } from './allowed-actions.ts'
import type { Reader } from './shown-message.ts'

const nova: RealmAgent = {
  id: answered(1).agentId,
  name: 'Nova',
  imageUrl: '',
  category: 'neural',
  owner: 'ada',
  invitedBy: 'ada',
  trouble: null,
}
const ada: Reader = {
  self: 'ada',
  mayWrite: true,
  leads: false,
  gone: false,
  agents: [nova],
  blocked: new Set(),
  actions: noActions,
  goTo: () => {},
}
const creator: Reader = { ...ada, self: 'cyd', leads: true }
const visitor: Reader = { ...ada, self: undefined, mayWrite: false }
const running = answered(2, { state: 'running', content: 'Well' })

test('a visitor can copy and report, and nothing else', () => {
  expect(actionsOf(said(1), visitor)).toEqual(['copy', 'report'])
  expect(actionsOf(running, visitor)).toEqual(['copy', 'report'])
})

test('a participant answers and mentions others, and removes their own words alone', () => {
  expect(actionsOf(said(1, { author: 'bob' }), ada)).toEqual(['reply', 'copy', 'mention', 'report', 'block'])
  expect(actionsOf(said(1), ada)).toEqual(['reply', 'copy', 'remove'])
})

test('who started an answer stops and removes it, and so does the creator, and nobody else', () => {
  expect(actionsOf(running, ada)).toEqual(['reply', 'copy', 'mention', 'stop', 'report', 'remove'])
  expect(actionsOf(running, creator)).toEqual([
    'reply',
    'copy',
    'mention',
    'stop',
    'report',
    'block',
    'remove',
  ])
  expect(actionsOf(running, { ...ada, self: 'bob' })).toEqual(['reply', 'copy', 'mention', 'report', 'block'])
  expect(actionsOf(answered(2), ada)).not.toContain('stop')
})

test('the creator removes anything and mutes others, never themselves and no agent', () => {
  expect(actionsOf(said(1), creator)).toEqual([
    'reply',
    'copy',
    'mention',
    'mute',
    'report',
    'block',
    'remove',
  ])
  expect(actionsOf(said(1), { ...creator, actions: { ...noActions, muted: ['ada'] } })).toContain('let-speak')
  expect(actionsOf(said(1, { author: 'cyd' }), creator)).toEqual(['reply', 'copy', 'remove'])
  expect(actionsOf(answered(2), creator)).not.toContain('mute')
})

test('what was removed can be answered by nobody, and its author still be muted', () => {
  const removed = said(1, { removed: true, content: '' })
  expect(actionsOf(removed, ada)).toEqual([])
  expect(actionsOf(removed, creator)).toEqual(['mute', 'block'])
})

test('who is muted can copy, report and block, and who reads a realm that is gone copy and block', () => {
  expect(actionsOf(said(1, { author: 'bob' }), { ...ada, mayWrite: false })).toEqual([
    'copy',
    'report',
    'block',
  ])
  expect(actionsOf(running, { ...ada, mayWrite: false, gone: true })).toEqual(['copy'])
})

test('an agent that has left is mentioned by nobody, and a line without words offers nothing', () => {
  expect(actionsOf(answered(2), { ...ada, agents: [] })).toEqual(['reply', 'copy', 'report', 'remove'])
  expect(actionsOf(wentOn(3), creator)).toEqual([])
})

test('whoever is blocked can be unblocked, and the creator decides how long somebody is kept out', () => {
  const blocking = { ...ada, blocked: new Set(['bob']) }
  expect(actionsOf(said(1, { author: 'bob' }), blocking)).toContain('unblock')
  const leading = { ...creator, actions: { ...noActions, keepOut: () => {} } }
  expect(actionsOf(said(1), leading)).toContain('keep-out')
  expect(actionsOf(said(1), creator)).not.toContain('keep-out')
  expect(actionsOf(said(1), visitor)).not.toContain('block')
})

test('nobody replies to a message that is held', () => {
  expect(actionsOf(said(1, { withheld: true }), ada)).toEqual(['copy', 'remove'])
})
