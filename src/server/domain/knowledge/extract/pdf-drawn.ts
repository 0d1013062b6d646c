import { plainLetters } from './pdf-letters.ts'
import type { Piece } from './pdf-order.ts'
import { actualTextOf, withLetters } from './prepare-pdf.ts'

/** A piece of text with its place, as returned by pdf.js. */
export interface PdfItem {
  str: string
  /** The last two are its left end and its baseline, from the page's lower left corner. */
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
  fontName?: string
}

/** Begins or ends marked content, as returned by pdf.js. */
export interface PdfMark {
  type: string
  tag?: string
}

export interface Drawn extends Piece {
  base: number
  endsLine: boolean
}

/** The pieces as drawn. What the PDF says in words takes the place of its glyphs. */
export function drawnOf(items: readonly (PdfItem | PdfMark)[], letters: readonly string[]): Drawn[] {
  const drawn: Drawn[] = []
  /** Of the open marked content; `depth` counts other marked content around. */
  let meant: { text: string; depth: number; glyphs: Drawn[] } | undefined
  let depth = 0
  for (const item of items) {
    if ('str' in item) {
      const [left = 0, base = 0] = item.transform.slice(4)
      const piece = {
        text: meant ? item.str : plainLetters(withLetters(item.str, letters)),
        left,
        right: left + item.width,
        height: item.height,
        base,
        endsLine: item.hasEOL,
        isMeant: false,
        font: item.fontName,
      }
      if (meant) meant.glyphs.push(piece)
      else drawn.push(piece)
      continue
    }
    if (item.type === 'endMarkedContent') {
      if (meant?.depth === depth) {
        const whole = joined(meant.text, meant.glyphs)
        if (whole) drawn.push(whole)
        meant = undefined
      }
      depth -= 1
      continue
    }
    depth += 1
    const text = actualTextOf(item.tag ?? null)
    if (text !== null && !meant) meant = { text, depth, glyphs: [] }
  }
  return drawn
}

/** One piece for a text's glyphs; null if nothing is drawn. Marks above letters have no width. */
function joined(text: string, glyphs: readonly Drawn[]): Drawn | null {
  const visible = glyphs.filter((glyph) => glyph.text.trim() !== '')
  const wide = visible.filter(({ left, right }) => right > left)
  const [first] = wide.length > 0 ? wide : visible
  if (!first) return null
  const boxes = wide.length > 0 ? wide : visible
  return {
    ...first,
    text: plainLetters(text),
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    endsLine: false,
    isMeant: true,
  }
}
