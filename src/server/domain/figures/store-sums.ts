import type { Sql } from 'postgres'
import { addFigures } from '../../db/record-figures.ts'
import type { HourSums } from './sums.ts'

/** Adds sums to those that are stored: all of them, or, when it throws, none. */
export function storeSums(sql: Sql, sums: readonly HourSums[]): Promise<void> {
  const figures = sums.map(({ start, failures, firstWords, people, ...hour }) => ({
    ...hour,
    start: new Date(start).toISOString(),
    failures: Object.fromEntries(failures),
    firstWords: Object.fromEntries(firstWords),
    people: [...people],
  }))
  return addFigures(sql, figures)
}
