import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Whether a text that the database folded with `lower` contains the term, whatever the case of either. Both are folded
 * by the same hand, and every character of the term means itself.
 */
export function contains(folded: AnyColumn | SQL, term: string): SQL {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${folded} like lower(${pattern}::text)`
}
