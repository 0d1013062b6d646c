import type { Db } from '../../db/connect/connect.ts'
import type { Lexeme, Searched } from '../../db/knowledge/find-passages.ts'
import { type PassageLexemes, type Ranked, readLexemes } from '../../db/knowledge/find-terms.ts'
import { readPostings } from './postings.ts'
import { type SearchIndex, SearchIndexes } from './search-index.ts'

const byLexeme = (one: Lexeme, other: Lexeme) => (one.lexeme < other.lexeme ? -1 : 1)

/** A lexeme to search for in the sources of one language. */
interface Term extends Lexeme {
  weight: number
}

/** How a question is expanded from its first results. */
export interface Feedback {
  /** From how many of the first passages terms are taken. */
  passages: number
  /** How many lexemes are added. */
  terms: number
  /** The weight of the best added lexeme, relative to a word of the question. */
  weight: number
}

/**
 * The BM25 parameters: `k1` is how soon further occurrences of a word stop counting, `b` is how strongly long passages
 * are penalized.
 */
const bm25 = { k1: 1.2, b: 0.75 }

/** How many lexemes, those that occur in most of the first passages, are candidates to be weighted by their rarity. */
const CANDIDATES = 40

/** How many bytes of indexes are kept in memory. */
const INDEX_BYTES = 64 * 1024 * 1024

/**
 * Ranks passages by the lexemes of a question, best first.
 * @param options.feedback null to rank by the words of the question alone
 */
export type RankPassages = (
  searched: Searched,
  options: { most: number; feedback: Feedback | null },
) => Promise<Ranked[]>

export function createRanking({
  db,
  indexBytes = INDEX_BYTES,
}: {
  db: Db
  indexBytes?: number | undefined
}): RankPassages {
  const indexes = new SearchIndexes(indexBytes)

  /** Adds the BM25 score of each passage for these terms. */
  async function addScores(scores: Float64Array, index: SearchIndex, terms: readonly Term[]): Promise<void> {
    for (const portion of index.portions(terms)) {
      const [lengths, all] = await Promise.all([index.lengths(db), index.postingsOf(db, portion)])
      for (const [at, { passages, parts }] of all.entries()) {
        const factor = (portion[at]?.weight ?? 0) * rarity(index.count, passages) * (bm25.k1 + 1)
        for (const { start, bytes } of parts)
          readPostings(bytes, (place, frequency) => {
            const position = start + place
            const score = factor * saturated(frequency, lengths[position] ?? 0)
            scores[position] = (scores[position] ?? 0) + score
          })
      }
      indexes.trim()
    }
  }

  /**
   * Pseudo-relevance feedback: finds the lexemes that distinguish the first results from all other passages. They are
   * searched for as well, which finds passages that say the same in other words than the question.
   */
  async function learnTerms(
    index: SearchIndex,
    first: readonly Ranked[],
    feedback: Feedback,
  ): Promise<Term[]> {
    const [lengths, passages] = await Promise.all([index.lengths(db), readLexemes(db, first)])
    const candidates = commonTerms(index, lengths, { first, passages })
    const counts = await index.countsOf(db, candidates)
    const learnt = candidates
      .map((term, at) => ({ ...term, weight: term.weight * rarity(index.count, counts[at] ?? 0) }))
      .sort((one, other) => other.weight - one.weight || byLexeme(one, other))
      .slice(0, feedback.terms)
    const highest = learnt[0]?.weight ?? 1
    return learnt.map((term) => ({ ...term, weight: (feedback.weight * term.weight) / highest }))
  }

  return async (searched, { most, feedback }) => {
    const index = indexes.of(searched)
    const scores = new Float64Array(index.count)
    const ranked = (most: number) =>
      best(scores, most).map((position) => ({
        ...index.passageAt(position),
        score: scores[position] ?? 0,
      }))
    await addScores(
      scores,
      index,
      searched.lexemes.map((lexeme) => ({ ...lexeme, weight: 1 })),
    )
    if (!feedback) return ranked(most)
    const first = ranked(feedback.passages)
    if (first.length === 0) return []
    // Scores are sums over terms: what the learnt ones add to them ranks the passages by all terms.
    await addScores(scores, index, await learnTerms(index, first, feedback))
    return ranked(most)
  }
}

/** How much the occurrences of a term count in a passage, whose length is relative to the mean. */
const saturated = (frequency: number, length: number) =>
  frequency / (frequency + bm25.k1 * (1 - bm25.b + bm25.b * length))

/**
 * The lexemes that most of the first results have in common. Each has the sum of its BM25 weights in them, before its
 * rarity, weighted by how good a result each is.
 */
function commonTerms(
  index: SearchIndex,
  lengths: Float64Array,
  { first, passages }: { first: readonly Ranked[]; passages: readonly PassageLexemes[] },
): Term[] {
  const highest = first[0]?.score ?? 1
  const scores = new Map(first.map((ranked) => [index.positionOf(ranked), ranked.score / highest]))
  const found = new Map<string, Term & { passages: number }>()
  for (const passage of passages) {
    const position = index.positionOf(passage)
    const config = index.configOf(passage.versionId) ?? ''
    for (const [lexeme, frequency] of passage.lexemes) {
      if (lexeme.length === 1) continue
      const key = `${config} ${lexeme}`
      const term = found.get(key) ?? { config, lexeme, passages: 0, weight: 0 }
      term.passages++
      term.weight += (scores.get(position) ?? 0) * saturated(frequency, lengths[position] ?? 0)
      found.set(key, term)
    }
  }
  return [...found.values()]
    .sort((one, other) => other.passages - one.passages || other.weight - one.weight || byLexeme(one, other))
    .slice(0, CANDIDATES)
    .map(({ config, lexeme, weight }) => ({ config, lexeme, weight }))
}

/** The positions of the highest scores above zero, best first, the first of equal ones first. */
function best(scores: Float64Array, most: number): number[] {
  const found: number[] = []
  let least = 0
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position] ?? 0
    if (score <= least) continue
    const at = found.findIndex((other) => (scores[other] ?? 0) < score)
    found.splice(at === -1 ? found.length : at, 0, position)
    if (found.length > most) found.pop()
    if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0
  }
  return found
}

/** The inverse document frequency of a lexeme that occurs in `found` of `count` passages. */
const rarity = (count: number, found: number) => Math.log(1 + (count - found + 0.5) / (found + 0.5))
