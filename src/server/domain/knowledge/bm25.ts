import type { Space } from './search-index.ts'

/** `k1`: how soon further occurrences stop counting; `b`: how strongly long passages are penalized. */
export const bm25 = { k1: 1.2, b: 0.75 }

/**
 * Counts rarity in the question's space alone, so that nothing put beside it changes what is found. Elsewhere a term
 * counts as much at most: who asks in English means by "on" what it means there. It counts less where it is frequent,
 * as the name of a column is.
 */
export function rarities(
  spaces: readonly Space[],
  home: Space | undefined,
  passages: readonly number[],
): number[] {
  const [count, found] = [home?.count ?? 0, passages[home?.at ?? 0] ?? 0]
  const most = rarity(count, found)
  return spaces.map((space) =>
    space === home ? most : Math.min(most, rarity(count + space.count, found + (passages[space.at] ?? 0))),
  )
}

/** `length` is relative to the mean. */
export const saturated = (frequency: number, length: number) =>
  frequency / (frequency + bm25.k1 * (1 - bm25.b + bm25.b * length))

/** The inverse document frequency of a lexeme in `found` of `count` passages. */
export const rarity = (count: number, found: number) => Math.log(1 + (count - found + 0.5) / (found + 0.5))
