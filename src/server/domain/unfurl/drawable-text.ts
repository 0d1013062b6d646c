import { readFileSync } from 'node:fs'
import { isVisible } from '../../../shared/text/plain-text.ts'
import { pictureCharactersFile } from '../../base/files.ts'

/** More marks than any script puts on one letter; names are piled up with dozens for effect. */
const MARKS = 4

/** Some characters more than fit into any picture, so that a long text costs no more than one that fills its place. */
const LONGEST = 400

const characters = new Set(readFileSync(pictureCharactersFile, 'utf8').replaceAll('\n', ''))

/** Join the characters beside them, or say how the one before them is shown: they have no shape of their own. */
const shapeless = /\u200c|\u200d|\ufe0e|\ufe0f/u

/** What starts a new line. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** What turns the direction of reading, or has no shape and is no joiner. */
const unseen = /(?![\u200c\u200d])\p{C}/gu

const splitter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters as people count them, such as a letter with its accents. */
export const graphemesOf = (text: string): string[] =>
  Array.from(splitter.segment(text), ({ segment }) => segment)

/**
 * The text as the fonts of pictures can show it, on one line. Characters that only look otherwise, such as bold ones of
 * mathematics, become the plain ones; a sign that no font has is left out.
 * @returns null where a letter or a digit is missing, for half a name is another name, or where nothing is left
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

/** The grapheme with the marks that fit on it and that a font has; null where it is missing another part. */
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
