import { limits } from '../../../shared/common/limits.ts'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import type { GlossaryFilter } from './glossary-filter.ts'
import { glossaryCategories } from './glossary-terms.ts'

export const archiveTabs = ['archives', 'glossary'] as const

export type ArchiveTab = (typeof archiveTabs)[number]

export interface ArchivesState extends GlossaryFilter {
  tab: ArchiveTab
}

export function readArchivesAddress(search: URLSearchParams): ArchivesState {
  return {
    tab: archiveTabs.find((tab) => tab === search.get('tab')) ?? 'archives',
    query: search.get('query')?.trim() ?? '',
    category: glossaryCategories.find((category) => category === search.get('category')),
  }
}

/** The query of the address, without its `?`. Default values are left out. */
export function writeArchivesAddress({ tab, query, category }: ArchivesState): string {
  const search = new URLSearchParams()
  if (tab !== 'archives') search.set('tab', tab)
  const addressed = addressedQuery(query)
  if (addressed) search.set('query', addressed)
  if (category) search.set('category', category)
  return search.toString()
}

/** The search text that fits into an address; empty if it is too long, as for a pasted page. */
export function addressedQuery(query: string): string {
  const trimmed = query.trim()
  return lengthOf(trimmed) > limits.searchQuery ? '' : trimmed
}
