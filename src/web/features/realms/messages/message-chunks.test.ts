import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answered, said, wentOn } from '../../../../../test/realm-messages.ts'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { ShownMessage } from '../message/shown-message.ts'
import { type Chunk, chunksOf } from './message-chunks.ts'

const utc = { zone: 'utc', firstNew: undefined } as const
const runsOf = (messages: readonly ShownMessage[], firstNew?: number) =>
  chunksOf(messages, { zone: 'utc', firstNew }).flatMap(({ runs }) => runs)
const placedOf = (messages: readonly ShownMessage[]) => runsOf(messages).flatMap((run) => run.messages)
const at = (times: readonly string[], authors: readonly string[] = []) =>
  times.map((createdAt, index) => said(index + 1, { createdAt, author: authors[index] ?? 'ada' }))

test('messages stand under their days, in order', () => {
  const all = at([
    '2026-11-20T23:59:59.999Z',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21T08:00:00.000Z',
    '2027-01-01T08:00:00.000Z',
  ])
  expect(runsOf(all).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2027-01-01'])
  expect(placedOf(all).map(({ message }) => message)).toEqual(all)
})

test('an author is named when someone else spoke before, after a pause, and on a new day', () => {
  const times = ['20T23:58', '20T23:59', '21T00:00', '21T00:01', '21T00:02', '21T00:07', '21T00:13']
  const all = at(
    times.map((time) => `2026-11-${time}:00.000Z`),
    ['ada', 'ada', 'ada', 'bob'],
  )
  expect(placedOf(all).map(({ opens }) => opens)).toEqual([true, false, true, true, true, false, true])
})

test('an agent is named once for what it says in a row, and apart from the wallet that started it', () => {
  const nova = { agentId: 'c0000000-0000-4000-8000-000000000002' }
  const all = [said(1), answered(2), answered(3), answered(4, nova), wentOn(5), answered(6, nova), said(7)]
  expect(placedOf(all).map(({ opens }) => opens)).toEqual([true, true, false, true, true, true, true])
})

test('a clock that runs a moment behind opens no day twice', () => {
  const all = at([
    '2026-11-20T23:59:59.000Z',
    '2026-11-21T00:00:00.010Z',
    '2026-11-20T23:59:59.990Z',
    '2026-11-21T00:00:01.000Z',
  ])
  expect(runsOf(all).map((run) => run.messages.length)).toEqual([1, 3])
})

test('what is new begins a run of its own, wherever in a day it is', () => {
  const runs = runsOf([said(1), said(2), said(3)], 2)
  expect(runs.map(({ day, isNew, messages }) => [day, isNew, messages.length])).toEqual([
    ['2026-11-21', false, 1],
    [undefined, true, 2],
  ])
  expect(runs[1]?.messages[0]?.opens).toBe(true)
  expect(runsOf([said(1)], 2).some(({ isNew }) => isNew)).toBe(false)
})

test('what a person answers is quoted, and what an agent answers where something else stands between', () => {
  const all = [
    said(1),
    said(2, { replyTo: 1 }),
    answered(3, { answers: 2 }),
    answered(4, { answers: 2 }),
    said(5),
    answered(6, { answers: 2 }),
  ]
  expect(placedOf(all).map(({ quote }) => quote?.number)).toEqual([
    undefined,
    1,
    undefined,
    undefined,
    undefined,
    2,
  ])
  expect(placedOf([answered(9, { answers: 3 })])[0]?.quote?.words).toBe('Earlier message')
})

test('words that grow draw their own piece anew, and one that quotes them, and no other', () => {
  const all: RealmMessage[] = Array.from({ length: 220 }, (_, index) => said(index + 1))
  all[219] = answered(220, { state: 'running', content: '' })
  const before = chunksOf(all, utc)
  const grown = [...all.slice(0, 219), answered(220, { state: 'running', content: 'Well' })]
  const after = chunksOf(grown, utc, before)
  expect(after.map((chunk, index) => chunk === before[index])).toEqual([true, true, true, true, false])
  const quoting = all.with(160, said(161, { replyTo: 40 }))
  const known = chunksOf(quoting, utc, after)
  const removed = quoting.with(39, said(40, { removed: true, content: '' }))
  const changed = chunksOf(removed, utc, known)
  expect(changed.map((chunk, index) => chunk === known[index])).toEqual([false, true, true, false, true])
})

test('earlier pages leave the pieces that are there as they are', () => {
  const all = Array.from({ length: 200 }, (_, index) => said(index + 1))
  const before = chunksOf(all.slice(100), utc)
  const after = chunksOf(all.slice(50), utc, before)
  expect(after.map(({ key }) => key)).toEqual([1, 2, 3])
  expect(after[2]).toBe(before[1])
})

test('a log cut into pieces shows what it would show whole, however it came together', () => {
  const message = fc.record({
    kind: fc.constantFrom('said', 'answer', 'go-on'),
    author: fc.constantFrom('ada', 'bob'),
    minutes: fc.integer({ min: 0, max: 900 }),
    back: fc.integer({ min: 0, max: 80 }),
  })
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 180 }),
      fc.integer({ min: 1, max: 180 }),
      fc.integer({ min: 0, max: 180 }),
      (made, firstNew, cut) => {
        let time = Date.UTC(2026, 10, 21)
        const all = made.map(({ kind, author, minutes, back }, index): RealmMessage => {
          time += minutes * 60_000
          const number = index + 1
          const more = { createdAt: new Date(time).toISOString(), author }
          if (kind === 'answer') return answered(number, { ...more, answers: Math.max(1, number - 1 - back) })
          return kind === 'said'
            ? said(number, { ...more, replyTo: back > 0 && back < number ? number - back : null })
            : { ...wentOn(number), ...more }
        })
        const options = { zone: 'utc', firstNew } as const
        const shown = (chunks: readonly Chunk[]) =>
          chunks.flatMap(({ runs }) => runs.map(({ key: _, ...run }) => run))
        const whole = shown(chunksOf(all, options))
        const grown = chunksOf(
          all,
          options,
          chunksOf(all.slice(cut), options, chunksOf(all.slice(cut, -1), options)),
        )
        expect(shown(grown)).toEqual(whole)
        for (const { runs } of grown) expect(new Set(runs.map(({ key }) => key)).size).toBe(runs.length)
        expect(whole.flatMap((run) => run.messages.map((placed) => placed.message))).toEqual(all)
      },
    ),
    { numRuns: 40 },
  )
})

test('a run stays the same for the screen when earlier messages come in front of it, and later ones behind it', () => {
  const all = Array.from({ length: 40 }, (_, index) => said(index + 1))
  const opened = chunksOf(all.slice(10, 30), utc)
  const earlier = chunksOf(all.slice(0, 30), utc, opened)
  const later = chunksOf(all, utc, earlier)
  for (const chunks of [earlier, later])
    expect(chunks[0]?.runs.map(({ key }) => key)).toEqual(opened[0]?.runs.map(({ key }) => key))
  const divided = chunksOf(all, { zone: 'utc', firstNew: 20 }, later).flatMap(({ runs }) => runs)
  expect(divided.map(({ messages }) => messages.length)).toEqual([19, 21])
  expect(new Set(divided.map(({ key }) => key)).size).toBe(2)
})
