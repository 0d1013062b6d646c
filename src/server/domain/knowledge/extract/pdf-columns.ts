import type { Cell, Row } from './pdf-rows.ts'

export interface Column {
  left: number
  right: number
}

/** Null if cells do not stand below one another. A last row of one cell needs a place in two columns. */
export function columnsOf(run: readonly Row[]): { rows: readonly Row[]; columns: Column[] } | null {
  const most = Math.max(...run.map(({ cells }) => cells.length))
  if (most < 2) return null
  // A name in the middle of its column is joined to short cells at its left by longer ones alone.
  const columns = [2, most]
    .map((fewest) => projected(run.filter(({ cells }) => cells.length >= fewest)))
    .find(({ length }) => length === most)
  if (!columns) return null
  const rows: Row[] = []
  for (const [index, row] of run.entries()) {
    const cells = row.cells.flatMap((cell) => splitCell(cell, columns))
    const places = cells.map((cell) => columns.filter((column) => isIn(cell, column)))
    const isPlaced =
      places.every((place) => place.length === 1) && new Set(places.flat()).size === cells.length
    const isLast = index === run.length - 1
    if (isLast && row.cells.length === 1 && (!isPlaced || cells.length === 1)) continue
    if (!isPlaced) return null
    rows.push({ ...row, cells })
  }
  return { rows, columns }
}

/** The ranges across the page that cells stand in. */
function projected(rows: readonly Row[]): Column[] {
  const columns: Column[] = []
  for (const { left, right } of rows
    .flatMap(({ cells }) => cells)
    .sort((one, other) => one.left - other.left)) {
    const last = columns.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

/** Divides a cell at the space nearest to where the next column begins. */
function splitCell(cell: Cell, columns: readonly Column[]): Cell[] {
  const [part, ...others] = cell.parts
  const [first, next, ...more] = columns.filter((column) => isIn(cell, column))
  if (!part || others.length > 0 || !first || !next || more.length > 0) return [cell]
  const wide = (part.right - part.left) / part.text.length
  const spaces = [...part.text.matchAll(/ +/g)].map(({ index, 0: gap }) => index + gap.length)
  const [nearest] = spaces.sort(
    (one, other) =>
      Math.abs(part.left + one * wide - next.left) - Math.abs(part.left + other * wide - next.left),
  )
  if (nearest === undefined || Math.abs(part.left + nearest * wide - next.left) > 2 * part.height)
    return [cell]
  const at = next.left
  const [before, behind] = [part.text.slice(0, nearest).trim(), part.text.slice(nearest)]
  return [
    {
      parts: [{ ...part, text: before, right: at - 1 }],
      left: part.left,
      right: Math.min(at - 1, first.right),
    },
    { parts: [{ ...part, text: behind, left: at }], left: at, right: part.right },
  ]
}

export const isIn = (cell: Cell, { left, right }: Column) => cell.left < right && cell.right > left

export const firstColumn = (columns: readonly Column[], cell: Cell) =>
  columns.find((column) => isIn(cell, column))
