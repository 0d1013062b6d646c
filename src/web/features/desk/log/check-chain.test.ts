import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogRow } from '../../../../shared/trust/desk.ts'
import { writeLogRow } from '../../../../shared/trust/log-row.ts'
import { checkChain } from './check-chain.ts'

const { subtle } = globalThis.crypto

/** A log of so many rows, newest first. */
function logOf(length: number): LogRow[] {
  const rows: LogRow[] = []
  for (let number = 1; number <= length; number++) {
    const row = {
      number,
      at: `2026-11-26T12:00:${String(number % 60).padStart(2, '0')}.000Z`,
      action: 'take_down' as const,
      kind: 'agent' as const,
      subject: 'nova',
      wallet: null,
      operator: '11111111111111111111111111111111',
      ground: 'spam' as const,
      words: `Row ${number}: “ü”`,
      scope: null,
      until: null,
      about: null,
      before: rows[0]?.hash ?? '',
    }
    rows.unshift({ ...row, hash: createHash('sha256').update(writeLogRow(row)).digest('hex') })
  }
  return rows
}

test('a chain that nobody touched holds, from any row to any other', async () => {
  const rows = logOf(12)
  expect(await checkChain(rows, subtle)).toEqual({ state: 'holds', rows: 12 })
  expect(await checkChain(rows.slice(3, 7), subtle)).toEqual({ state: 'holds', rows: 4 })
  expect(await checkChain([], subtle)).toEqual({ state: 'holds', rows: 0 })
})

test('a row that is changed, left out or moved is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('changed', 'left out', 'moved'),
      async (at, how) => {
        const rows = logOf(10)
        const [row] = rows.splice(at, 1)
        if (row && how === 'changed') rows.splice(at, 0, { ...row, words: `${row.words}.` })
        if (row && how === 'moved') rows.splice(at - 1, 0, row)
        expect((await checkChain(rows, subtle)).state).toBe('broken')
      },
    ),
  )
})

test('a page without a secure address says that it can’t tell', async () => {
  expect(await checkChain(logOf(2), undefined)).toEqual({ state: 'unknown' })
})
