import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** The database lower-cases text and term by the same rules. No character of the term is a wildcard. */
export function contains(folded: AnyColumn | SQL, term: string): SQL {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${folded} like lower(${pattern}::text)`
}
