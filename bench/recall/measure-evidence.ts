import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { MOST_CANDIDATES } from '../../src/server/domain/recall/recall.ts'
import { scoreAmongNeighbours } from '../../src/server/domain/recall/score.ts'
import { rankTexts } from './rank-texts.ts'

const turn = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() })
const samples = z.array(
  z.object({
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(
      z.object({ question: z.string(), evidence: z.optional(z.array(z.string())), category: z.int() }),
    ),
  }),
)

/** Questions of this category have no answer in the conversation. */
const UNANSWERABLE = 5
const TURNS = 10

/** The share of the turns with the answer that are among the ten best. */
export function measureEvidence(file: string): void {
  const sums = { plain: 0, ours: 0, questions: 0 }
  for (const { conversation, qa } of samples.parse(JSON.parse(readFileSync(file, 'utf8')))) {
    const turns = turnsOf(conversation)
    const places = new Map(turns.map(({ dia_id }, place) => [dia_id, place]))
    const texts = turns.map(({ speaker, text }) => `${speaker}: ${text}`)
    for (const { question, evidence = [], category } of qa) {
      const wanted = evidence.flatMap((ids) => ids.split(/[;,\s]+/)).flatMap((id) => places.get(id) ?? [])
      if (category === UNANSWERABLE || wanted.length === 0) continue
      const { scores, ranked } = rankTexts(texts, question)
      const share = (best: readonly number[]) =>
        wanted.filter((place) => best.includes(place)).length / wanted.length
      sums.questions++
      sums.plain += share(ranked.slice(0, TURNS))
      sums.ours += share(rankAmongNeighbours(scores, ranked).slice(0, TURNS))
    }
  }
  const mean = (sum: number) => (sum / sums.questions).toFixed(3)
  console.log(
    `\n${sums.questions} questions about long conversations (LoCoMo), evidence recall@${TURNS} turns`,
  )
  console.log(`  plain BM25 ${mean(sums.plain)}, recall ${mean(sums.ours)}`)
}

/** As `createFindRecalled` does. */
function rankAmongNeighbours(scores: ReadonlyMap<number, number>, ranked: readonly number[]): number[] {
  const read = new Set(ranked.slice(0, MOST_CANDIDATES).flatMap((place) => [place - 1, place, place + 1]))
  const own = (place: number) => (read.has(place) ? (scores.get(place) ?? 0) : 0)
  const among = new Map([...read].map((place) => [place, scoreAmongNeighbours(own, place)]))
  return [...read].sort((one, other) => (among.get(other) ?? 0) - (among.get(one) ?? 0))
}

function turnsOf(conversation: Record<string, unknown>): z.infer<typeof turn>[] {
  const turns: z.infer<typeof turn>[] = []
  for (let session = 1; conversation[`session_${session}`]; session++)
    turns.push(...z.array(turn).parse(conversation[`session_${session}`]))
  return turns
}
