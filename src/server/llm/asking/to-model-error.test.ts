import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toModelError } from './to-model-error.ts'

const REPEATED = 'The model server repeated what it was asked.'
const said = (message: string, ...sent: string[]) =>
  toModelError(
    new Error(message),
    undefined,
    sent.map((content) => ({ content })),
  ).message

test('ten letters in a row of what was sent are found wherever they stand, and nine are not', () => {
  const mine = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 10, maxLength: 40 })
  const other = fc.string({ unit: fc.constantFrom('c', 'd'), maxLength: 40 })
  fc.assert(
    fc.property(mine, other, fc.constantFrom(9, 10), (words, around, length) => {
      const shared = '0123456789'.slice(0, length)
      const message = said(`${around}${shared}${around}`, `${words}${shared}${words}`)
      expect(message === REPEATED).toBe(length === 10)
    }),
  )
})

test('what was sent is not told where its letters are written as numbers', () => {
  const escaped = String.raw`bad input: \u0414\u043e\u0433\u043e\u0432\u043e\u0440 \u0410\u043D\u043d\u044b`
  expect(said(escaped, 'Договор Анны')).toBe(REPEATED)
  expect(said(escaped, 'Something else')).toContain('bad input')
})

test('a server that answers so that it fits nearly everywhere in a long text makes nobody wait', () => {
  const text = 'a'.repeat(3_000_000)
  const began = performance.now()
  expect(said('aaaaaaaaab'.repeat(120), text)).not.toBe(REPEATED)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('what a server says at length is cut between letters', () => {
  for (const before of ['', 'x']) {
    const message = said(before + '🌊'.repeat(400))
    expect([message.isWellFormed(), message.length > 290]).toEqual([true, true])
  }
})
