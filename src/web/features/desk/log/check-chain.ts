import type { LogRow } from '../../../../shared/trust/desk.ts'
import { writeLogRow } from '../../../../shared/trust/log-row.ts'
import { sha256 } from '../../../lib/sha256.ts'

/** `broken`: the row with this number is not what its hash says, or is not followed by the row after it. */
export type Chain =
  | { state: 'holds'; rows: number }
  | { state: 'broken'; number: number }
  | { state: 'unknown' }

/**
 * Whether rows are what their hashes say, and follow each other without a gap.
 * @param rows newest first, as the log is read
 * @param subtle undefined where the page has no secure address
 */
export async function checkChain(rows: readonly LogRow[], subtle: SubtleCrypto | undefined): Promise<Chain> {
  if (!subtle) return { state: 'unknown' }
  for (const [index, row] of rows.entries()) {
    const older = rows[index + 1]
    const follows = !older || (older.number === row.number - 1 && older.hash === row.before)
    if (!follows || (await sha256(writeLogRow(row), subtle)) !== row.hash)
      return { state: 'broken', number: row.number }
  }
  return { state: 'holds', rows: rows.length }
}
