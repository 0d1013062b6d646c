import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** Greek writes σ within a word and ς at its end; in lower case Σ may be either. */
export const SIGMA = /[Σσς]/

/** As `contains` compares, with σ for ς and without a change of length. */
export const folded = (text: AnyColumn | SQL | SQL.Aliased): SQL =>
  sql`translate(lower(${text}), chr(962), chr(963))`

/**
 * The database folds text and term by the same rules. No character of the term is a wildcard.
 * @param lowered in lower case, as indexes have it: they are asked with any character for a sigma
 */
export function contains(lowered: AnyColumn | SQL, term: string): SQL {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  if (!SIGMA.test(term)) return sql`${lowered} like lower(${pattern}::text)`
  const open = pattern.replace(new RegExp(SIGMA, 'g'), '_')
  return sql`(${lowered} like lower(${open}::text) and ${folded(lowered)} like ${folded(sql`${pattern}::text`)})`
}
