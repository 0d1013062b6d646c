import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm'
import { encodeCursor, type Place } from './cursor.ts'

interface PlaceColumns {
  rank?: AnyColumn | SQL | undefined
  createdAt: AnyColumn
  id: AnyColumn
}

export interface PageRequest {
  query?: string | undefined
  after?: Place | undefined
  limit: number
}

/** Without a rank it is `newestFirst`, the default order of lists. */
export const highestFirst = ({ rank, ...columns }: PlaceColumns) => [
  ...(rank ? [desc(rank)] : []),
  ...newestFirst(columns),
]

export const newestFirst = ({ createdAt, id }: PlaceColumns) => [desc(createdAt), desc(id)]

/** A single row comparison, so that an index scan can start at the place. */
export function after({ rank, createdAt, id }: PlaceColumns, place: Place | undefined): SQL | undefined {
  if (!place) return undefined
  const values = sql`${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid`
  return rank
    ? sql`(${rank}, ${createdAt}, ${id}) < (${place.rank}::float8, ${values})`
    : sql`(${createdAt}, ${id}) < (${values})`
}

/** `rows` were read with one more than the limit, which tells whether the list continues. */
export function cutPage<Row extends Place>(list: string, rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(list, last) : null }
}
