import { crc32 } from 'node:zlib'
import { cardLimits } from '../../../shared/agents/cards.ts'
import { Failure } from '../failure.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Length, type and checksum of a chunk. */
const AROUND = 12

/** Chunks with text or private data: everything in them that is used has been read before the picture is decoded. */
const textual = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

interface PngChunk {
  type: string
  data: Buffer
}

export const isPng = (bytes: Buffer) => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/**
 * Reads the chunks of a PNG or APNG without decoding any. The data are views of `bytes`.
 * @throws {Failure} `card_invalid` for a wrong length or checksum; `card_too_large` for too many chunks
 */
export function readPngChunks(bytes: Buffer): PngChunk[] {
  const chunks: PngChunk[] = []
  let at = SIGNATURE.length
  while (at < bytes.length) {
    if (bytes.length - at < AROUND) throw damaged('The PNG breaks off within a chunk.')
    if (chunks.length >= cardLimits.chunks)
      throw new Failure('card_too_large', `A PNG card can have at most ${number(cardLimits.chunks)} chunks.`)
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('The PNG has a chunk whose name is no name.')
    const left = bytes.length - at - AROUND
    if (length > left)
      throw damaged(
        `The PNG’s “${type}” chunk says that it has ${number(length)} bytes, and ${number(left)} follow.`,
      )
    const end = at + 8 + length
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      throw damaged(`The PNG’s “${type}” chunk is damaged: its checksum is wrong.`)
    if (chunks.length === 0 && type !== 'IHDR') throw damaged('The PNG does not begin with its header.')
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    if (type === 'IEND') return chunks
    at = end + 4
  }
  throw damaged('The PNG breaks off before its end.')
}

/** The first `tEXt` chunk with a keyword, as Latin-1; null if there is none. */
export function pngText(chunks: readonly PngChunk[], keyword: string): string | null {
  const start = Buffer.from(`${keyword}\0`, 'latin1')
  for (const { type, data } of chunks)
    if (type === 'tEXt' && data.subarray(0, start.length).equals(start))
      return data.toString('latin1', start.length)
  return null
}

export function writePng(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks.map(chunkBytes)])
}

export function pngWithoutTexts(chunks: readonly PngChunk[]): Buffer {
  return writePng(chunks.filter(({ type }) => !textual.has(type)))
}

/** Adds `tEXt` chunks to a PNG, before its end. The texts must be Latin-1 without NUL, such as base64. */
export function pngWithTexts(png: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const chunks = readPngChunks(png)
  const added = Object.entries(texts).map(([keyword, text]) => ({
    type: 'tEXt',
    data: Buffer.from(`${keyword}\0${text}`, 'latin1'),
  }))
  const last = chunks.length - 1
  return writePng([...chunks.slice(0, last), ...added, ...chunks.slice(last)])
}

function chunkBytes({ type, data }: PngChunk): Buffer {
  const bytes = Buffer.alloc(data.length + AROUND)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

const damaged = (message: string) => new Failure('card_invalid', message)
const number = (value: number) => value.toLocaleString('en-US')
