import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'

const PREFIX = 'sha256:'
const HEX_LENGTH = 64

/** In bytes, at the very end of the archive, where a zip has its comment. */
const SEAL_BYTES = PREFIX.length + HEX_LENGTH

/** The comment that the archive is written with. `Seal` puts the hash of all bytes before it in its place. */
export const unsealed = PREFIX + '0'.repeat(HEX_LENGTH)

/** What its own checksums leave open, such as a zip's list of names and lengths, is covered by this one. */
export class Seal extends Transform {
  readonly #hash = createHash('sha256')
  #held = Buffer.alloc(0)
  bytes = 0

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length
    const all = Buffer.concat([this.#held, chunk])
    const ready = all.subarray(0, Math.max(0, all.length - SEAL_BYTES))
    this.#held = Buffer.from(all.subarray(ready.length))
    this.#hash.update(ready)
    done(null, ready)
  }

  override _flush(done: TransformCallback): void {
    done(null, PREFIX + this.#hash.digest('hex'))
  }
}

/** Whether a file has a seal, and is what was sealed. */
export async function checkSeal(path: string): Promise<'whole' | 'changed' | 'unsealed'> {
  const { size } = await stat(path)
  if (size <= SEAL_BYTES) return 'unsealed'
  const hash = createHash('sha256')
  let end = ''
  let at = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const inside = Math.max(0, Math.min(chunk.length, size - SEAL_BYTES - at))
    hash.update(chunk.subarray(0, inside))
    end += chunk.subarray(inside).toString('latin1')
    at += chunk.length
  }
  if (!end.startsWith(PREFIX)) return 'unsealed'
  return end === PREFIX + hash.digest('hex') ? 'whole' : 'changed'
}
