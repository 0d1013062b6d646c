import { hasNames, rowText } from './table-rows.ts'

/** A line of text, or a part of one, where it stands on a page. */
export interface Placed {
  text: string
  left: number
  right: number
  base: number
  height: number
  /** The name of its font in the file. */
  font?: string | undefined
}

/** A line with the parts that wide gaps divide it into. */
export interface DividedLine {
  parts: readonly Placed[]
}

/** A table that was found among lines. */
export interface FoundTable {
  /** The lines that are in it, by their index. */
  lines: ReadonlySet<number>
  /** The index of the line that it stands in the place of. */
  at: number
  /** Its rows, each with the names of the columns. */
  rows: string[]
}

/** A part of a cell, with its line and what it was before it was divided or turned. */
type Part = Placed & { line: number; of: Placed }

interface Cell {
  parts: Part[]
  left: number
  right: number
}

interface Row {
  cells: Cell[]
  /** The highest and the lowest baseline. */
  top: number
  bottom: number
  height: number
}

/** Lines of a cell are nearer to each other than this many line heights. */
const NEXT_LINE = 1.45

/** How many line heights a higher cell may begin above the cell at its left, which stands at its middle. */
const HIGHER = 3

/** The greatest distance of two rows, in line heights. */
const NEXT_ROW = 5

const FEWEST_ROWS = 3

/**
 * Finds the tables among the lines of a page: rows of cells that stand below one another, as programs write them, cell after
 * cell. Whatever may be something else is none: columns of prose, lists, or two texts beside one another.
 * @param fromTheRight whether the first column is at the right
 */
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
    // What seemed to be a row of one cell may be a line between two tables.
    else
      for (const part of withoutSingles(run)) {
        const table = readTable(part, lines, join)
        if (table) tables.push(table)
      }
  }
  return tables
}

function rowsOf(parts: readonly Part[]): Row[] {
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

/** Rows of several cells that follow one another down the page. A row of one cell may stand between them. */
function runsOf(rows: readonly Row[]): Row[][] {
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
    // A paragraph is no row.
    const isParagraph = isAlone && (row.cells[0]?.parts.length ?? 0) > 2
    const isFirst = isAlone && (run.length === 0 || run.at(-1)?.cells.length === 1)
    if (isParagraph || isFirst) end()
    else run.push(row)
  }
  end()
  return runs
}

/** The stretches of a run up to its rows of one cell. */
function withoutSingles(run: readonly Row[]): Row[][] {
  const stretches: Row[][] = [[]]
  for (const row of run) {
    const stretch = stretches.at(-1)
    if (row.cells.length > 1 || stretch?.length) stretch?.push(row)
    if (row.cells.length === 1) stretches.push([])
  }
  return stretches.length === 1 ? [] : stretches.filter(({ length }) => length > 0)
}

interface Column {
  left: number
  right: number
}

function readTable(
  run: readonly Row[],
  all: readonly DividedLine[],
  join: (text: string, next: string) => string,
): FoundTable | null {
  const divided = columnsOf(run)
  if (!divided) return null
  let { rows, columns } = divided
  // The prose beside a table, where lines are written across the page.
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

/**
 * The columns, by the rows with the most cells, and the rows with their cells in them; null if the cells do not stand below
 * one another. A last row of one cell that has no place in two columns is not of the table.
 */
function columnsOf(run: readonly Row[]): { rows: readonly Row[]; columns: Column[] } | null {
  const most = Math.max(...run.map(({ cells }) => cells.length))
  if (most < 2) return null
  // A name in the middle of its column, above short cells at the left of it, is joined to them by the longer ones alone; a
  // cell over several columns would join these.
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

/** Divides a cell that reaches into the next column at the space that is nearest to where that begins. */
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

const isIn = (cell: Cell, { left, right }: Column) => cell.left < right && cell.right > left

const firstColumn = (columns: readonly Column[], cell: Cell) => columns.find((column) => isIn(cell, column))

/** Whether the cells of a column are lines of prose: long, and as wide as the column. */
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

/** Whether it is a list: signs or numbers, and what they stand before. */
function isList(rows: readonly Row[], columns: readonly Column[]): boolean {
  return (
    columns.length === 2 &&
    rows.every(({ cells: [first] }) => sign.test(first?.parts.map(({ text }) => text.trim()).join('') ?? ''))
  )
}

/** Joins rows that only go on with the one above: nothing in the first column, and nearer than rows are. */
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

/** Whether the first row is in another font than the rows below it. */
function standsOut(rows: readonly Row[]): boolean {
  const fontsOf = (row: Row | undefined) =>
    row?.cells.flatMap(({ parts }) => parts.map(({ font, height }) => `${font} ${Math.round(height)}`)) ?? []
  const below = new Set(rows.slice(1).flatMap(fontsOf))
  const first = fontsOf(rows[0])
  return first.length > 0 && first.every((font) => !below.has(font))
}
