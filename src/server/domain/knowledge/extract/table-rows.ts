import type { Block } from '../passages/cut-passages.ts'

/** Names the columns, so that a row found alone is understood: `Name: Kettle; Price: 38.` Null without a value. */
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

/** Whether a row has names: short, different, without figures, and standing out, above figures, or in many columns. */
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
