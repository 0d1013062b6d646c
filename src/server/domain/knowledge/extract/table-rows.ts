import type { Block } from '../passages/cut-passages.ts'

/**
 * A row with the names of its columns, so that it can be understood when it is found alone: `Name: Kettle; Price: 38.` An
 * empty cell is left out; a column without a name gives its value alone. Null if all cells are empty.
 */
export function rowText(
  names: readonly (string | undefined)[],
  cells: readonly (string | undefined)[],
): string | null {
  const parts = cells.flatMap((cell, index) => {
    const value = cell?.trim() ?? ''
    const name = names[index]?.trim()
    return value === '' ? [] : [name ? `${name}: ${value}` : value]
  })
  return parts.length === 0 ? null : `${parts.join('; ')}.`
}

/** A row as a block that is kept in one passage. */
export function rowBlocks(
  names: readonly (string | undefined)[],
  rows: readonly (readonly (string | undefined)[])[],
): Block[] {
  return rows.flatMap((cells) => {
    const text = rowText(names, cells)
    return text === null ? [] : [{ text, isRow: true }]
  })
}

/** The longest name of a column. */
const LONGEST_NAME = 60

/**
 * Whether the first row of a table that marks no names has them: it is complete, of short and different texts without
 * a figure, and stands out, or is above figures, or the table has so many columns that it can't be a list of pairs.
 */
export function hasNames(rows: readonly (readonly (string | undefined)[])[], standsOut: boolean): boolean {
  const [first, ...others] = rows
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (!first || others.length === 0 || columns < 2) return false
  const names = Array.from({ length: columns }, (_, index) => first[index]?.trim() ?? '')
  const isComplete = names.every((name) => name !== '' && name.length <= LONGEST_NAME && !/\p{N}/u.test(name))
  if (!isComplete || new Set(names).size < columns) return false
  const isFigures = (index: number) => {
    const values = others.flatMap((row) => (row[index]?.trim() ? [row[index]] : []))
    return values.length > 0 && values.every((value) => /\p{N}/u.test(value ?? ''))
  }
  return standsOut || columns >= 3 || names.some((_, index) => isFigures(index))
}
