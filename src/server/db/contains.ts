import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm'

/** Greek writes σ within a word and ς at its end; in lower case Σ may be either. */
export const SIGMA = /[Σσς]/

/** As `contains` compares, with σ for ς and without a change of length. */
export const folded = (text: AnyColumn | SQL | SQL.Aliased): SQL =>
  sql`translate(lower(${text}), chr(962), chr(963))`

/**
 * A condition in each form that a text may have a term in: texts are stored as they were typed, with é as one character
 * or as an e and its accent, and with letters that are in neither form (Bengali য়, Hebrew שׁ).
 */
export function inEachForm(term: string, condition: (form: string) => SQL | undefined): SQL | undefined {
  return or(...formsOf(term).map(condition))
}

export const formsOf = (term: string): string[] => [
  ...new Set([term, term.normalize('NFC'), term.normalize('NFD')]),
]

/**
 * The database folds text and term by the same rules. No character of the term is a wildcard.
 * @param lowered in lower case, as indexes have it: they are asked with any character for a sigma
 */
export const contains = (lowered: AnyColumn | SQL, term: string): SQL | undefined =>
  inEachForm(term, (form) => containsForm(lowered, form))

/** As `contains`, with the characters of the term alone. */
export function containsForm(lowered: AnyColumn | SQL, term: string): SQL {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  if (!SIGMA.test(term)) return sql`${lowered} like lower(${pattern}::text)`
  const open = pattern.replace(new RegExp(SIGMA, 'g'), '_')
  return sql`(${lowered} like lower(${open}::text) and ${folded(lowered)} like ${folded(sql`${pattern}::text`)})`
}
