import type { Ranked } from '../../db/knowledge/find-passages.ts'
import type { PassageLexemes } from '../../db/knowledge/find-terms.ts'
import { saturated } from './bm25.ts'
import type { SearchIndex } from './search-index.ts'

/** So many lexemes of most of the first passages may be weighted by rarity. */
const CANDIDATES = 40

interface CommonTerm {
  lexeme: string
  /** The sum of its BM25 weights, before its rarity, weighted by how good each result is. */
  weight: number
}

export const byLexeme = (one: CommonTerm, other: CommonTerm) => (one.lexeme < other.lexeme ? -1 : 1)

export function commonTerms(
  index: SearchIndex,
  lengths: Float64Array,
  { first, passages }: { first: readonly Ranked[]; passages: readonly PassageLexemes[] },
): CommonTerm[] {
  const highest = first[0]?.score ?? 1
  const scores = new Map(first.map((ranked) => [index.positionOf(ranked), ranked.score / highest]))
  const found = new Map<string, CommonTerm & { passages: number }>()
  for (const passage of passages) {
    const position = index.positionOf(passage)
    for (const [lexeme, frequency] of passage.lexemes) {
      if (lexeme.length === 1) continue
      const term = found.get(lexeme) ?? { lexeme, passages: 0, weight: 0 }
      term.passages++
      term.weight += (scores.get(position) ?? 0) * saturated(frequency, lengths[position] ?? 0)
      found.set(lexeme, term)
    }
  }
  return [...found.values()]
    .sort((one, other) => other.passages - one.passages || other.weight - one.weight || byLexeme(one, other))
    .slice(0, CANDIDATES)
    .map(({ lexeme, weight }) => ({ lexeme, weight }))
}
