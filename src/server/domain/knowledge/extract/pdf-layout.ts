import { type Drawn, drawnOf, type PdfItem, type PdfMark } from './pdf-drawn.ts'
import { isToTheLeft, leaning, loneBrackets, type Piece, readingOrder, spaceBefore } from './pdf-order.ts'
import type { Placed } from './pdf-rows.ts'
import { findTables } from './pdf-tables.ts'

interface Line {
  text: string
  pieces: Piece[]
  left: number
  right: number
  base: number
  height: number
  /** The rows of the table that stands in the place of its lines. */
  rows?: string[]
}

export interface Paragraph {
  text: string
  isRow: boolean
}

/** In line heights: a greater distance divides paragraphs. */
const PARAGRAPH_GAP = 1.9

export function pageParagraphs(
  items: readonly (PdfItem | PdfMark)[],
  page: { left: number; right: number; letters: readonly string[] },
): Paragraph[] {
  const paragraphs: Paragraph[] = []
  const drawn = linesOf(drawnOf(items, page.letters))
  const leansLeft = leaning(drawn.map(({ text }) => text).join('')) > 0
  const isMirrored = namesBracketsAsDrawn(drawn, leansLeft)
  const textOf = (pieces: readonly Piece[], text: string) =>
    isToTheLeft(text) ? readingOrder(pieces, { leansLeft, isMirrored }) : text
  const divided = drawn.map((line) => ({
    parts: partsOf(line).map((part) => ({ ...part, text: textOf(part.pieces, part.text) })),
  }))
  const lines = drawn.map((line) => ({ ...line, text: textOf(line.pieces, line.text) }))
  let before: Line | undefined
  for (const line of inReadingOrder(withTables(lines, divided, leansLeft), { ...page, leansLeft })) {
    const last = paragraphs.at(-1)
    if (line.rows) for (const text of line.rows) paragraphs.push({ text, isRow: true })
    else if (before && !before.rows && last !== undefined && isSameParagraph(before, line))
      last.text = join(last.text, line.text)
    else paragraphs.push({ text: line.text, isRow: false })
    before = line
  }
  return paragraphs.flatMap(({ text, isRow }) => {
    const trimmed = text.replaceAll(/\s+/g, ' ').trim()
    return trimmed === '' ? [] : [{ text: trimmed, isRow }]
  })
}

/** Programs name brackets as drawn or as meant: the page tells by which of them pair. */
function namesBracketsAsDrawn(lines: readonly Line[], leansLeft: boolean): boolean {
  const lone = (isMirrored: boolean) =>
    loneBrackets(
      lines
        .map(({ text, pieces }) => (isToTheLeft(text) ? readingOrder(pieces, { leansLeft, isMirrored }) : ''))
        .join(' '),
    )
  return lone(true) <= lone(false)
}

function withTables(
  lines: readonly Line[],
  divided: readonly { parts: readonly Placed[] }[],
  leansLeft: boolean,
): readonly Line[] {
  const tables = findTables(divided, join, leansLeft)
  if (tables.length === 0) return lines
  return lines.flatMap((line, index) => {
    const table = tables.find(({ lines }) => lines.has(index))
    if (!table) return [line]
    if (table.at !== index) return []
    const all = lines.filter((_, other) => table.lines.has(other))
    return [
      {
        ...line,
        rows: table.rows,
        left: Math.min(...all.map(({ left }) => left)),
        right: Math.max(...all.map(({ right }) => right)),
      },
    ]
  })
}

/** In line heights: from here a gap within a line may divide two cells. */
const CELL_GAP = 0.55

function partsOf(line: Line): (Placed & { pieces: Piece[] })[] {
  const parts: (Placed & { pieces: Piece[] })[] = []
  for (const piece of line.pieces) {
    const last = parts.at(-1)
    if (piece.text.trim() === '') {
      if (last) last.text += piece.text
      continue
    }
    const { text, left, right, height, font } = piece
    const gap = last ? Math.max(left - last.right, last.left - right) : 0
    if (last && gap < CELL_GAP * line.height) {
      last.text += spaceBefore(last.pieces.at(-1), piece) === '' || /\s$/.test(last.text) ? text : ` ${text}`
      last.pieces.push(piece)
      last.left = Math.min(last.left, left)
      last.right = Math.max(last.right, right)
    } else
      parts.push({ text, left, right, base: line.base, height: line.height || height, font, pieces: [piece] })
  }
  return parts
}

function linesOf(drawn: readonly Drawn[]): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  const end = () => {
    if (line && line.text.trim() !== '') lines.push(line)
    line = undefined
  }
  for (const piece of drawn) {
    const { text, left, right, height, base, endsLine } = piece
    const before = line?.pieces.at(-1)
    // A gap between two columns, or two cells of a table.
    if (text.trim() === '' && right - left > 2 * (line?.height ?? 10)) end()
    else if (text !== '') {
      const tall = height || line?.height || 10
      if (
        line &&
        (Math.abs(base - line.base) > tall / 2 || left > line.right + 3 * tall || left < line.left - tall)
      ) {
        // In right-to-left text, the next piece stands to the left.
        const goesLeft =
          Math.abs(base - line.base) <= tall / 2 && right <= line.left + tall && right > line.left - 3 * tall
        if (!goesLeft) end()
      }
      const placed = { ...piece, height: tall }
      if (line) {
        const isNear = before === undefined || (!piece.isMeant && !before.isMeant)
        line.text += (isNear || text.trim() === '' ? '' : spaceBefore(before, placed)) + text
        line.pieces.push(placed)
        line.left = Math.min(line.left, left)
        line.right = Math.max(line.right, right)
        line.height = Math.max(line.height, height)
      } else line = { text, pieces: [placed], left, right, base, height: tall }
    }
    if (endsLine) end()
  }
  end()
  return lines
}

/** Changes from the right column to the left from which lines count as stored side by side. */
const CROSSINGS = 4

/** The share of half the page that prose fills. Cells of a table, which belong to their row, are shorter. */
const FILLED = 0.4

/**
 * Most programs write one column after the other. Where the lines of two alternate, the left column is put first, or
 * last if the page is read from the right; lines across both keep their place.
 */
function inReadingOrder(
  lines: readonly Line[],
  { left, right, leansLeft }: { left: number; right: number; leansLeft: boolean },
): readonly Line[] {
  const middle = (left + right) / 2
  const sideOf = (line: Line) => (line.right <= middle ? 'left' : line.left >= middle ? 'right' : 'across')
  const sides = lines.map(sideOf)
  const crossings = sides.filter((side, index) => side === 'left' && sides[index - 1] === 'right').length
  const leftLines = lines.filter((_, index) => sides[index] === 'left')
  const mean =
    leftLines.reduce((sum, line) => sum + line.right - line.left, 0) / Math.max(1, leftLines.length)
  if (crossings < CROSSINGS || mean < FILLED * (middle - left)) return lines
  const ordered: Line[] = []
  let columns: Record<'left' | 'right', Line[]> = { left: [], right: [] }
  const end = () => {
    ordered.push(...(leansLeft ? [...columns.right, ...columns.left] : [...columns.left, ...columns.right]))
    columns = { left: [], right: [] }
  }
  for (const [index, line] of lines.entries()) {
    const side = sides[index] ?? 'across'
    if (side === 'across') {
      end()
      ordered.push(line)
    } else columns[side].push(line)
  }
  end()
  return ordered
}

function isSameParagraph(before: Line, line: Line): boolean {
  const drop = before.base - line.base
  const height = Math.max(before.height, line.height)
  // The top of the next column, or another font size: a heading.
  if (drop < -height) return !/[.!?:]$/.test(before.text.trimEnd())
  return (
    drop < PARAGRAPH_GAP * height &&
    Math.max(before.height, line.height) < 1.25 * Math.min(before.height, line.height)
  )
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、」]$/u

const spacelessBeginning = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}「（]/u

/** Restores a word that was hyphenated at the end of a line. */
function join(text: string, next: string): string {
  const trimmed = text.trimEnd()
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(trimmed) && /^\p{Ll}/u.test(next)) return trimmed.slice(0, -1) + next
  return spaceless.test(trimmed) && spacelessBeginning.test(next) ? trimmed + next : `${trimmed} ${next}`
}
