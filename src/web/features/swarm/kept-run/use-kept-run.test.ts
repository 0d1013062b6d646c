import { expect, test } from 'vitest'
import { lookAgainAfter } from './use-kept-run.ts'

const now = new Date('2026-11-21T14:02:00.000Z')
const ended = { state: 'finished', own: true } as const

test('a run that no wallet stores is asked for when its time is over, so that the page knows that it is gone', () => {
  expect(lookAgainAfter({ ...ended, until: '2026-11-21T14:32:00.000Z' }, now)).toBe(30 * 60_000)
  expect(lookAgainAfter({ ...ended, until: '2026-11-21T14:01:00.000Z' }, now)).toBe(15_000)
  expect(lookAgainAfter({ ...ended, state: 'running', until: '2026-11-21T14:32:00.000Z' }, now)).toBe(false)
})

test('of wallets’ runs only those of others are asked for again', () => {
  expect(lookAgainAfter({ ...ended, own: false }, now)).toBe(15_000)
  expect(lookAgainAfter(ended, now)).toBe(false)
  expect(lookAgainAfter(null, now)).toBe(false)
})
