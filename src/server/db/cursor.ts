import { createHash } from 'node:crypto'

/** The place of a row in a list that is ordered by when its rows were made, newest first, and then by id. */
export interface Place {
  createdAt: Date
  id: string
}

/** Milliseconds in 6 bytes, the id in 16, a checksum in 4. */
const PLACE_BYTES = 22
const CURSOR_BYTES = 26

/**
 * A place as an opaque text for the next page. Nothing in it is secret, as every client has seen the row it names; the
 * checksum is there so that a damaged cursor, or one of another list, is refused instead of meaning something else.
 */
export function encodeCursor(list: string, place: Place): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeUIntBE(place.createdAt.getTime(), 0, 6)
  bytes.write(place.id.replaceAll('-', ''), 6, 'hex')
  checksum(list, bytes).copy(bytes, PLACE_BYTES)
  return bytes.toString('base64url')
}

/** The exact inverse of `encodeCursor`; null for any text that it did not make for this list. */
export function decodeCursor(list: string, cursor: string): Place | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== CURSOR_BYTES) return null
  const hex = bytes.toString('hex', 6, PLACE_BYTES)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const place = { createdAt: new Date(bytes.readUIntBE(0, 6)), id }
  return encodeCursor(list, place) === cursor ? place : null
}

function checksum(list: string, bytes: Buffer): Buffer {
  return createHash('sha256').update(list).update(bytes.subarray(0, PLACE_BYTES)).digest().subarray(0, 4)
}
