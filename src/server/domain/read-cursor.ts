import { decodeCursor, type Place } from '../db/cursor.ts'
import { Failure } from './failure.ts'

/** @throws {Failure} `cursor_invalid` for a cursor that this list did not create */
export function readCursor(list: string, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const place = decodeCursor(list, cursor)
  if (place) return place
  const message = 'The cursor is not valid for this list. Start from the first page.'
  throw new Failure('cursor_invalid', message, { errors: { cursor: message } })
}
