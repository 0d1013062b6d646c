import * as z from 'zod/mini'
import { paced } from '../db/backup/paced-source.ts'
import { quoteText, type RowsSource } from '../db/backup/rows-source.ts'
import { REFERRED_TO } from '../db/files/stored-files.ts'
import { type FileStore, readAll, readOfMany } from '../domain/files/file-store.ts'

/** In bytes: of one row of the archive. */
const CHUNK_BYTES = 256 * 1024
const FILES_AT_ONCE = 500

const fileRow = z.object({ hash: z.string() })
const chunkRow = z.object({ hex: z.string() })

/**
 * A database whose files are elsewhere is read as if it had them itself, in its table `file_chunks`. So an archive has all
 * bytes, whichever store they are in, and can be restored into any.
 * @param onMissing is told the hash of what the store has lost, or has otherwise than it was put
 */
export function withFileRows(
  source: RowsSource,
  store: FileStore | null,
  onMissing: (hash: string) => void,
): RowsSource {
  if (!store) return source
  return {
    ...source,
    query: (text) => source.query(text),
    copyOut: (text) =>
      text.includes('from public."file_chunks"') ? fileRows(source, store, onMissing) : source.copyOut(text),
    close: () => source.close(),
  }
}

/** Read with rests, and until `signal` is aborted: what the store of files has, which is often most of it, as the rows. */
export function pacedWithFiles(
  source: RowsSource,
  store: FileStore | null,
  { signal, onMissing }: { signal: AbortSignal; onMissing: (hash: string) => void },
): RowsSource {
  return paced(withFileRows(source, store, onMissing), { signal })
}

/** One file is in memory at a time, because a row that was written can't be taken back. */
async function* fileRows(
  source: RowsSource,
  store: FileStore,
  onMissing: (hash: string) => void,
): AsyncGenerator<Buffer> {
  for (let after = ''; ; ) {
    const files = await source.query(`
      select hash from stored_files where hash > ${quoteText(after)} collate "C" and ${REFERRED_TO}
      order by hash collate "C" limit ${FILES_AT_ONCE}`)
    for (const file of files) {
      const { hash } = fileRow.parse(file)
      const content = (await readStored(store, hash)) ?? (await readOwn(source, hash))
      if (content) yield* rowsOf(hash, content)
      else onMissing(hash)
    }
    const last = files.at(-1)
    if (!last) return
    after = fileRow.parse(last).hash
  }
}

/** One that can't be read must not prevent all backups. */
async function readStored(store: FileStore, hash: string): Promise<Buffer | null> {
  const content = await readOfMany(store, async () => {
    const opened = await store.open(hash)
    return opened && readAll(opened)
  })
  return content === 'unreadable' ? null : content
}

async function readOwn(source: RowsSource, hash: string): Promise<Buffer | null> {
  const chunks = await source.query(
    `select encode(bytes, 'hex') as hex from file_chunks where hash = ${quoteText(hash)} order by number`,
  )
  return chunks.length === 0
    ? null
    : Buffer.concat(chunks.map((chunk) => Buffer.from(chunkRow.parse(chunk).hex, 'hex')))
}

function* rowsOf(hash: string, content: Buffer): Generator<Buffer> {
  for (let at = 0; at === 0 || at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES).toString('hex')
    yield Buffer.from(`${hash}\t${at / CHUNK_BYTES}\t\\\\x${chunk}\n`)
  }
}
