/**
 * Scripts that put no spaces between words, as ranges within the brackets of an expression that JavaScript and PostgreSQL
 * read.
 */

/** Han characters and kana, each of which is a word, or nearly. */
export const EACH =
  '\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f'

/** Han characters of two UTF-16 units each. */
export const EACH_PAIR = `${String.fromCodePoint(0x20000)}-${String.fromCodePoint(0x3ffff)}`

/** Thai, Lao, Tibetan, Burmese and Khmer, whose words have several characters. */
export const FEW = '\\u0e00-\\u0fff\\u1000-\\u109f\\u1780-\\u17ff'

export const UNSPACED = `${EACH}${EACH_PAIR}${FEW}`

/** A letter of such a script: whether a word begins or ends there can't be told by it. */
export const unspaced = new RegExp(`^[${UNSPACED}]$`, 'u')

/** Part of an expression with the flag `u`: a character that belongs to the word beside it, which a name does not begin or end in. */
export const IN_WORD = `(?![${UNSPACED}])[\\p{L}\\p{N}_]`
