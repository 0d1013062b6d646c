import type { Db } from '../../db/connect/connect.ts'
import { findStoredHash, readChunks } from '../../db/knowledge/source-files.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../files/stored-files.ts'

/**
 * The content of an uploaded file, from the chunks of the database or from the store of files.
 * @throws {Failure} `files_unavailable`, also while it is read; `not_found` if the store has lost it
 */
export async function openContent(
  { db, storedFiles }: { db: Db; storedFiles: Pick<StoredFiles, 'open'> },
  fileId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const hash = await findStoredHash(db, fileId)
  if (hash === null) return readChunks(db, fileId)
  const content = await storedFiles.open(hash)
  if (!content) throw new Failure('not_found', 'The file of this document is missing.')
  return content
}
