import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm'
import { encodeCursor, type Place } from './cursor.ts'

interface PlaceColumns {
  /** The first sort column, if the list has a rank. */
  rank?: AnyColumn | undefined
  createdAt: AnyColumn
  id: AnyColumn
}

/** The parameters of a list query: a text that the name or description must contain, and where the page begins. */
export interface PageRequest {
  query?: string | undefined
  after?: Place | undefined
  limit: number
}

/** The order of a list with a rank; without a rank it is `newestFirst`. */
export const highestFirst = ({ rank, ...columns }: PlaceColumns) => [
  ...(rank ? [desc(rank)] : []),
  ...newestFirst(columns),
]

/** The stable default order of lists. */
export const newestFirst = ({ createdAt, id }: PlaceColumns) => [desc(createdAt), desc(id)]

/**
 * The condition for the rows after a place in that order. It is a single row comparison, so that an index scan can
 * start there.
 */
export function after({ rank, createdAt, id }: PlaceColumns, place: Place | undefined): SQL | undefined {
  if (!place) return undefined
  const values = sql`${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid`
  return rank
    ? sql`(${rank}, ${createdAt}, ${id}) < (${place.rank}::float8, ${values})`
    : sql`(${createdAt}, ${id}) < (${values})`
}

/**
 * Cuts a page from rows that were read with one more than the limit. The additional row tells whether the list
 * continues.
 */
export function cutPage<Row extends Place>(list: string, rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(list, last) : null }
}
