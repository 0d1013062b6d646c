import * as fc from 'fast-check'

/**
 * Few letters, so that texts often match each other: characters with a meaning in patterns, some of many scripts, an accent
 * alone, and two that neither the composed nor the decomposed form of a text has.
 */
const letters = [...`aBb1 %_\\'"-ÉéЖжΣσς漢🧠`, '\u0301', '\u09df', '\ufb2a']

/** Texts to search in and for. */
export const searchedText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((chosen) => chosen.join(''))

/** As the database compares what is searched. */
export const foldedText = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
