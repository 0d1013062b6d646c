/** The messages of PostgreSQL's protocol that matter here. */
const COPY_DATA = 0x64
const ERROR = 0x45

/** A type and a length, which counts itself. */
const HEAD_BYTES = 5
const TYPE_BYTES = 1

/** Takes the rows of a `COPY … TO STDOUT` out of the protocol's messages, which come in pieces of any length. */
export class CopyAnswer {
  #rest: Buffer = Buffer.alloc(0)
  /** What the database said of an error. */
  fault: string | null = null

  /** The rows in this piece; they are only valid until the next call. */
  push(data: Uint8Array): Buffer[] {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const rows: Buffer[] = []
    let at = 0
    while (at + HEAD_BYTES <= all.length) {
      const end = at + TYPE_BYTES + all.readInt32BE(at + TYPE_BYTES)
      if (end > all.length) break
      const body = all.subarray(at + HEAD_BYTES, end)
      if (all[at] === COPY_DATA) rows.push(body)
      if (all[at] === ERROR) this.fault = messageOf(body)
      at = end
    }
    // The engine writes over its memory.
    this.#rest = Buffer.from(all.subarray(at))
    return rows
  }
}

/** An error is a list of fields, each a letter and a text that ends with a zero. */
function messageOf(body: Buffer): string {
  const fields = body.toString().split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'the statement failed'
}

/** The simple query protocol's message for one statement. */
export function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('Q')
  head.writeInt32BE(body.length + HEAD_BYTES - TYPE_BYTES, TYPE_BYTES)
  return Buffer.concat([head, body])
}
