import { expect, test } from 'vitest'
import { deskActions, grounds, type Statement } from '../../../shared/trust/desk.ts'
import { reportedKinds } from '../../../shared/trust/reports.ts'
import {
  howObjectionStands,
  restricts,
  suspensionIn,
  whatFollows,
  whatWasDone,
  whyIt,
} from './statement-words.ts'

const statement: Statement = {
  number: 7,
  at: '2026-11-26T12:00:00.000Z',
  action: 'take_down',
  kind: 'agent',
  subject: 'nova',
  title: 'Nova',
  ground: 'spam',
  words: '',
  scope: null,
  until: null,
  holds: true,
  objection: null,
  canObject: true,
}
const now = new Date(statement.at).getTime()

test('a statement says in plain sentences what was done, when and why', () => {
  expect(whatWasDone(statement)).toBe('Your agent “\u2068Nova\u2069” was taken down on November 26, 2026.')
  expect(whyIt(statement)).toBe('The reason is spam or deception.')
  expect(whatFollows(statement, now)).toEqual([
    'Nobody else can find it or talk with it. You can still read, export and delete it.',
  ])
})

test('every action, kind and reason has its sentence', () => {
  for (const action of deskActions)
    for (const kind of [...reportedKinds, null])
      expect(whatWasDone({ ...statement, action, kind }), `${action} ${kind}`).toMatch(/^\p{Lu}.*\.$/u)
  for (const ground of grounds) expect(whyIt({ ground }), ground).toMatch(/^\p{Lu}[^.]*\.$/u)
  expect(whyIt({ ground: null })).toBe('')
})

test('a suspension says what the wallet may not, when that ends, and that everything can be read, exported and deleted', () => {
  const suspension = { ...statement, action: 'suspend', kind: null, title: '', scope: 'speaking' } as const
  expect(whatWasDone(suspension)).toBe('Since November 26, 2026 you can’t write to agents or in realms.')
  const ends = { ...suspension, until: '2026-12-03T12:00:00.000Z' }
  expect(whatFollows(ends, now)).toEqual([
    'That ends on December 3, 2026.',
    'You can still read, export and delete everything that is yours.',
  ])
  expect(whatFollows(ends, new Date('2026-12-04').getTime())[0]).toBe('That ended on December 3, 2026.')
  expect(whatFollows(suspension, now)[0]).toBe('It has no end, unless it is lifted.')
})

test('an objection waits, was refused, or was right', () => {
  const objection = { words: 'No.', at: statement.at, answerWords: '' }
  const stands = (answer: 'upheld' | 'put_back' | null) => howObjectionStands({ ...objection, answer })
  expect(stands(null)).toContain('waits for another operator')
  expect(stands('upheld')).toContain('stays as it was decided')
  expect(stands('put_back')).toContain('agreed with you')
})

test('only what holds and takes something is told where it happens, and only a suspension that holds is one', () => {
  expect(restricts(statement)).toBe(true)
  expect(restricts({ ...statement, holds: false })).toBe(false)
  expect(restricts({ ...statement, action: 'put_back' })).toBe(false)
  const suspension = { ...statement, number: 8, action: 'suspend', scope: 'all' } as const
  expect(suspensionIn([statement, { ...suspension, holds: false }])).toBeUndefined()
  expect(suspensionIn([statement, suspension])).toBe(suspension)
})
