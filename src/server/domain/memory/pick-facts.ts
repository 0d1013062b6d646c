import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { bm25, rarity, saturated } from '../knowledge/bm25.ts'

interface PickedFact {
  number: number
  text: string
  updatedAt: Date
}

/** Whether all of a memory is told, so that no words are needed. */
export const fitsWhole = (facts: readonly Pick<PickedFact, 'text'>[], most: number = memoryLimits.told) =>
  facts.reduce((sum, { text }) => sum + text.length, 0) <= most

/**
 * The facts that are told, by number: all while they fit, else those that the question finds, best first (BM25), filled
 * up with those that changed last. One that is too long for what is left is passed over.
 * @param words of each fact and of the question, stemmed alike
 */
export function pickFacts<Fact extends PickedFact>(
  facts: readonly Fact[],
  words: { facts: readonly (readonly string[])[]; question: readonly string[] },
  most: number = memoryLimits.told,
): Fact[] {
  const byNumber = (one: Fact, other: Fact) => one.number - other.number
  if (fitsWhole(facts, most)) return facts.toSorted(byNumber)
  const scores = scoresOf(words.facts, words.question)
  const ranked = facts
    .map((fact, at) => ({ fact, score: scores[at] ?? 0 }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.fact.updatedAt.getTime() - one.fact.updatedAt.getTime() ||
        other.fact.number - one.fact.number,
    )
  let room = most
  const picked: Fact[] = []
  for (const { fact } of ranked) {
    if (fact.text.length > room) continue
    room -= fact.text.length
    picked.push(fact)
  }
  return picked.sort(byNumber)
}

function scoresOf(texts: readonly (readonly string[])[], question: readonly string[]): number[] {
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length || 1
  const scores = texts.map(() => 0)
  for (const wanted of new Set(question)) {
    const counts = texts.map((words) => words.filter((word) => word === wanted).length)
    const rare = rarity(texts.length, counts.filter((count) => count > 0).length)
    counts.forEach((count, at) => {
      const length = (texts[at]?.length ?? 0) / mean
      scores[at] = (scores[at] ?? 0) + rare * (bm25.k1 + 1) * saturated(count, length)
    })
  }
  return scores
}
