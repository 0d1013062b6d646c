import { expect, test } from 'vitest'
import type { Turn } from '../conversation/conversation.ts'
import { daysAround } from './turn-days.ts'

const turn = (createdAt: string) => ({ question: { createdAt } }) as Turn
const march = turn('2026-03-01T10:00:00Z')
const later = turn('2026-03-01T18:00:00Z')
const april = turn('2026-04-02T09:00:00Z')

test('a day’s heading stands below the turn before it, and that of the first one above it', () => {
  const view = { turns: [march, later, april], turnsBefore: 0 }
  expect(daysAround(view, 0, 'utc')).toEqual({ day: '2026-03-01' })
  expect(daysAround(view, 1, 'utc')).toEqual({ nextDay: '2026-04-02' })
  expect(daysAround(view, 2, 'utc')).toEqual({})
  expect(daysAround({ turns: [turn(new Date().toISOString())], turnsBefore: 0 }, 0, 'utc')).toEqual({})
})

test('no turn changes when earlier ones are loaded', () => {
  const before = daysAround({ turns: [later, april], turnsBefore: 1 }, 0, 'utc')
  expect(daysAround({ turns: [march, later, april], turnsBefore: 0 }, 1, 'utc')).toEqual(before)
})
