import { rarity, saturated } from '../knowledge/bm25.ts'
import type { Term } from './words.ts'

/** What is known of a message, wherever it was counted. */
export interface CountedMessage {
  number: number
  /** In words; 0 for a message that is not searched. */
  length: number
  /** How often it has each word of the question; absent if it has none of them. */
  frequencies?: number[] | undefined
}

/** What the words of a question weigh in a conversation. */
export interface Weights {
  terms: readonly Term[]
  /** By term. */
  rarities: readonly number[]
  meanLength: number
}

/** A message beside one that answers often does so, too: a reply to the same words, or what they refer to. */
export const NEIGHBOUR_SHARE = 0.45
/** Of the one after the next. */
const FAR_NEIGHBOUR_SHARE = 0.2

/** How many messages are searched, and their words. */
export interface Totals {
  count: number
  words: number
}

export function totalsOf(messages: readonly CountedMessage[]): Totals {
  const searched = messages.filter(({ length }) => length > 0)
  return { count: searched.length, words: searched.reduce((sum, { length }) => sum + length, 0) }
}

/**
 * Counts rarity in all messages, those of other paths included: no path has to be read as a whole.
 * @param messages at least those that have a word of the question
 */
export function weightsOf(
  terms: readonly Term[],
  messages: readonly CountedMessage[],
  { count, words }: Totals = totalsOf(messages),
): Weights {
  const found = terms.map(() => 0)
  for (const { length, frequencies } of messages) {
    if (length === 0 || !frequencies) continue
    for (const [index, frequency] of frequencies.entries())
      if (frequency > 0) found[index] = (found[index] ?? 0) + 1
  }
  return {
    terms,
    rarities: found.map((of) => rarity(count, of)),
    meanLength: count === 0 ? 1 : words / count,
  }
}

/** BM25. */
export function scoreOf(
  { length, frequencies }: Pick<CountedMessage, 'length' | 'frequencies'>,
  { terms, rarities, meanLength }: Weights,
): number {
  if (!frequencies || length === 0) return 0
  let score = 0
  for (const [index, { weight }] of terms.entries()) {
    const frequency = frequencies[index] ?? 0
    if (frequency > 0) score += weight * (rarities[index] ?? 0) * saturated(frequency, length / meanLength)
  }
  return score
}

/** By number; messages without a word of the question have no score. */
export function scoreMessages(
  messages: readonly CountedMessage[],
  weights: Weights,
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  for (const message of messages) {
    const score = scoreOf(message, weights)
    if (score > 0) scores.set(message.number, score)
  }
  return scores
}

/** The numbers of messages with a score, best first; of equal ones the newest first. */
export const bestFirst = (scores: ReadonlyMap<number, number>): number[] =>
  [...scores]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || other - one)
    .map(([number]) => number)

/** The score of a message with what its neighbours on the path add. @param own by the place on the path */
export function scoreAmongNeighbours(own: (depth: number) => number, depth: number): number {
  const near = Math.max(own(depth - 1), own(depth + 1))
  const far = Math.max(own(depth - 2), own(depth + 2))
  return own(depth) + NEIGHBOUR_SHARE * near + FAR_NEIGHBOUR_SHARE * far
}

/** How often the words of the question occur among some words; undefined if none does. */
export function frequenciesIn(
  words: readonly string[],
  places: ReadonlyMap<string, number>,
): number[] | undefined {
  let frequencies: number[] | undefined
  for (const word of words) {
    const place = places.get(word)
    if (place === undefined) continue
    frequencies ??= Array.from({ length: places.size }, () => 0)
    frequencies[place] = (frequencies[place] ?? 0) + 1
  }
  return frequencies
}

/** The place of each term, for `frequenciesIn`. */
export const placesOf = (terms: readonly Term[]): ReadonlyMap<string, number> =>
  new Map(terms.map(({ word }, place) => [word, place]))
