import type { Db } from '../../db/connect/connect.ts'
import {
  findCandidates,
  type Lexeme,
  lexemesOf,
  type Ranked,
  type Searched,
} from '../../db/knowledge/find-passages.ts'
import { type SearchIndex, SearchIndexes } from './search-index.ts'

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
 * Ranks passages, best first.
 * @param words as returned by `searchWords`
 * @param feedback null to rank by the words of the question alone
 */
export type RankPassages = (
  searched: Searched,
  words: string,
  options: { most: number; feedback: Feedback | null },
) => Promise<Ranked[]>

export function createRanking({
  db,
  indexBytes = INDEX_BYTES,
}: {
  db: Db
  indexBytes?: number
}): RankPassages {
  const indexes = new SearchIndexes(indexBytes)

  return async (searched, words, { most, feedback }) => {
    const lexemes = await lexemesOf(db, searched, words)
    const terms = lexemes.map((lexeme) => ({ ...lexeme, weight: 1 }))
    const index = indexes.of(searched)
    try {
      const first = await rankByTerms(db, index, terms, Math.max(most, feedback?.passages ?? 0))
      if (!feedback || first.length === 0) return first.slice(0, most)
      return await rankByTerms(
        db,
        index,
        await learnTerms(db, searched, index, { terms, first }, feedback),
        most,
      )
    } finally {
      indexes.trim()
    }
  }
}

/** Ranks by BM25. */
async function rankByTerms(
  db: Db,
  index: SearchIndex,
  terms: readonly Term[],
  most: number,
): Promise<Ranked[]> {
  const scores = new Float64Array(index.count)
  const all = await index.postingsOf(db, terms)
  for (const [at, { weight }] of terms.entries()) {
    const postings = all[at]
    if (!postings) continue
    const { positions, frequencies } = postings
    const factor = weight * rarity(index.count, positions.length) * (bm25.k1 + 1)
    for (let posting = 0; posting < positions.length; posting++) {
      const position = positions[posting] ?? 0
      const frequency = frequencies[posting] ?? 0
      const length = (index.lengths[position] ?? 0) / index.mean
      const score = (factor * frequency) / (frequency + bm25.k1 * (1 - bm25.b + bm25.b * length))
      scores[position] = (scores[position] ?? 0) + score
    }
  }
  return best(scores, most).map((position) => ({
    ...index.passageAt(position),
    score: scores[position] ?? 0,
  }))
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

/**
 * Pseudo-relevance feedback: finds the lexemes that distinguish the first results from all other passages. They are
 * searched for as well, which finds passages that say the same in other words than the question.
 */
async function learnTerms(
  db: Db,
  searched: Searched,
  index: SearchIndex,
  { terms, first }: { terms: readonly Term[]; first: readonly Ranked[] },
  feedback: Feedback,
): Promise<Term[]> {
  const candidates = await findCandidates(db, searched, first.slice(0, feedback.passages), {
    ...bm25,
    mean: index.mean,
    most: CANDIDATES,
  })
  const counts = await index.countsOf(db, candidates)
  const learnt = candidates
    .map((term, at) => ({ ...term, weight: term.weight * rarity(index.count, counts[at] ?? 0) }))
    .sort((one, other) => other.weight - one.weight || (one.lexeme < other.lexeme ? -1 : 1))
    .slice(0, feedback.terms)
  const highest = learnt[0]?.weight ?? 1
  const known = new Map(terms.map((term) => [`${term.config} ${term.lexeme}`, term]))
  for (const { config, lexeme, weight } of learnt) {
    const before = known.get(`${config} ${lexeme}`)?.weight ?? 0
    known.set(`${config} ${lexeme}`, {
      config,
      lexeme,
      weight: before + (feedback.weight * weight) / highest,
    })
  }
  return [...known.values()]
}
