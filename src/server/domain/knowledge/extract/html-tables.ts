import type { Block } from '../passages/cut-passages.ts'
import { extractLimits } from './document.ts'
import { hasNames, rowBlocks } from './table-rows.ts'

/** The part of the DOM used here: `lib` has no DOM types, and `linkedom` provides none. */
export interface Node {
  nodeType: number
  textContent: string | null
  childNodes: Iterable<Node>
  tagName?: string
  getAttribute?(name: string): string | null
}

const ELEMENT = 1
const TEXT = 3

const tagOf = (node: Node) => (node.nodeType === ELEMENT ? (node.tagName ?? '').toUpperCase() : '')

interface Cell {
  text: string
  isName: boolean
  isBold: boolean
  /** Has a table, a heading, a list or a form in it, as where a table only arranges a page. */
  isArranged: boolean
  columns: number
  rows: number
}

interface Row {
  cells: Cell[]
  isHead: boolean
}

/** A hostile table claims more. */
const MOST_SPANNED = 100

/** Without names and beyond these lengths, cells are paragraphs that the table only arranges. */
const LONGEST_CELL = 300
const LONGEST_MEAN = 100

/** Returns a block for each row, with the names of its columns; null for a table that only arranges a page. */
export function tableBlocks(table: Node): Block[] | null {
  const role = table.getAttribute?.('role')
  if (role === 'presentation' || role === 'none') return null
  const captions: string[] = []
  const rows = rowsOf(table, captions)
  const grid = gridOf(rows)
  const columns = Math.max(0, ...grid.map((row) => row.length))
  if (columns < 2) return null
  const marked = markedNames(rows)
  const cells = rows.flatMap((row) => row.cells)
  const hasMarks = marked > 0 || cells.some(({ isName }) => isName)
  if (!hasMarks && !isOfData(cells, rows.length)) return null
  const texts = grid.map((row) => Array.from({ length: columns }, (_, index) => row[index]?.text))
  const caption = captions.flatMap((text) => (text === '' ? [] : [{ text }]))
  if (!hasMarks) {
    const standsOut = rows[0]?.cells.every(({ isBold, text }) => isBold || text === '') ?? false
    return [
      ...caption,
      ...(hasNames(texts, standsOut) ? rowBlocks(texts[0] ?? [], texts.slice(1)) : rowBlocks([], texts)),
    ]
  }
  if (marked === 0) return [...caption, ...grid.flatMap((row) => pairBlocks(row))]
  if (marked === rows.length) return [...caption, ...rowBlocks([], texts)]
  // Names in several rows stand above one another: `Price, net`.
  const names = Array.from({ length: columns }, (_, index) =>
    [...new Set(texts.slice(0, marked).flatMap((row) => (row[index] ? [row[index]] : [])))].join(', '),
  )
  return [
    ...caption,
    ...texts.slice(marked).flatMap((row, index) => {
      // A row of one cell over all columns is a title of the rows below.
      const [only] = rows[marked + index]?.cells ?? []
      const isTitle = rows[marked + index]?.cells.length === 1 && (only?.columns ?? 0) >= columns
      return isTitle && only?.text ? [{ text: only.text }] : rowBlocks(names, [row])
    }),
  ]
}

function isOfData(cells: readonly Cell[], rows: number): boolean {
  const filled = cells.filter(({ text }) => text !== '')
  const mean = filled.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, filled.length)
  return (
    rows > 1 &&
    mean <= LONGEST_MEAN &&
    cells.every(({ text, isArranged }) => !isArranged && text.length <= LONGEST_CELL)
  )
}

function markedNames(rows: readonly Row[]): number {
  const end = rows.findIndex(
    ({ cells, isHead }) =>
      !isHead && !(cells.length > 0 && cells.every(({ isName, text }) => isName || text === '')),
  )
  const count = end === -1 ? rows.length : end
  return rows.slice(0, count).some(({ cells }) => cells.some(({ text }) => text !== '')) ? count : 0
}

/** The first cell names what stands behind it. */
function pairBlocks(row: readonly (Cell | undefined)[]): Block[] {
  const [name, ...values] = row
  const texts = values.map((cell) => cell?.text)
  return name?.isName
    ? rowBlocks([name.text], [[texts.filter((text) => text).join('; ')]])
    : rowBlocks([], [[name?.text, ...texts]])
}

/** A cell over several rows is repeated in each of them, one over columns is not. */
function gridOf(rows: readonly Row[]): (Cell | undefined)[][] {
  const grid: (Cell | undefined)[][] = rows.map(() => [])
  /** The cell that reaches down into the next rows, and how many. */
  const down: ({ cell: Cell | undefined; rows: number } | undefined)[] = []
  for (const [index, { cells, isHead }] of rows.entries()) {
    const line = grid[index] ?? []
    let column = 0
    const pass = () => {
      for (let above = down[column]; above && above.rows > 0; above = down[column]) {
        line[column] = above.cell
        above.rows -= 1
        column += 1
      }
    }
    for (const cell of cells) {
      pass()
      for (let span = 0; span < cell.columns && column < MOST_SPANNED; span++, column++) {
        // A name stands above each of its columns.
        const here = span === 0 || cell.isName || isHead ? cell : undefined
        line[column] = here
        down[column] = { cell: here, rows: cell.rows - 1 }
      }
    }
    pass()
  }
  return grid
}

function rowsOf(table: Node, captions: string[]): Row[] {
  const rows: Row[] = []
  const read = (parent: Node, isHead: boolean) => {
    for (const node of parent.childNodes) {
      const tag = tagOf(node)
      if (tag === 'CAPTION') captions.push(readCell(node).text)
      else if (tag === 'THEAD') read(node, true)
      else if (tag === 'TBODY' || tag === 'TFOOT') read(node, false)
      else if (tag === 'TR' && rows.length < extractLimits.rows) rows.push({ cells: cellsOf(node), isHead })
    }
  }
  read(table, false)
  return rows.filter(({ cells }) => cells.length > 0)
}

function cellsOf(row: Node): Cell[] {
  const cells: Cell[] = []
  for (const node of row.childNodes) {
    const tag = tagOf(node)
    if (tag !== 'TD' && tag !== 'TH') continue
    const span = (name: string) => {
      const value = Number.parseInt(node.getAttribute?.(name) ?? '1', 10)
      return value >= 1 ? Math.min(value, MOST_SPANNED) : 1
    }
    cells.push({ ...readCell(node), isName: tag === 'TH', columns: span('colspan'), rows: span('rowspan') })
  }
  return cells
}

const arranging = new Set([
  'TABLE',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'FORM',
  'ARTICLE',
  'SECTION',
])
const apart = new Set(['P', 'DIV', 'BR', 'LI', 'TR', 'TD', 'TH', 'DT', 'DD', 'BLOCKQUOTE', 'PRE'])

function readCell(cell: Node): Pick<Cell, 'text' | 'isBold' | 'isArranged'> {
  let text = ''
  let isArranged = false
  let plain = 0
  // A page may be nested deeper than the call stack allows.
  const stack: { node: Node; isBold: boolean }[] = [{ node: cell, isBold: false }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next
    if (node.nodeType === TEXT) {
      text += node.textContent ?? ''
      if (!next.isBold) plain += (node.textContent ?? '').trim().length
      continue
    }
    const tag = tagOf(node)
    if (apart.has(tag)) text += ' '
    if (node !== cell && arranging.has(tag)) isArranged = true
    const isBold = next.isBold || tag === 'B' || tag === 'STRONG'
    for (const child of [...node.childNodes].reverse()) stack.push({ node: child, isBold })
  }
  text = text.replaceAll(/\s+/g, ' ').trim()
  return { text, isBold: plain === 0 && text !== '', isArranged }
}
