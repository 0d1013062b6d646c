import type { Db } from '../../db/connect/connect.ts'
import {
  BLOCK,
  findOnPath,
  type RecallPlace,
  readBlockTexts,
  readIndexed,
  readPathTexts,
} from '../../db/conversations/recall.ts'
import type { RecalledMessage, RecollectionFinders } from '../chat/recollections.ts'
import { type Counted, countMessage, readCounted } from './index-blocks.ts'
import { bestFirst, placesOf, scoreAmongNeighbours, scoreMessages, totalsOf, weightsOf } from './score.ts'
import { chooseSentences } from './sentences.ts'
import { questionTerms, type Term } from './words.ts'

/** Messages of the path that are read with their neighbours. */
export const MOST_CANDIDATES = 32

/** Blocks that are read although they are not indexed: the newest 512 messages of those. */
const MOST_SCANNED = 8

/** Messages that are looked for on the path: at first, as usually nearly all are on it, then at once, and at all. */
const LOOKED_FOR = { first: 2 * MOST_CANDIDATES, atOnce: 1_000, atAll: 10_000 } as const

/** Finds what was said on a path before a message; see record 0088. */
export const createFindRecalled =
  ({ db }: { db: Db }): NonNullable<RecollectionFinders['findRecalled']> =>
  async ({ wallet, conversation }, { question, before, told, limitCharacters }) => {
    const terms = questionTerms(question, before)
    if (terms.length === 0) return []
    const place = { owner: wallet, conversationId: conversation.id, questionId: conversation.questionId }
    const counted = await countBefore(db, place, { told, terms })
    if (!counted) return []
    const weights = weightsOf(terms, counted.messages, counted.totals)
    const own = scoreMessages(counted.messages, weights)
    const texts = await readCandidates(db, place, { own, before: counted.depth })
    const byDepth = new Map(texts.map((text) => [text.depth, own.get(text.number) ?? 0]))
    const candidates = texts.map((text) => ({
      ...text,
      score: scoreAmongNeighbours((depth) => byDepth.get(depth) ?? 0, text.depth),
    }))
    const chosen = chooseSentences(candidates, weights, limitCharacters)
    return texts.flatMap(({ number, id, role, createdAt }): RecalledMessage[] => {
      const text = chosen.get(number)
      return text === undefined ? [] : [{ id, role, text, createdAt: new Date(createdAt) }]
    })
  }

/** What is known of the messages before one that is told; null if that is not the wallet's. */
async function countBefore(
  db: Db,
  place: RecallPlace,
  { told, terms }: { told: string; terms: readonly Term[] },
): Promise<(Counted & { depth: number }) | null> {
  const indexed = await readIndexed(db, place, { told, words: terms.map(({ word }) => word) })
  if (!indexed) return null
  // A message has a higher number than all before it on its path.
  const { number, depth } = indexed
  const { blocks, messages, totals } = readCounted(indexed, terms.length)
  const places = placesOf(terms)
  for (const block of newestMissing(blocks, number)) {
    const texts = await readBlockTexts(db, place, { block, before: number })
    const scanned = texts.map((text) => countMessage(text, places))
    messages.push(...scanned)
    const { count, words } = totalsOf(scanned)
    totals.count += count
    totals.words += words
  }
  return { messages, totals, depth }
}

function newestMissing(blocks: ReadonlySet<number>, before: number): number[] {
  const missing: number[] = []
  for (let block = Math.floor((before - 1) / BLOCK); block >= 0 && missing.length < MOST_SCANNED; block--)
    if (!blocks.has(block)) missing.push(block)
  return missing
}

/** The texts of the best messages on the path and of their neighbours, oldest first. */
async function readCandidates(
  db: Db,
  place: RecallPlace,
  { own, before }: { own: ReadonlyMap<number, number>; before: number },
) {
  const ranked = bestFirst(own)
  const depths = new Set<number>()
  let found = 0
  const most = Math.min(ranked.length, LOOKED_FOR.atAll)
  let [from, to]: [number, number] = [0, LOOKED_FOR.first]
  for (; from < most && found < MOST_CANDIDATES; [from, to] = [to, to + LOOKED_FOR.atOnce]) {
    const numbers = ranked.slice(from, to)
    const onPath = new Map(
      (await findOnPath(db, place, { numbers, before })).map(({ number, depth }) => [number, depth]),
    )
    for (const number of numbers) {
      const depth = onPath.get(number)
      if (depth === undefined || found === MOST_CANDIDATES) continue
      found++
      for (const neighbour of [depth - 1, depth, depth + 1])
        if (neighbour >= 0 && neighbour < before) depths.add(neighbour)
    }
  }
  return depths.size === 0 ? [] : readPathTexts(db, place, [...depths])
}
