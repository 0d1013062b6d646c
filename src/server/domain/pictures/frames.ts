import type { Readable, Writable } from 'node:stream'

/**
 * What the server and a process for pictures say to each other over pipes: one byte that says what it is, four that say
 * how long it is, and so many bytes.
 */
export const frameKinds = {
  /** The process has loaded its library. */
  ready: 0,
  /** To the process: what it is to make a picture from. From it: the picture. */
  picture: 1,
  /** The picture can't be read; the text says why. */
  invalid: 2,
  /** The picture has too many pixels; the text says how many it can have. */
  tooLarge: 3,
} as const

export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds]

export interface Frame {
  kind: number
  payload: Buffer
}

const HEADER_BYTES = 5

export function writeFrame(to: Writable, kind: FrameKind, payload: Uint8Array = new Uint8Array()): void {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(kind, 0)
  header.writeUInt32BE(payload.length, 1)
  to.write(header)
  if (payload.length > 0) to.write(payload)
}

/**
 * Calls `onFrame` with each frame that arrives.
 * @param onTooLong called once, after which nothing more is read, when a frame says it has more than `longest` bytes
 */
export function readFrames(
  from: Readable,
  longest: number,
  { onFrame, onTooLong }: { onFrame: (frame: Frame) => void; onTooLong: () => void },
): void {
  let parts: Buffer[] = []
  let held = 0
  /** How many bytes are needed before anything can be said of them. */
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
