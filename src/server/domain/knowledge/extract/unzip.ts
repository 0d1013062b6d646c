import { isAscii, isUtf8 } from 'node:buffer'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { extractLimits, Unreadable } from './document.ts'

const damaged = () =>
  new Unreadable('The file is damaged: it is a zip file inside, and that can not be unpacked.')
const tooMuch = () =>
  new Unreadable(
    `The file unpacks to more than ${extractLimits.unpackedBytes / 1024 / 1024} MB, which is more than a document has.`,
  )

/** @throws {Unreadable} also above the limit, counted while unpacking because the declared size may be wrong */
export async function unzip(
  bytes: Buffer,
  isWanted: (path: string) => boolean,
): Promise<Map<string, Buffer>> {
  const zip = await open(bytes)
  if (zip.entryCount > extractLimits.zipEntries)
    throw new Unreadable(
      `The file has ${zip.entryCount.toLocaleString('en-US')} files in it; a document can have ${extractLimits.zipEntries.toLocaleString('en-US')}.`,
    )
  const files = new Map<string, Buffer>()
  let unpacked = 0
  for await (const entry of entries(zip)) {
    const path = pathOf(entry)
    if (path.endsWith('/') || !isWanted(path)) continue
    const parts: Buffer[] = []
    try {
      for await (const part of await openEntry(zip, entry)) {
        unpacked += (part as Buffer).length
        if (unpacked > extractLimits.unpackedBytes) throw tooMuch()
        parts.push(part as Buffer)
      }
    } catch (error) {
      if (error instanceof Unreadable) throw error
      // The other files may be intact; a reader that needs this one says that it is missing.
      continue
    }
    files.set(path, Buffer.concat(parts))
  }
  return files
}

/** Many programs write UTF-8 without saying so, which the library then reads as code page 437. */
function pathOf({ fileName, fileNameRaw: raw }: Entry): string {
  return isUtf8(raw) && !isAscii(raw) ? raw.toString().replaceAll('\\', '/') : fileName
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) =>
      error ? reject(damaged()) : resolve(zip),
    ),
  )
}

async function* entries(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = Promise.withResolvers<Entry | null>()
    zip.once('entry', next.resolve)
    zip.once('end', () => next.resolve(null))
    zip.once('error', () => next.reject(damaged()))
    zip.readEntry()
    const entry = await next.promise
    zip.removeAllListeners()
    if (!entry) return
    yield entry
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  )
}
