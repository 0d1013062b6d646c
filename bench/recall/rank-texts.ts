import { countMessage } from '../../src/server/domain/recall/index-blocks.ts'
import {
  bestFirst,
  type CountedMessage,
  placesOf,
  scoreMessages,
  weightsOf,
} from '../../src/server/domain/recall/score.ts'
import { questionTerms } from '../../src/server/domain/recall/words.ts'

/** BM25 alone over texts, with the product's words: the scores by the place of the text, and the places, best first. */
export function rankTexts(texts: readonly string[], question: string) {
  const terms = questionTerms(question)
  const places = placesOf(terms)
  const counted: CountedMessage[] = texts.map((content, number) => countMessage({ number, content }, places))
  const scores = scoreMessages(counted, weightsOf(terms, counted))
  return { scores, ranked: bestFirst(scores) }
}
