import { readFileSync } from 'node:fs'
import { isVisible } from '../../../shared/text/plain-text.ts'
import { pictureCharactersFile } from '../../base/files.ts'

/** More combining marks than any script uses on one letter; names may stack dozens of them for effect. */
const MARKS = 4

/** A few characters more than fit into any picture, so that the cost of a long text is limited. */
const LONGEST = 400

const characters = new Set(readFileSync(pictureCharactersFile, 'utf8').replaceAll('\n', ''))

/** Joiners and variation selectors: they have no glyph of their own, but affect the characters next to them. */
const shapeless = /\u200c|\u200d|\ufe0e|\ufe0f/u

/** Characters that break lines, and all other white space. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Characters that change the text direction, or are invisible and not joiners. */
const unseen = /(?![\u200c\u200d])\p{C}/gu

const splitter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into characters as people count them, such as a letter with its accents. */
export const graphemesOf = (text: string): string[] =>
  Array.from(splitter.segment(text), ({ segment }) => segment)

/**
 * Converts a text to what the fonts of pictures can show, on one line. Characters that are only styled differently,
 * such as mathematical bold letters, are replaced by plain ones; a symbol that no font has is left out.
 * @returns null if a letter or a digit is missing, because a part of a name would be another name, or if nothing is
 *   left
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

/** The grapheme with a limited number of marks that a font has; null if the font lacks any other part of it. */
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
