import { type DocumentText, TEXT_PASSAGES } from '../../../shared/knowledge/document-text.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findReadVersion, readPassagesFrom } from '../../db/knowledge/document-text.ts'
import { Failure } from '../failure.ts'
import { pagesOfNote } from './extract/page-list.ts'

/** Reads what follows the passage `after`. @throws {Failure} `not_found` while nothing of the document is read */
export async function readDocumentText(
  db: Db,
  at: { agentId: string; sourceId: string },
  after: number,
): Promise<DocumentText> {
  const version = await findReadVersion(db, at)
  if (!version) throw new Failure('not_found', 'Nothing of this document is read yet.')
  // The passage before tells what the first repeats, and one behind the last whether there are more.
  const found = await readPassagesFrom(db, version.id, { from: after, most: TEXT_PASSAGES + 2 })
  const passages = found.filter(({ number }) => number > after).slice(0, TEXT_PASSAGES)
  const last = passages.at(-1)?.number
  const { name, pages, characters, notes } = version
  return {
    name,
    pages,
    characters,
    count: version.passages,
    notes: notes.map((sentence) => ({ sentence, pages: pagesOfNote(sentence) })),
    passages: passages.map(({ from, to: _, ...passage }) => {
      const before = found.find(({ number }) => number === passage.number - 1)
      return { ...passage, repeats: Math.max(0, (before?.to ?? 0) - from) }
    }),
    next: last !== undefined && found.some(({ number }) => number > last) ? last : null,
  }
}
