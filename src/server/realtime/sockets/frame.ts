import type { ServerFrame } from '../../../shared/realms/realtime.ts'

/** A whole text frame in its wire format (RFC 6455, section 5.2), built once for all its recipients. */
export type Frame = Buffer

const FINAL_TEXT = 0x81

/** @param json the text of the frame, which is not validated */
export function frameOfJson(json: string): Frame {
  const length = Buffer.byteLength(json)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = FINAL_TEXT
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeUInt32BE(0, 2)
    frame.writeUInt32BE(length, 6)
  }
  frame.write(json, head)
  return frame
}

export function frameOf(said: ServerFrame): Frame {
  return frameOfJson(JSON.stringify(said))
}
