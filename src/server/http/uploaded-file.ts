import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Failure } from '../domain/failure.ts'
import { mediaType, readBody } from './body.ts'
import type { AppContext } from './context.ts'

/**
 * Writes a body to a temporary file as it arrives, without holding it in memory, and deletes the file after use.
 * @throws {Failure} `unsupported_media_type`, `body_too_large`, or `bad_request` if the body is incomplete
 */
export async function withUploadedFile<Result>(
  c: AppContext,
  type: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (mediaType(c) !== type) throw new Failure('unsupported_media_type', `Send the file as ${type}.`)
  const folder = await mkdtemp(join(tmpdir(), 'bionic-upload-'))
  try {
    const path = join(folder, 'body')
    const { body } = c.req.raw
    const source = body ? Readable.fromWeb(body as NodeStream) : Readable.from([])
    await readBody(c, () => pipeline(source, createWriteStream(path, { mode: 0o600 })))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
