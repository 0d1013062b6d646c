import { readFileSync } from 'node:fs'
import { isVisible } from '../../../shared/text/plain-text.ts'
import { pictureCharactersFile } from '../../base/files.ts'

/** More combining marks than any script uses on one letter; names stack dozens for effect. */
const MARKS = 4

/** A few characters more than fit into any picture: a bound of the cost. */
const LONGEST = 400

const characters = new Set(readFileSync(pictureCharactersFile, 'utf8').replaceAll('\n', ''))

/** Joiners and variation selectors: without a glyph, but they affect the characters next to them. */
const shapeless = /\u200c|\u200d|\ufe0e|\ufe0f/u

/** Line breaks and all other white space. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** What changes the text direction, or is invisible and no joiner. */
const unseen = /(?![\u200c\u200d])\p{C}/gu

const splitter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as people count them, such as a letter with its accents. */
export const graphemesOf = (text: string): string[] =>
  Array.from(splitter.segment(text), ({ segment }) => segment)

/**
 * Makes characters plain that are only styled, such as mathematical bold letters; leaves out a symbol that no font has.
 * Null if a letter or a digit is missing, because a part of a name would be another name, or if nothing is left.
 */
export function toDrawable(text: string): string | null {
  const plain = text.toWellFormed().normalize('NFC').replace(breaking, ' ').replace(unseen, '').trim()
  let drawable = ''
  let count = 0
  for (const { segment } of splitter.segment(plain)) {
    if (++count > LONGEST) break
    const shown = withGlyphs(segment) ?? withGlyphs(segment.normalize('NFKC'))
    if (shown === null && /[\p{L}\p{N}]/u.test(segment)) return null
    drawable += shown ?? ''
  }
  const tidy = drawable.replace(/ +/g, ' ').trim()
  return isVisible(tidy) ? tidy : null
}

/** With the marks that a font has; null if the font lacks any other part. */
function withGlyphs(grapheme: string): string | null {
  let marks = 0
  let shown = ''
  for (const character of grapheme) {
    const has = character === ' ' || shapeless.test(character) || characters.has(character)
    const isMark = /\p{M}/u.test(character) && !shapeless.test(character)
    if (!has && !isMark) return null
    if (!isMark || (has && ++marks <= MARKS)) shown += character
  }
  return shown
}
