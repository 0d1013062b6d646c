import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Whether a text that the database lower-cased with `lower` contains the term, ignoring case. The database lower-cases
 * the term too, so both are folded by the same rules, and no character of the term is a wildcard.
 */
export function contains(folded: AnyColumn | SQL, term: string): SQL {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${folded} like lower(${pattern}::text)`
}
