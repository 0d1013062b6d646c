import type { Db } from '../../db/connect/connect.ts'
import type { Ranked, Searched } from '../../db/knowledge/find-passages.ts'
import { readLexemes } from '../../db/knowledge/find-terms.ts'
import { bm25, rarities, rarity, saturated } from './bm25.ts'
import { byLexeme, commonTerms } from './common-terms.ts'
import { readPostings } from './postings.ts'
import { type Question, type QuestionTerms, type Term, termsOf } from './question-terms.ts'
import type { Postings, SearchIndex, Space } from './search-index.ts'
import { SearchIndexes } from './search-indexes.ts'

export interface Feedback {
  /** How many first passages give terms. */
  passages: number
  terms: number
  /** Of the best added lexeme, relative to a word of the question. */
  weight: number
  /** So many passages, the best by the question's own words, keep their places. */
  keep: number
}

const INDEX_BYTES = 64 * 1024 * 1024

/** Passages of the question's language come before all but better ones, so that tables don't stand in the way. */
const LEAD = 5

/** Ranks passages, best first. `options.feedback` is null to rank by the words of the question alone. */
export type RankPassages = (
  searched: Searched,
  question: Question,
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

  return async (searched, question, { most, feedback }) => {
    const index = indexes.of(searched)
    const asked = termsOf(question, searched)
    const ranking = new Ranking(db, index, {
      home: homeOf(index.spaces, asked),
      onRead: () => indexes.trim(),
    })
    await ranking.add(asked.terms)
    const lead = ranking.leadingSpace()
    if (!lead) return []
    const kept = ranking.best(feedback?.keep ?? LEAD, lead)
    const better = ranking.best(most).filter(({ score }) => score > (kept[0]?.score ?? 0))
    // Scores are sums, so what the learnt terms add makes them rank by all terms.
    if (feedback) await ranking.add(await ranking.learnTerms(lead, feedback))
    const led = once([...kept, ...ranking.best(LEAD, lead)]).slice(0, LEAD)
    return once([...better, ...led, ...ranking.best(most)]).slice(0, most)
  }
}

function once(ranked: readonly Ranked[]): Ranked[] {
  const places = new Map<string, Ranked>()
  for (const one of ranked) {
    const place = `${one.versionId} ${one.number}`
    if (!places.has(place)) places.set(place, one)
  }
  return [...places.values()]
}

interface FoundTerm {
  weight: number
  passages: number[]
  postings: Postings[]
}

class Ranking {
  readonly #db: Db
  readonly #index: SearchIndex
  readonly #onRead: () => void
  readonly #scores: Float64Array
  #home: Space | undefined

  /** @param options.home undefined for the space in which most of the first terms occur */
  constructor(db: Db, index: SearchIndex, { home, onRead }: { home: Space | undefined; onRead: () => void }) {
    this.#db = db
    this.#index = index
    this.#home = home
    this.#onRead = onRead
    this.#scores = new Float64Array(index.count)
  }

  async add(terms: readonly Term[]): Promise<void> {
    const index = this.#index
    for (const portion of index.portions(terms)) {
      const lexemes = portion.flatMap((term) => term.lexemes)
      const [lengths, postings] = await Promise.all([
        index.lengths(this.#db),
        index.postingsOf(this.#db, lexemes),
      ])
      let next = 0
      const found = portion.map(({ weight, lexemes }): FoundTerm => {
        const of = postings.slice(next, next + lexemes.length)
        next += lexemes.length
        return { weight, passages: index.spaces.map((space) => inSpace(space, of)), postings: of }
      })
      this.#home ??= homeByWords(index.spaces, found)
      for (const term of found) this.#addTerm(term, lengths)
      this.#onRead()
    }
  }

  #addTerm({ weight, passages, postings }: FoundTerm, lengths: Float64Array): void {
    const scores = this.#scores
    const { spaces } = this.#index
    const factors = rarities(spaces, this.#home, passages).map((rarity) => weight * rarity * (bm25.k1 + 1))
    for (const { parts } of postings)
      for (const { start, bytes, space } of parts) {
        const factor = factors[space] ?? 0
        // A word in each row of a table says no more than one in a single row.
        const most = spaces[space]?.prose === null ? 1 : Number.POSITIVE_INFINITY
        readPostings(bytes, (place, frequency) => {
          const position = start + place
          const score = factor * saturated(Math.min(frequency, most), lengths[position] ?? 0)
          scores[position] = (scores[position] ?? 0) + score
        })
      }
  }

  best(most: number, space?: Space): Ranked[] {
    const index = this.#index
    const ranges = space ? index.rangesOf(space) : [{ from: 0, to: index.count }]
    return best(this.#scores, ranges, most).map((position) => ({
      ...index.passageAt(position),
      score: this.#scores[position] ?? 0,
    }))
  }

  /** The question's, unless nothing is found in it. */
  leadingSpace(): Space | undefined {
    if (this.#home && this.best(1, this.#home).length > 0) return this.#home
    const [highest] = this.best(1)
    return highest && this.#index.spaceOf(highest.versionId)
  }

  /** Pseudo-relevance feedback: what distinguishes a space's first results finds the same said in other words. */
  async learnTerms(space: Space, feedback: Feedback): Promise<Term[]> {
    const index = this.#index
    const first = this.best(feedback.passages, space)
    const [lengths, passages] = await Promise.all([index.lengths(this.#db), readLexemes(this.#db, first)])
    const candidates = commonTerms(index, lengths, { first, passages })
    const lexemes = candidates.map(({ lexeme }) => lexeme)
    const counts = await index.countsOf(this.#db, space, lexemes)
    const learnt = candidates
      .map((term, at) => ({ ...term, weight: term.weight * rarity(space.count, counts[at] ?? 0) }))
      .sort((one, other) => other.weight - one.weight || byLexeme(one, other))
      .slice(0, feedback.terms)
    const most = learnt[0]?.weight ?? 1
    return learnt.map(({ lexeme, weight }) => ({
      lexemes: [{ config: space.config, lexeme }],
      weight: (feedback.weight * weight) / most,
    }))
  }
}

/** The space of prose in the question's language. */
function homeOf(spaces: readonly Space[], { config, language }: QuestionTerms): Space | undefined {
  return spaces
    .filter(({ prose, ...of }) => prose !== null && of.config === config)
    .find(({ prose }) => config !== 'simple' || prose === language)
}

/** The space with most of the terms; one of prose if any term occurs in prose. */
function homeByWords(spaces: readonly Space[], terms: readonly FoundTerm[]): Space | undefined {
  const found = ({ at }: Space) => terms.filter(({ passages }) => (passages[at] ?? 0) > 0).length
  const proseOf = (space: Space) => (space.prose === null ? 0 : found(space))
  return spaces.toSorted(
    (one, other) => proseOf(other) - proseOf(one) || found(other) - found(one) || other.count - one.count,
  )[0]
}

/** In how many passages one of these occurs, if they don't occur together. */
function inSpace({ at, count }: Space, postings: readonly Postings[]): number {
  return Math.min(
    count,
    postings.reduce((sum, { passages }) => sum + (passages[at] ?? 0), 0),
  )
}

/** Above zero, best first, of equal ones the first. */
function best(scores: Float64Array, ranges: readonly { from: number; to: number }[], most: number): number[] {
  const found: number[] = []
  let least = 0
  for (const { from, to } of ranges)
    for (let position = from; position < to; position++) {
      const score = scores[position] ?? 0
      if (score <= least) continue
      const at = found.findIndex((other) => (scores[other] ?? 0) < score)
      found.splice(at === -1 ? found.length : at, 0, position)
      if (found.length > most) found.pop()
      if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0
    }
  return found
}
