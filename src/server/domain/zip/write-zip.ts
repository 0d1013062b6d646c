import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { cutText } from '../../../shared/text/plain-text.ts'
import { fileName } from '../export/exported-file.ts'

/** The content is generated while it is written. */
export interface ZipEntry {
  /** Folders are separated by `/`. */
  path: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  packed?: boolean
}

/**
 * Writes as fast as it is read. If the reader leaves, no more entries are requested; if an entry fails, so does the
 * stream, so that nobody takes a partial zip for a complete one. `onEnd` is called once, when all was read or the
 * stream ended early.
 */
export function writeZip(
  entries: AsyncIterable<ZipEntry>,
  madeAt: Date,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const gone = finished(output, { writable: false })
  zip.on('error', (error: Error) => output.destroy(error))

  async function write(): Promise<void> {
    for await (const { path, content, packed } of entries) {
      const source = Readable.from(
        typeof content === 'string' || content instanceof Uint8Array ? [content] : content,
        {
          objectMode: false,
        },
      )
      zip.addReadStream(source, path, { mtime: madeAt, compress: !packed })
      // The next entry is only requested when this one was read, or the reader has left.
      await Promise.race([finished(source), gone])
      if (output.destroyed) return
    }
    zip.end()
  }

  gone.catch(() => {}).finally(onEnd)
  write().catch((error: Error) => output.destroy(error))
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}

/** In UTF-16 units: some systems limit a name to 255 bytes. */
const TITLE_LENGTH = 60

export function pathOf(folder: string, index: number, title: string): string {
  const short = cutText(title, TITLE_LENGTH)
  return `${folder}/${String(index + 1).padStart(5, '0')} ${fileName(short, 'Untitled')}`
}
