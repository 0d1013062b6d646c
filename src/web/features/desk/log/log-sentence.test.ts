import { expect, test } from 'vitest'
import { deskActions } from '../../../../shared/trust/desk.ts'
import { logSentence, suspensionTerms } from './log-sentence.ts'

const row = {
  action: 'take_down' as const,
  kind: 'agent' as const,
  title: 'Nova',
  operator: 'AdaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaEve1',
  person: 'BobbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbEve2',
}

test('a row says who did what to which thing, and an operator by the ends of their address', () => {
  expect(logSentence(row)).toBe('Operator Adaa..Eve1 took the agent “\u2068Nova\u2069” down.')
  expect(logSentence({ ...row, action: 'suspend' })).toBe('Operator Adaa..Eve1 suspended Bobb..Eve2.')
})

test('whoever has left is somebody, and a thing without a title its kind', () => {
  expect(logSentence({ ...row, action: 'object', person: null })).toBe('Somebody who has left objected.')
  expect(logSentence({ ...row, title: '' })).toBe('Operator Adaa..Eve1 took the agent down.')
})

test('every action is one sentence', () => {
  for (const action of deskActions)
    expect(logSentence({ ...row, action }), action).toMatch(/^\p{Lu}[^.]*\.\.[^.]*(\.\.[^.]*)?\.$/u)
})

test('a suspension says what it is from and when it ends, anything else nothing', () => {
  const day = (at: string) => at.slice(0, 10)
  expect(suspensionTerms({ scope: null, until: null }, day)).toBe('')
  expect(suspensionTerms({ scope: 'speaking', until: null }, day)).toBe('From writing, without an end.')
  expect(suspensionTerms({ scope: 'all', until: '2026-12-03T00:00:00Z' }, day)).toBe(
    'From making, changing and writing, until 2026-12-03.',
  )
})
