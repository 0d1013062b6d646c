import type { Marked } from '../../../shared/knowledge/answering-sentence.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Lexeme, Searched } from '../../db/knowledge/find-passages.ts'
import { findWordsOf } from '../../db/knowledge/find-terms.ts'
import { placeWords, withPlainForms } from './passages/search-words.ts'

/** Compares as the search does: another form of a word counts. @returns ascending ranges without overlaps */
export async function findHits(
  db: Db,
  { searched, lexemes }: { searched: Searched; lexemes: readonly Lexeme[] },
  passages: readonly { versionId: number; text: string }[],
): Promise<Marked[][]> {
  const configs = new Map(searched.versions.map(({ id, searchConfig }) => [id, searchConfig]))
  const placed = passages.map(({ text }) =>
    placeWords(text).map((found) => ({ ...found, word: withPlainForms(found.word) })),
  )
  const words = [...new Set(placed.flatMap((of) => of.map(({ word }) => word)))]
  const found = await findWordsOf(db, lexemes, words)
  const hits = new Set(found.map(({ config, word }) => `${config} ${word}`))
  return passages.map(({ versionId }, at) =>
    joined((placed[at] ?? []).filter(({ word }) => hits.has(`${configs.get(versionId)} ${word}`))),
  )
}

/** Joins ranges that overlap, as those of pairs of characters do. */
function joined(ranges: readonly Marked[]): Marked[] {
  const all: Marked[] = []
  for (const { from, to } of ranges) {
    const last = all.at(-1)
    if (last && from < last.to) last.to = to
    else all.push({ from, to })
  }
  return all
}
