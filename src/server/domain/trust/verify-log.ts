import type { LogRow } from '../../../shared/trust/desk.ts'
import { hashOfRow } from '../../db/trust/desk-log.ts'

interface ChainFault {
  number: number
  problem: string
}

export interface CheckedChain {
  rows: number
  /** The last row; null of an empty log. Who keeps it finds out later whether the log's end was cut off. */
  head: { number: number; hash: string } | null
  /** The first ones. */
  faults: ChainFault[]
}

const FAULTS = 20

/**
 * Checks that every row is as it was written, and that none is missing, added or in another place. It can't see that
 * the last rows are missing, or that all hashes were made anew: that shows beside an earlier head alone.
 */
export async function verifyLog(log: AsyncIterable<LogRow> | Iterable<LogRow>): Promise<CheckedChain> {
  const faults: ChainFault[] = []
  let before: LogRow | null = null
  let rows = 0
  const found = (number: number, problem: string) => {
    if (faults.length < FAULTS) faults.push({ number, problem })
  }
  for await (const row of log) {
    const { hash, ...hashed } = row
    const expected: number = (before?.number ?? 0) + 1
    if (row.number > expected) {
      const missing = row.number - expected
      found(
        expected,
        missing === 1
          ? 'This row is missing.'
          : `The rows from here to number ${row.number - 1} are missing.`,
      )
    } else if (row.number < expected)
      found(row.number, 'This row is not in its place: its number came before.')
    if (hashOfRow(hashed) !== hash)
      found(row.number, 'This row was altered: its hash is that of another text.')
    if (row.number === expected && row.before !== (before?.hash ?? ''))
      found(row.number, 'This row does not follow the one before it: one of the two was put in or altered.')
    before = row
    rows += 1
  }
  return { rows, head: before && { number: before.number, hash: before.hash }, faults }
}

/** What of an earlier log is not in a later one; null if the later one goes on from it. */
export async function compareLogs(
  earlier: AsyncIterable<LogRow> | Iterable<LogRow>,
  later: AsyncIterable<LogRow> | Iterable<LogRow>,
): Promise<ChainFault | null> {
  const hashes = new Map<number, string>()
  for await (const { number, hash } of later) hashes.set(number, hash)
  for await (const { number, hash } of earlier) {
    const now = hashes.get(number)
    if (now === undefined)
      return { number, problem: 'This row of the earlier log is missing: the end was cut off.' }
    if (now !== hash) return { number, problem: 'This row was another one in the earlier log.' }
  }
  return null
}
