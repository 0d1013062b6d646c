import type { LogRow } from './desk.ts'

/** The fields that are hashed, in this order for ever: another order would be another log. */
const hashed = [
  'number',
  'at',
  'action',
  'kind',
  'subject',
  'wallet',
  'operator',
  'ground',
  'words',
  'scope',
  'until',
  'about',
  'before',
] as const satisfies readonly (keyof LogRow)[]

/** The canonical text of a row, whose SHA-256 in hexadecimal is its `hash`. */
export const writeLogRow = (row: Omit<LogRow, 'hash'>): string =>
  JSON.stringify(hashed.map((field) => row[field]))
