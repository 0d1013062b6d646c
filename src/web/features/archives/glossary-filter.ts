import { type GlossaryCategory, type GlossaryTerm, glossaryTerms } from './glossary-terms.ts'

export interface GlossaryFilter {
  query: string
  /** Undefined for all categories. */
  category: GlossaryCategory | undefined
}

/**
 * Whether a term matches the filter: a text search over term and definition, combined with the category (section 2).
 */
export function matchesFilter(term: GlossaryTerm, { query, category }: GlossaryFilter): boolean {
  if (category && term.category !== category) return false
  const wanted = query.trim().toLowerCase()
  return [term.term, term.definition].some((text) => text.toLowerCase().includes(wanted))
}

export function findTerm(name: string): GlossaryTerm | undefined {
  return glossaryTerms.find((term) => term.term === name)
}
