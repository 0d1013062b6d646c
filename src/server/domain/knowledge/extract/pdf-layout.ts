/** A piece of text with its position on a page, as returned by pdf.js. */
export interface PdfItem {
  str: string
  /** The last two elements are its left end and its baseline, from the page's lower left corner. */
  transform: number[]
  width: number
  height: number
  /** Whether it ends a line. */
  hasEOL: boolean
}

interface Line {
  text: string
  left: number
  right: number
  base: number
  height: number
}

/** Lines whose distance exceeds this many line heights belong to different paragraphs. */
const PARAGRAPH_GAP = 1.9

/** The text of a page, in paragraphs. */
export function pageParagraphs(items: readonly PdfItem[], page: { left: number; right: number }): string[] {
  const paragraphs: string[] = []
  let before: Line | undefined
  for (const line of inReadingOrder(linesOf(items), page)) {
    const last = paragraphs.at(-1)
    if (before && last !== undefined && isSameParagraph(before, line))
      paragraphs[paragraphs.length - 1] = join(last, line.text)
    else paragraphs.push(line.text)
    before = line
  }
  return paragraphs.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  const end = () => {
    if (line && line.text.trim() !== '') lines.push(line)
    line = undefined
  }
  for (const { str, transform, width, height, hasEOL } of items) {
    const [left = 0, base = 0] = transform.slice(4)
    // A gap between two columns, or two cells of a table.
    if (str.trim() === '' && width > 2 * (line?.height ?? 10)) end()
    else if (str !== '') {
      const tall = height || line?.height || 10
      if (
        line &&
        (Math.abs(base - line.base) > tall / 2 || left > line.right + 3 * tall || left < line.left - tall)
      ) {
        // In right-to-left text, the next piece of a line is to the left of it.
        const goesLeft =
          Math.abs(base - line.base) <= tall / 2 &&
          left + width <= line.left + tall &&
          left + width > line.left - 3 * tall
        if (!goesLeft) end()
      }
      if (line) {
        line.text += str
        line.left = Math.min(line.left, left)
        line.right = Math.max(line.right, left + width)
        line.height = Math.max(line.height, height)
      } else line = { text: str, left, right: left + width, base, height: tall }
    }
    if (hasEOL) end()
  }
  end()
  return lines
}

/**
 * The number of changes from the right column to the left from which lines are considered to be stored side by side.
 */
const CROSSINGS = 4

/** The share of half the page that lines of prose fill. Cells of a table, which belong to their row, are shorter. */
const FILLED = 0.4

/**
 * Restores the reading order. Most programs write one column after the other. If the lines of two columns alternate,
 * the left column is put before the right one; lines across both keep their place.
 */
function inReadingOrder(
  lines: readonly Line[],
  { left, right }: { left: number; right: number },
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
    ordered.push(...columns.left, ...columns.right)
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
  // The line is at the top of the next column, or its font size differs: a heading.
  if (drop < -height) return !/[.!?:]$/.test(before.text.trimEnd())
  return (
    drop < PARAGRAPH_GAP * height &&
    Math.max(before.height, line.height) < 1.25 * Math.min(before.height, line.height)
  )
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、」]$/u
const spacelessBeginning = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}「（]/u

/** Joins two lines. A word that was hyphenated at the end of a line is restored. */
function join(text: string, next: string): string {
  const trimmed = text.trimEnd()
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(trimmed) && /^\p{Ll}/u.test(next)) return trimmed.slice(0, -1) + next
  return spaceless.test(trimmed) && spacelessBeginning.test(next) ? trimmed + next : `${trimmed} ${next}`
}
