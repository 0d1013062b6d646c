import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { BackupError } from './backup-error.ts'
import { entryOf, LARGEST_MANIFEST, MANIFEST_NAME, type Manifest, manifestSchema } from './manifest.ts'
import { checkSeal } from './seal.ts'
import { Measure } from './write-archive.ts'

const MOST_ENTRIES = 10_001

export interface OpenedArchive {
  manifest: Manifest
  /** The rows of a table in pieces of any length. @throws {BackupError} at the end, if they are not what was archived */
  rows(table: string): AsyncIterable<Buffer>
  close(): void
}

/**
 * Reads the manifest; rows are only unpacked when they are asked for.
 * @throws {BackupError} if the file is no archive, or a later program's
 */
export async function openArchive(path: string): Promise<OpenedArchive> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  const zip = await openPromise(path, options).catch((cause: unknown) => {
    if (cause instanceof Error && 'syscall' in cause)
      throw new BackupError(`${path} can't be read (${String((cause as NodeJS.ErrnoException).code)}).`, {
        cause,
      })
    throw new BackupError(`${path} is no backup, or its end is missing.`, { cause })
  })
  try {
    const entries = await listEntries(zip, path)
    const manifest = await readManifest(zip, entries.get(MANIFEST_NAME), path)
    const missing = manifest.tables.find(({ name }) => !entries.has(entryOf(name)))
    if (missing) throw new BackupError(`${path} is damaged: the rows of “${missing.name}” are missing.`)
    return {
      manifest,
      rows(table) {
        const entry = entries.get(entryOf(table))
        const archived = manifest.tables.find(({ name }) => name === table)
        if (!entry || !archived) throw new BackupError(`${path} has no table “${table}”.`)
        return checkedRows(zip, entry, archived)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new BackupError(`${path} is no backup: it has too many files.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (cause) {
    throw new BackupError(`${path} is damaged: its list of files can't be read.`, { cause })
  }
  return entries
}

async function readManifest(zip: ZipFile, entry: Entry | undefined, path: string): Promise<Manifest> {
  if (!entry || entry.uncompressedSize > LARGEST_MANIFEST)
    throw new BackupError(`${path} is no backup: it has no ${MANIFEST_NAME}.`)
  const pieces: Buffer[] = []
  for await (const piece of unpack(zip, entry, 'its manifest')) pieces.push(piece)
  let content: unknown
  try {
    content = JSON.parse(Buffer.concat(pieces).toString())
  } catch (cause) {
    throw new BackupError(`${path} is damaged: its ${MANIFEST_NAME} can't be read.`, { cause })
  }
  const parsed = manifestSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown }
  const isLater = format === 'bionic-backup' && typeof version === 'number' && version > 1
  throw new BackupError(
    isLater
      ? `${path} was made by a later version of Bionic, whose backups this one can't read.`
      : `${path} is no backup: its ${MANIFEST_NAME} is not one.`,
  )
}

async function* unpack(zip: ZipFile, entry: Entry, what: string): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (cause) {
    throw new BackupError(`The backup is damaged: ${what} can't be unpacked.`, { cause })
  }
  if (sum !== entry.crc32)
    throw new BackupError(`The backup is damaged: ${what} changed after it was written.`)
}

async function* checkedRows(
  zip: ZipFile,
  entry: Entry,
  { name, rows, sha256 }: Manifest['tables'][number],
): AsyncGenerator<Buffer> {
  const measure = new Measure()
  yield* measure.through(unpack(zip, entry, `the table “${name}”`))
  const found = measure.result()
  if (found.rows === rows && found.sha256 === sha256) return
  throw new BackupError(`The backup is damaged: the table “${name}” is not what its manifest says.`)
}

/**
 * Reads all of an archive: every byte, every row.
 * @throws {BackupError} that names the first damaged part
 */
export async function verifyArchive(path: string): Promise<Manifest> {
  const archive = await openArchive(path)
  try {
    for (const { name } of archive.manifest.tables) for await (const _ of archive.rows(name));
    await checkWhole(path)
    return archive.manifest
  } finally {
    archive.close()
  }
}

/** Much quicker than `verifyArchive`, and as sure. @throws {BackupError} if any byte was changed or is missing */
export async function checkWhole(path: string): Promise<void> {
  const state = await checkSeal(path)
  if (state === 'changed')
    throw new BackupError(`${path} is damaged: its bytes are not those that were written.`)
  if (state === 'unsealed') throw new BackupError(`${path} is damaged: the hash at its end is missing.`)
}
