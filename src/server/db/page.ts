import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm'
import { encodeCursor, type Place } from './cursor.ts'

interface PlaceColumns {
  createdAt: AnyColumn
  id: AnyColumn
}

/** What a named list query takes: a text that name or description has to contain, and where its page begins. */
export interface PageRequest {
  query?: string | undefined
  after?: Place | undefined
  limit: number
}

/** The stable order of every list. */
export const newestFirst = ({ createdAt, id }: PlaceColumns) => [desc(createdAt), desc(id)]

/** The rows that come after a place in that order; as one comparison of rows, so that an index can begin there. */
export function after({ createdAt, id }: PlaceColumns, place: Place | undefined): SQL | undefined {
  return (
    place && sql`(${createdAt}, ${id}) < (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
  )
}

/** Cuts what was asked for off rows that were read one beyond it; the one beyond tells whether the list goes on. */
export function cutPage<Row extends Place>(list: string, rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(list, last) : null }
}
