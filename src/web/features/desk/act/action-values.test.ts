import { expect, test } from 'vitest'
import { type DeskCasePage, newActionSchema } from '../../../../shared/trust/desk.ts'
import { emptyValues, isActionValues, toAction } from './action-values.ts'
import { actionKeys, type OfferedAction, offeredActions } from './offered-actions.ts'

const wallet = '11111111111111111111111111111111'

function page(given: Partial<DeskCasePage['case']> = {}, maker: Partial<DeskCasePage['maker']> = {}) {
  const seen = { title: 'Nova', maker: wallet, href: '/chat/nova', picture: null, texts: [] }
  return {
    case: {
      id: '0b0f2a9e-0000-4000-8000-000000000001',
      kind: 'agent',
      subject: 'nova',
      sources: ['report'],
      seen,
      reports: 1,
      reasons: { spam: 1 },
      weight: 1,
      state: 'open',
      standing: null,
      firstAt: '2026-11-26T12:00:00Z',
      lastAt: '2026-11-26T12:00:00Z',
      ...given,
    },
    now: seen,
    maker: { history: [], reportsActed: 0, suspended: null, ...maker },
    objections: [],
  } satisfies Omit<DeskCasePage, 'beside' | 'reports'>
}

test('every action has a letter of its own, none of those that move', () => {
  const letters = Object.values(actionKeys)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.filter((letter) => ['j', 'k'].includes(letter))).toEqual([])
})

test('an open case offers to close it, to unlist it, to take it down, and what its wallet can lose', () => {
  expect(offeredActions(page())).toEqual(['nothing', 'unlist', 'take_down', 'suspend', 'revoke_keys'])
})

test('only what is in lists can be unlisted, and nobody’s thing has no wallet to suspend', () => {
  const seen = { ...page().case.seen, maker: '' }
  expect(offeredActions(page({ kind: 'picture', seen }))).toEqual(['nothing', 'take_down'])
})

test('a reported person is the wallet that is suspended, and a suspended one is offered to be lifted', () => {
  const seen = { ...page().case.seen, maker: '' }
  const suspended = { scope: 'all', until: null } as const
  const offered = offeredActions(page({ kind: 'person', subject: wallet, seen }, { suspended }))
  expect(offered).toContain('lift')
  expect(offered).not.toContain('suspend')
})

test('what is down can be put back, and an objection that one may answer can be refused', () => {
  const objection = { about: 1, action: 'take_down', words: 'No.', at: '2026-11-26T12:00:00Z' } as const
  const objected = page({ state: 'objected', standing: 'down' })
  const answered = (canAnswer: boolean) =>
    offeredActions({ ...objected, objections: [{ ...objection, canAnswer }] })
  expect(answered(true)).toEqual(['put_back', 'uphold', 'suspend', 'revoke_keys'])
  expect(answered(false)).toEqual(['suspend', 'revoke_keys'])
})

test('every action makes a body that the server takes, once it has a reason', () => {
  for (const action of Object.keys(actionKeys) as OfferedAction[]) {
    const body = toAction(action, { ...emptyValues('spam'), words: '  It sells watches. ' }, wallet)
    expect(newActionSchema.safeParse(body), action).toMatchObject({ success: true })
    expect(body.words).toBe('It sells watches.')
  }
})

test('without a reason it is refused at that field, and a suspension without an end has no days', () => {
  const refused = newActionSchema.safeParse(toAction('take_down', emptyValues(''), wallet))
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['ground'])
  expect(toAction('suspend', { ...emptyValues('spam'), days: 'none' }, wallet)).toMatchObject({ days: null })
})

test('what a tab kept is taken only where it is whole', () => {
  expect(isActionValues(emptyValues('spam'))).toBe(true)
  expect(isActionValues({ ...emptyValues(''), scope: 'everything' })).toBe(false)
  expect(isActionValues(null)).toBe(false)
})
