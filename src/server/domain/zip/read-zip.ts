import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { importLimits } from '../../../shared/own-data/own-data.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { Failure } from '../failure.ts'

/** The directory is checked; files are only unpacked when they are read. */
export interface OpenedZip {
  names: readonly string[]
  /** @throws {Failure} `archive_invalid` if it is damaged, `archive_too_large` if its declared size exceeds `most` */
  read(name: string, most: number): Promise<Buffer | null>
  /** In pieces; fails as `read` does. */
  stream(name: string): { bytes: number; content: AsyncIterable<Uint8Array> } | null
  close(): void
}

export type ZipLimits = Record<'entries' | 'unpackedBytes', number>

interface ZipWording {
  /** With its article, such as `an export`. */
  kind: string
  advice: string
}

const anExport: ZipWording = { kind: 'an export', advice: 'Download the export again' }

/**
 * Refuses names that lead out of it, duplicates, and more files or bytes than it may have. An unpacked file is checked
 * against its declared size.
 * @throws {Failure} `archive_invalid` or `archive_too_large`, with a sentence for the user
 */
export async function openZip(
  path: string,
  limits: ZipLimits = importLimits,
  wording: ZipWording = anExport,
): Promise<OpenedZip> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  const zip = await openPromise(path, options).catch(() => {
    throw invalid(`This is no zip, or its end is missing. ${wording.advice}, or choose another file.`)
  })
  try {
    const entries = await listEntries(zip, limits, wording)
    return {
      names: [...entries.keys()],
      async read(name, most) {
        const entry = entries.get(name)
        return entry ? readEntry(zip, entry, most, wording) : null
      },
      stream(name) {
        const entry = entries.get(name)
        return entry ? { bytes: entry.uncompressedSize, content: unpack(zip, entry, wording) } : null
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(
  zip: ZipFile,
  limits: ZipLimits,
  wording: ZipWording,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw tooLarge(
      `This zip has more than the ${number(limits.entries)} files that ${wording.kind} can have.`,
    )
  const entries = new Map<string, Entry>()
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw invalid('This zip has two files of one name.')
      if (entry.isEncrypted())
        throw invalid(`This zip is encrypted. Bring ${wording.kind} as it was downloaded.`)
      unpacked += entry.uncompressedSize
      if (unpacked > limits.unpackedBytes)
        throw tooLarge(
          `Unpacked, this zip has more than the ${megabytes(limits.unpackedBytes)} that are taken.`,
        )
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    // The library's errors about names contain one of these words.
    const isName = /\b(path|fileName)\b/.test(error instanceof Error ? error.message : '')
    throw invalid(
      isName
        ? 'This zip has a file whose name leads out of it, so nothing of it is read.'
        : `The list of files in this zip is damaged. ${wording.advice}.`,
    )
  }
  return entries
}

async function readEntry(zip: ZipFile, entry: Entry, most: number, wording: ZipWording): Promise<Buffer> {
  const { fileName, uncompressedSize } = entry
  if (uncompressedSize > most)
    throw tooLarge(`“${shown(fileName)}” is longer than the ${megabytes(most)} that one file can have.`)
  const chunks: Buffer[] = []
  for await (const chunk of unpack(zip, entry, wording)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Fails, at the end or before, if the content is not what the directory says. */
async function* unpack(zip: ZipFile, entry: Entry, wording: ZipWording): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch {
    throw damaged(entry.fileName, wording)
  }
  if (sum !== entry.crc32) throw damaged(entry.fileName, wording)
}

const damaged = (fileName: string, { advice }: ZipWording) =>
  invalid(`“${shown(fileName)}” in this zip is damaged. ${advice}.`)

/** A name may have any length. */
const shown = (fileName: string) => cutText(fileName, 100)
const invalid = (message: string) => new Failure('archive_invalid', message)
const tooLarge = (message: string) => new Failure('archive_too_large', message)
const number = (value: number) => value.toLocaleString('en-US')
const megabytes = (bytes: number) => `${number(Math.floor(bytes / (1024 * 1024)))} MB`
