import { type GlossaryCategory, type GlossaryTerm, glossaryTerms } from './glossary-terms.ts'

export interface GlossaryFilter {
  query: string
  /** Without one, all categories. */
  category: GlossaryCategory | undefined
}

/** Section 2: a text search over term and definition, together with the chosen category. */
export function matchesFilter(term: GlossaryTerm, { query, category }: GlossaryFilter): boolean {
  if (category && term.category !== category) return false
  const wanted = query.trim().toLowerCase()
  return [term.term, term.definition].some((text) => text.toLowerCase().includes(wanted))
}

/** The term of the glossary that a related term's name means, where it is one of them. */
export function findTerm(name: string): GlossaryTerm | undefined {
  return glossaryTerms.find((term) => term.term === name)
}
