import { type Column, columnsOf, firstColumn, isIn } from './pdf-columns.ts'
import { FEWEST_ROWS, type Part, type Placed, type Row, rowsOf, runsOf, withoutSingles } from './pdf-rows.ts'
import { hasNames, rowText } from './table-rows.ts'

interface DividedLine {
  parts: readonly Placed[]
}

interface FoundTable {
  lines: ReadonlySet<number>
  /** Of the line that it stands in the place of. */
  at: number
  rows: string[]
}

/** Finds rows of cells below one another. Columns of prose, lists and two texts side by side are no tables. */
export function findTables(
  lines: readonly DividedLine[],
  join: (text: string, next: string) => string,
  fromTheRight: boolean,
): FoundTable[] {
  const parts = lines.flatMap(({ parts }, line) =>
    (fromTheRight ? [...parts].sort((one, other) => other.right - one.right) : parts).map((part) => ({
      ...part,
      line,
      of: part,
      // With the sides changed, the first column is at the left.
      ...(fromTheRight && { left: -part.right, right: -part.left }),
    })),
  )
  const tables: FoundTable[] = []
  for (const run of runsOf(rowsOf(parts))) {
    const table = readTable(run, lines, join)
    if (table) tables.push(table)
    // What seemed a row of one cell may be a line between two tables.
    else
      for (const part of withoutSingles(run)) {
        const table = readTable(part, lines, join)
        if (table) tables.push(table)
      }
  }
  return tables
}

function readTable(
  run: readonly Row[],
  all: readonly DividedLine[],
  join: (text: string, next: string) => string,
): FoundTable | null {
  const divided = columnsOf(run)
  if (!divided) return null
  let { rows, columns } = divided
  // Where lines are written across the page.
  let isBesideProse = false
  for (const column of [columns[0], columns.at(-1)]) {
    if (!column || columns.length < 3 || !isProse(rows, column)) continue
    rows = rows.flatMap((row) => {
      const cells = row.cells.filter((cell) => !isIn(cell, column))
      return cells.length > 0 ? [{ ...row, cells }] : []
    })
    columns = columns.filter((other) => other !== column)
    isBesideProse = true
  }
  const several = rows.filter(({ cells }) => cells.length > 1)
  if (several.length < FEWEST_ROWS || several.length < 0.6 * rows.length) return null
  const known = columns
  if (known.every((column) => isProse(rows, column)) || isList(rows, known)) return null
  const texts = merged(rows, known).map((row) =>
    known.map((column) =>
      row.cells
        .filter((cell) => firstColumn(known, cell) === column)
        .flatMap(({ parts }) => parts.map(({ text }) => text.trim()))
        .reduce((text, next) => (text === '' ? next : join(text, next)), ''),
    ),
  )
  const named = hasNames(texts, standsOut(rows))
  const names = named ? (texts[0] ?? []) : []
  const parts = rows.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts))
  const lines = parts.map(({ line }) => line)
  // A line of which a part is not in the table would lose that part.
  const isWhole = [...new Set(lines)].every((line) =>
    all[line]?.parts.every((part) => parts.some(({ of }) => of === part)),
  )
  if (!isWhole) return null
  return {
    lines: new Set(lines),
    at: isBesideProse ? Math.max(...lines) : Math.min(...lines),
    rows: texts.slice(named ? 1 : 0).flatMap((cells) => rowText(names, cells) ?? []),
  }
}

function isProse(rows: readonly Row[], column: Column): boolean {
  const parts = rows.flatMap(({ cells }) =>
    cells.filter((cell) => isIn(cell, column)).flatMap(({ parts }) => parts),
  )
  const mean = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0) / parts.length
  return (
    parts.length >= FEWEST_ROWS &&
    mean(({ text }) => text.length) > 25 &&
    mean(({ left, right }) => right - left) > 0.7 * (column.right - column.left)
  )
}

const sign = /^(?:[•‣◦▪●○■–—*·-]|\(?[\p{L}\p{N}]{1,3}[.)])$/u

function isList(rows: readonly Row[], columns: readonly Column[]): boolean {
  return (
    columns.length === 2 &&
    rows.every(({ cells: [first] }) => sign.test(first?.parts.map(({ text }) => text.trim()).join('') ?? ''))
  )
}

/** Joins rows to the one above that have nothing in the first column, and are nearer than rows are. */
function merged(rows: readonly Row[], columns: readonly Column[]): Row[] {
  const gaps = rows.slice(1).map((row, index) => (rows[index]?.bottom ?? 0) - row.top)
  const median = [...gaps].sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const joined: Row[] = []
  for (const [index, row] of rows.entries()) {
    const last = joined.at(-1)
    const [first] = row.cells
    const goesOn =
      first && firstColumn(columns, first) !== columns[0] && (gaps[index - 1] ?? 0) < 0.8 * median
    if (last && goesOn) joined[joined.length - 1] = { ...last, cells: [...last.cells, ...row.cells] }
    else joined.push(row)
  }
  return joined
}

function standsOut(rows: readonly Row[]): boolean {
  const fontsOf = (row: Row | undefined) =>
    row?.cells.flatMap(({ parts }) => parts.map(({ font, height }) => `${font} ${Math.round(height)}`)) ?? []
  const below = new Set(rows.slice(1).flatMap(fontsOf))
  const first = fontsOf(rows[0])
  return first.length > 0 && first.every((font) => !below.has(font))
}
