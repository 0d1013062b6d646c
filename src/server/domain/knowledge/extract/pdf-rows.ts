export interface Placed {
  text: string
  left: number
  right: number
  base: number
  height: number
  font?: string | undefined
}

/** Its line, and what it was before it was divided or turned. */
export type Part = Placed & { line: number; of: Placed }

export interface Cell {
  parts: Part[]
  left: number
  right: number
}

export interface Row {
  cells: Cell[]
  top: number
  bottom: number
  height: number
}

/** In line heights, the greatest distance within a cell. */
const NEXT_LINE = 1.45

/** In line heights: how far a higher cell may begin above the cell at its left, which stands at its middle. */
const HIGHER = 3

/** In line heights. */
const NEXT_ROW = 5

export const FEWEST_ROWS = 3

export function rowsOf(parts: readonly Part[]): Row[] {
  const rows: Row[] = []
  for (const part of parts) {
    const row = rows.at(-1)
    const cell = row?.cells.at(-1)
    if (row && cell && isBeside(row, cell, part)) {
      row.cells.push({ parts: [part], left: part.left, right: part.right })
    } else if (row && cell && isBelow(cell, part)) {
      cell.parts.push(part)
      cell.left = Math.min(cell.left, part.left)
      cell.right = Math.max(cell.right, part.right)
    } else {
      rows.push({
        cells: [{ parts: [part], left: part.left, right: part.right }],
        top: part.base,
        bottom: part.base,
        height: part.height,
      })
      continue
    }
    row.top = Math.max(row.top, part.base)
    row.bottom = Math.min(row.bottom, part.base)
  }
  return rows
}

function isBeside(row: Row, cell: Cell, part: Part): boolean {
  return (
    part.left >= cell.right + 0.2 * part.height &&
    part.base >= row.bottom - 0.6 * part.height &&
    part.base <= row.top + HIGHER * part.height
  )
}

function isBelow(cell: Cell, part: Part): boolean {
  const drop = (cell.parts.at(-1)?.base ?? 0) - part.base
  return part.left < cell.right && part.right > cell.left && drop > 0 && drop < NEXT_LINE * part.height
}

/** Rows that follow one another down the page. A row of one cell may stand between them. */
export function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  let run: Row[] = []
  const end = () => {
    if (run.some(({ cells }) => cells.length > 1)) runs.push(run)
    run = []
  }
  for (const row of rows) {
    const last = run.at(-1)
    const gap = last ? last.bottom - row.top : 0
    if (last && (gap <= 0 || gap > NEXT_ROW * row.height)) end()
    const isAlone = row.cells.length === 1
    const isParagraph = isAlone && (row.cells[0]?.parts.length ?? 0) > 2
    const isFirst = isAlone && (run.length === 0 || run.at(-1)?.cells.length === 1)
    if (isParagraph || isFirst) end()
    else run.push(row)
  }
  end()
  return runs
}

export function withoutSingles(run: readonly Row[]): Row[][] {
  const stretches: Row[][] = [[]]
  for (const row of run) {
    const stretch = stretches.at(-1)
    if (row.cells.length > 1 || stretch?.length) stretch?.push(row)
    if (row.cells.length === 1) stretches.push([])
  }
  return stretches.length === 1 ? [] : stretches.filter(({ length }) => length > 0)
}
