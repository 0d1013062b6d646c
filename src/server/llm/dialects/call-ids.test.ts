import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelMessage } from '../provider.ts'
import { withSafeCallIds } from './call-ids.ts'

/** An answer that calls tools under these ids, and the results, each of which says which call it is of. */
const step = (...ids: string[]): ModelMessage[] => [
  {
    ...{ role: 'assistant', content: '' },
    calls: ids.map((id, n) => ({ id, name: 'look', arguments: `{"n":${n}}` })),
  },
  ...ids.map((id, n): ModelMessage => ({ role: 'tool', content: `${n}`, callId: id })),
]
const idsOf = (messages: readonly ModelMessage[]) =>
  messages.map(({ calls, callId }) => callId ?? calls?.map(({ id }) => id))

test('an id that a model gives again is another one, of its call and its result', () => {
  const messages = [...step('call_1'), ...step('call_1', 'call_2'), ...step('call_2', 'call_2')]
  expect(idsOf(withSafeCallIds(messages))).toEqual([
    ...[['call_1'], 'call_1'],
    ...[['call_1_2', 'call_2'], 'call_1_2', 'call_2'],
    ...[['call_2_2', 'call_2_3'], 'call_2_2', 'call_2_3'],
  ])
})

test('ids that differ in what is not taken stay apart, and those that are taken stay as they are', () => {
  const long = 'x'.repeat(64)
  const [, first, , second] = idsOf(withSafeCallIds([...step(`${long}1`), ...step(`${long}2`)]))
  expect([first, second]).toEqual([long, `${'x'.repeat(62)}_2`])
  const taken = [...step('toolu_01-A'), ...step('functions.look:0'), ...step('functions_look_0')]
  expect(idsOf(withSafeCallIds(taken)).flat()).toEqual([
    ...['toolu_01-A', 'toolu_01-A', 'functions_look_0', 'functions_look_0'],
    ...['functions_look_0_2', 'functions_look_0_2'],
  ])
  // A result without its call, as of a client that sends only the end.
  expect(idsOf(withSafeCallIds([{ role: 'tool', content: '', callId: 'a:1' }]))).toEqual(['a_1'])
})

test('whatever ids models give, each call has one of its own and its result the same, and more calls change none', () => {
  const ids = fc.constantFrom('', 'a', 'a_2', 'a:2', 'é', 'x'.repeat(70), 'x'.repeat(80))
  fc.assert(
    fc.property(fc.array(fc.array(ids, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (all) => {
      const messages = all.flatMap((each) => step(...each))
      const safe = withSafeCallIds(messages)
      const called = safe.flatMap(({ calls = [] }) => calls.map(({ id }) => id))
      expect(new Set(called).size).toBe(called.length)
      expect(safe.flatMap(({ callId }) => callId ?? [])).toEqual(called)
      for (const id of called) expect(id).toMatch(/^[\w-]{0,64}$/)
      const before = messages.slice(0, -1)
      expect(withSafeCallIds(before)).toEqual(safe.slice(0, before.length))
    }),
  )
})
