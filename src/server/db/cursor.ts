import { createHash } from 'node:crypto'

/** Lists are ordered by rank, highest first, if they have one, then by time, newest first, then by id. */
export interface Place {
  rank?: number
  createdAt: Date
  id: string
}

/** A cursor has the time in milliseconds (6 bytes), the id (16), the rank, if any (8), and a checksum (4). */
const PLACE_BYTES = 22
const RANK_BYTES = 8
const CHECKSUM_BYTES = 4

/** Nothing in it is secret. By the checksum, a damaged cursor or one of another list is refused instead of misread. */
export function encodeCursor(list: string, place: Place): string {
  const bytes = Buffer.alloc(PLACE_BYTES + (place.rank === undefined ? 0 : RANK_BYTES))
  bytes.writeUIntBE(place.createdAt.getTime(), 0, 6)
  bytes.write(place.id.replaceAll('-', ''), 6, 'hex')
  if (place.rank !== undefined) bytes.writeDoubleBE(place.rank, PLACE_BYTES)
  return Buffer.concat([bytes, checksum(list, bytes)]).toString('base64url')
}

/** Null for any text that `encodeCursor` did not produce for this list. */
export function decodeCursor(list: string, cursor: string): Place | null {
  const bytes = Buffer.from(cursor, 'base64url')
  const isRanked = bytes.length === PLACE_BYTES + RANK_BYTES + CHECKSUM_BYTES
  if (!isRanked && bytes.length !== PLACE_BYTES + CHECKSUM_BYTES) return null
  const hex = bytes.toString('hex', 6, PLACE_BYTES)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const place = {
    ...(isRanked && { rank: bytes.readDoubleBE(PLACE_BYTES) }),
    createdAt: new Date(bytes.readUIntBE(0, 6)),
    id,
  }
  return encodeCursor(list, place) === cursor ? place : null
}

function checksum(list: string, place: Buffer): Buffer {
  return createHash('sha256').update(list).update(place).digest().subarray(0, CHECKSUM_BYTES)
}
