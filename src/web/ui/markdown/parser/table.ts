import type { Alignment } from './tree.ts'

/** At each `|` that is not escaped. */
export function cellsOf(line: string): string[] {
  const row = line.trim()
  const cells: string[] = []
  let cell = ''
  let from = row.startsWith('|') ? 1 : 0
  let at = from
  for (; at < row.length; at++) {
    if (row[at] === '\\' && row[at + 1] === '|') {
      cell += `${row.slice(from, at)}|`
      at++
      from = at + 1
    } else if (row[at] === '\\') at++
    else if (row[at] === '|') {
      cells.push((cell + row.slice(from, at)).trim())
      cell = ''
      from = at + 1
    }
  }
  // A `|` at the end closes the last cell and opens none.
  if (from < row.length || cell !== '') cells.push((cell + row.slice(from)).trim())
  return cells
}

/** Surplus cells are merged into the last one, so that no text is lost; GitHub drops them. */
export function rowOf(line: string, columns: number): string[] {
  const cells = cellsOf(line)
  if (cells.length <= columns) return cells
  return [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(' | ')]
}

/** Undefined if the line is no delimiter row. */
export function alignmentsOf(line: string): Alignment[] | undefined {
  if (!line.includes('|') || /[^|:\s-]/.test(line)) return undefined
  const cells = cellsOf(line)
  if (cells.length === 0 || !cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(':'), cell.endsWith(':')]
    return left ? (right ? 'center' : 'left') : right ? 'right' : undefined
  })
}
