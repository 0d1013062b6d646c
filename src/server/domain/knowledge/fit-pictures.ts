import { limits } from '../../../shared/common/limits.ts'
import { Failure } from '../failure.ts'
import type { Upload } from './uploads.ts'

/** The longest beginning is that of WebP. */
const BEGINNING_BYTES = 12

/** Holds a picture in memory as a whole, nothing else. @throws {Failure} `source_invalid` or `source_too_large` */
export async function withPicturesFitted(
  upload: Upload,
  convert: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Upload> {
  const parts = upload.content[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let length = 0
  const readUntil = async (bytes: number) => {
    while (length < bytes) {
      const part = await parts.next()
      if (part.done) return
      read.push(part.value)
      length += part.value.length
    }
  }
  await readUntil(BEGINNING_BYTES)
  if (!isPicture(Buffer.concat(read))) return { ...upload, content: joined(read, parts) }
  await readUntil(limits.pictureBytes + 1)
  if (length > limits.pictureBytes) {
    await parts.return?.()
    throw refused('source_too_large', `A picture can have at most ${limits.pictureBytes / 1024 / 1024} MB.`)
  }
  const bytes = await convert(Buffer.concat(read)).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'image_invalid') throw refused('source_invalid', error.message)
    if (error.code === 'image_too_large') throw refused('source_too_large', error.message)
    throw error
  })
  return { content: joined([bytes]), known: 'picture' }
}

async function* joined(read: readonly Uint8Array[], rest?: AsyncIterator<Uint8Array>) {
  yield* read
  for (let part = await rest?.next(); part && !part.done; part = await rest?.next()) yield part.value
}

/** Knows PNG, JPEG, GIF and WebP, whatever the name says. */
function isPicture(beginning: Buffer): boolean {
  const text = beginning.toString('latin1')
  return (
    text.startsWith('\x89PNG\r\n') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF.{4}WEBP/s.test(text)
  )
}

const refused = (code: 'source_invalid' | 'source_too_large', sentence: string) =>
  new Failure(code, sentence, { errors: { file: sentence } })
