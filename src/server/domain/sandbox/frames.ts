import type { Readable, Writable } from 'node:stream'

/** Frames between the server and a sandbox process: one byte for the kind, four for the length, then the payload. */
export const frameKinds = {
  ready: 0,
  /** The last piece of the input, or of the output. */
  work: 1,
  /** The text says why the input can't be read. */
  invalid: 2,
  /** The text says how large the input may be. */
  tooLarge: 3,
  /** Of the input or of the output; more follows. */
  piece: 4,
} as const

export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds]

export interface Frame {
  kind: number
  payload: Buffer
}

const HEADER_BYTES = 5

/** @returns false if the other side lags behind; a sender of large data must wait then */
export function writeFrame(to: Writable, kind: FrameKind, payload: Uint8Array = new Uint8Array()): boolean {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(kind, 0)
  header.writeUInt32BE(payload.length, 1)
  const goesOn = to.write(header)
  return payload.length > 0 ? to.write(payload) : goesOn
}

/** @param onTooLong is called once, and reading ends, if a frame declares more than `longest` bytes */
export function readFrames(
  from: Readable,
  longest: number,
  { onFrame, onTooLong }: { onFrame: (frame: Frame) => void; onTooLong: () => void },
): void {
  let parts: Buffer[] = []
  let held = 0
  let needed = HEADER_BYTES
  const onData = (part: Buffer) => {
    parts.push(part)
    held += part.length
    while (held >= needed) {
      const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, held)
      parts = [bytes]
      const end = HEADER_BYTES + bytes.readUInt32BE(1)
      if (end - HEADER_BYTES > longest) {
        from.off('data', onData)
        onTooLong()
        return
      }
      needed = end
      if (held < end) return
      onFrame({ kind: bytes.readUInt8(0), payload: bytes.subarray(HEADER_BYTES, end) })
      const rest = bytes.subarray(end)
      parts = rest.length > 0 ? [rest] : []
      held = rest.length
      needed = HEADER_BYTES
    }
  }
  from.on('data', onData)
}
