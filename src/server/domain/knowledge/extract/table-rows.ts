import type { Block } from '../passages/cut-passages.ts'

/** To be understood when found alone: `Name: Kettle; Price: 38.` Null if all cells are empty. */
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

/** Kept in one passage. */
export function rowBlocks(
  names: readonly (string | undefined)[],
  rows: readonly (readonly (string | undefined)[])[],
): Block[] {
  return rows.flatMap((cells) => {
    const text = rowText(names, cells)
    return text === null ? [] : [{ text, isRow: true }]
  })
}

const LONGEST_NAME = 60

/**
 * Where a table marks no names: a complete first row of short, different texts without a figure, which stands out, or
 * is above figures, or has too many columns for a list of pairs.
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
