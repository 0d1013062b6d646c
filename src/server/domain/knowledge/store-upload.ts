import { createHash } from 'node:crypto'
import type { SourceType } from '../../../shared/knowledge/sources.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { StoredType } from '../../db/knowledge/sources.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { type Allowed, SNIFF_BYTES, sniffType } from './extract/sniff-type.ts'
import { receiveContent } from './receive-content.ts'

/** Stored, and kept in memory, at a time. */
const CHUNK_BYTES = 256 * 1024

const MEGABYTE = 1024 * 1024

export const sourceEndings: Record<StoredType, string> = {
  pdf: '.pdf',
  docx: '.docx',
  epub: '.epub',
  html: '.html',
  markdown: '.md',
  text: '.txt',
  csv: '.csv',
  picture: '.jpg',
}

export interface StoredUpload {
  fileId: string
  type: StoredType
  bytes: number
}

/**
 * Keeps never more than a chunk in memory. What is too long or unsupported is refused before the rest is received, and
 * nothing of it remains.
 * @throws {Failure} `source_invalid`, `source_too_large` or `files_unavailable`, or the error of the content
 */
export async function storeUpload(
  of: { db: Db; storedFiles: StoredFiles },
  upload: {
    content: AsyncIterable<Uint8Array>
    name: string
    mostBytes: number
    at: () => Date
    type?: SourceType | undefined
    /** Known because this server encoded it; else the first bytes tell. */
    known?: 'picture' | undefined
    /** What a refusal suggests instead. */
    allowed: Allowed
  },
): Promise<StoredUpload> {
  const hash = createHash('sha256')
  let type: StoredType | undefined = upload.known
  let bytes = 0
  const received = await receiveContent(of, upload.at)
  try {
    for await (const chunk of inChunks(upload.content)) {
      type ??= typeOf(chunk, upload)
      bytes += chunk.length
      if (bytes > upload.mostBytes) throw tooLarge(upload.mostBytes)
      hash.update(chunk)
      await received.add(chunk)
    }
    if (!type) throw invalid('The file is empty.')
    const fileId = await received.end({ hash: hash.digest('hex'), bytes })
    return { fileId, type, bytes }
  } catch (error) {
    await received.drop()
    throw error
  }
}

function typeOf(
  beginning: Uint8Array,
  { type, name, allowed }: { name: string; type?: SourceType | undefined; allowed: Allowed },
): SourceType {
  // A renamed document may have lost the ending that tells which kind of plain text it is.
  const head = beginning.subarray(0, SNIFF_BYTES)
  const sniffed = sniffType(head, type ? `file${sourceEndings[type]}` : name, allowed)
  if ('refusal' in sniffed) throw invalid(sniffed.refusal)
  if (type && sniffed.type !== type) throw invalid('The file’s content does not match its type.')
  return sniffed.type
}

const invalid = (sentence: string) => new Failure('source_invalid', sentence, { errors: { file: sentence } })

export function tooLarge(mostBytes: number): Failure {
  const sentence = `A document can have at most ${Math.floor(mostBytes / MEGABYTE)} MB.`
  return new Failure('source_too_large', sentence, { errors: { file: sentence } })
}

/** Of equal size, except for the last. */
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let length = 0
  for await (const part of content) {
    for (let from = 0; from < part.length; ) {
      const taken = Math.min(part.length - from, CHUNK_BYTES - length)
      chunk.set(part.subarray(from, from + taken), length)
      length += taken
      from += taken
      if (length < CHUNK_BYTES) continue
      yield chunk
      chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}
