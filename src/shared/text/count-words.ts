import { EACH, EACH_PAIR, FEW, UNSPACED } from './unspaced.ts'

/** So many characters of a script whose words have several are a word. */
const FEW_CHARACTERS = 5

/** Signs that belong to the character before them. */
const MARK =
  '\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e\\u2010-\\u2027\\u2030-\\u205e\\u3001-\\u3003\\u3008-\\u3020\\u3030\\u303b-\\u303f\\u30fb\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65'

/**
 * A word as it is counted and limited everywhere: what stands between spaces, and in scripts without them each character or
 * each few, since a text in these would be one word however long it is. PostgreSQL reads the expression, too.
 */
export const WORD = `[${EACH}${EACH_PAIR}][${MARK}]*|[${FEW}]{1,${FEW_CHARACTERS}}[${MARK}]*|[^\\s${UNSPACED}]+`

/** Finds where words begin in a text that comes in pieces, as `WORD` does in a whole one. */
export class WordScanner {
  #before: 'space' | 'each' | 'few' | 'other' = 'space'
  /** How many characters the word has that consists of a few. */
  #few = 0

  /** Whether a word begins with the next UTF-16 unit of the text. */
  begins(unit: number): boolean {
    const before = this.#before
    // Most letters of most texts go on with a word, whatever they are.
    if (before === 'other' && unit > 0x20 && unit < 0x7f) return false
    switch (kindOf(unit)) {
      case 'rest':
        return false
      case 'space':
        this.#before = 'space'
        return false
      case 'each':
        this.#before = 'each'
        return true
      case 'few': {
        const goesOn = before === 'few' && this.#few < FEW_CHARACTERS
        this.#before = 'few'
        this.#few = goesOn ? this.#few + 1 : 1
        return !goesOn
      }
      case 'mark':
        if (before === 'few') this.#few = FEW_CHARACTERS
        if (before === 'space') this.#before = 'other'
        return before === 'space'
      case 'other':
        this.#before = 'other'
        return before !== 'other'
    }
  }
}

type Kind = 'rest' | 'space' | 'each' | 'few' | 'mark' | 'other'

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['space', /\s/],
  // The first half of a pair; the second is the rest of whatever the first is.
  ['each', new RegExp(`[${EACH}\\ud840-\\ud8bf]`)],
  ['rest', /[\udc00-\udfff]/],
  ['few', new RegExp(`[${FEW}]`)],
  ['mark', new RegExp(`[${MARK}]`)],
]

function slowKindOf(unit: number): Kind {
  const character = String.fromCharCode(unit)
  return kinds.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other'
}

/** What is known already, at most one for each UTF-16 unit: the expressions cost more than everything else here. */
const known: Kind[] = []

function kindOf(unit: number): Kind {
  known[unit] ??= slowKindOf(unit)
  return known[unit]
}

/** Each call returns how many words begin in this piece; the rest of a word split between pieces is not counted again. */
export function wordCounter(): (piece: string) => number {
  const scanner = new WordScanner()
  return (piece) => {
    let words = 0
    for (let index = 0; index < piece.length; index++) if (scanner.begins(piece.charCodeAt(index))) words++
    return words
  }
}

export const countWords = (text: string): number => wordCounter()(text)
