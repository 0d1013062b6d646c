import { expect, test } from 'vitest'
import { kindOf, makeSchedule } from './make-schedule.ts'
import { describeStep, isFault, isOfOne, kinds } from './schedule.ts'

const seeds = Array.from({ length: 300 }, (_, index) => index + 1)

test('a seed makes the same schedule each time, and another seed another one', () => {
  for (const seed of seeds.slice(0, 30)) {
    const schedule = makeSchedule(seed, kindOf(seed))
    expect(makeSchedule(seed, kindOf(seed))).toEqual(schedule)
    expect(makeSchedule(seed + 1, schedule.kind).steps).not.toEqual(schedule.steps)
  }
})

test('among some hundred seeds every kind of fault is there', () => {
  expect(new Set(seeds.map((seed) => kindOf(seed)))).toEqual(new Set(kinds))
})

test('steps are in order, faults are of their kind, and a world of one server has no other', () => {
  for (const seed of seeds) {
    const { kind, steps } = makeSchedule(seed, kindOf(seed))
    expect(steps).toEqual(steps.toSorted((one, other) => one.at - other.at))
    const faults = steps.filter(isFault)
    expect(faults.every(({ fault }) => fault === kind)).toBe(true)
    expect(faults.length > 0).toBe(kind !== 'none' && kind !== 'model')
    if (isOfOne(kind))
      expect(steps.every((step) => (isFault(step) ? step.server : step.via) === 'a')).toBe(true)
    expect(steps.map(describeStep).join('')).not.toMatch(/undefined|\[object/)
  }
})
