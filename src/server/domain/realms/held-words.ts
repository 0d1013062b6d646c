import { latinLike } from '../../../shared/text/look-alike.ts'
import { unspaced } from '../../../shared/text/unspaced.ts'

const partOfWord = /^[\p{L}\p{N}\p{M}_]$/u

/** What readers do not see, and strokes drawn through letters. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u0335-\u0338]|[\u20d0-\u20f0]/gu

/** In one case, in one form of each letter, without what is not seen, and with single spaces. */
function comparable(text: string): string {
  const folded = text.normalize('NFKC').replace(unseen, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return folded.normalize('NFKC').replace(unseen, '').replace(/\s+/gu, ' ')
}

/** `comparable`, with letters that look like Latin ones as these. Its result has the same letters at the same places. */
function lookOf(compared: string): string {
  return Array.from(compared, latinLike).join('')
}

/** Finds the first of some words in texts; words are compared whole, in any case, form and look. */
export class HeldWords {
  readonly #words: readonly { word: string; look: string }[]

  constructor(words: readonly string[]) {
    this.#words = words
      .map((word) => comparable(word).trim())
      .filter((word) => word !== '')
      .map((word) => ({ word, look: lookOf(word) }))
  }

  isIn(text: string): boolean {
    if (this.#words.length === 0) return false
    const compared = comparable(text)
    const look = lookOf(compared)
    return this.#words.some((held) => standsIn(compared, held.word) || standsIn(look, held.look))
  }
}

function standsIn(text: string, word: string): boolean {
  const [first = '', last = ''] = [letterAt(word, 0), letterBefore(word, word.length)]
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const goesOn =
      continues(letterBefore(text, at), first) || continues(last, letterAt(text, at + word.length))
    if (!goesOn) return true
  }
  return false
}

/** Whether two neighbours belong to one word. */
function continues(before: string, after: string): boolean {
  if (!partOfWord.test(before) || !partOfWord.test(after)) return false
  // A mark always belongs to the letter before it.
  if (/^\p{M}$/u.test(after)) return true
  return !unspaced.test(before) && !unspaced.test(after)
}

function letterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function letterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  const isPair = at > 1 && low >= 0xdc00 && low <= 0xdfff
  return text.slice(isPair ? at - 2 : Math.max(0, at - 1), at)
}
