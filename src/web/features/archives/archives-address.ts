import { limits } from '../../../shared/common/limits.ts'
import type { GlossaryFilter } from './glossary-filter.ts'
import { glossaryCategories } from './glossary-terms.ts'

export const archiveTabs = ['archives', 'glossary'] as const

export type ArchiveTab = (typeof archiveTabs)[number]

/** What the address of the archives says: which tab, and what the glossary is narrowed to. */
export interface ArchivesState extends GlossaryFilter {
  tab: ArchiveTab
}

/** A tab or a category that there is not is as good as none. */
export function readArchivesAddress(search: URLSearchParams): ArchivesState {
  return {
    tab: archiveTabs.find((tab) => tab === search.get('tab')) ?? 'archives',
    query: search.get('query')?.trim() ?? '',
    category: glossaryCategories.find((category) => category === search.get('category')),
  }
}

/** The search part of the address, without its `?`. What is the default is left out. */
export function writeArchivesAddress({ tab, query, category }: ArchivesState): string {
  const search = new URLSearchParams()
  if (tab !== 'archives') search.set('tab', tab)
  const addressed = addressedQuery(query)
  if (addressed) search.set('query', addressed)
  if (category) search.set('category', category)
  return search.toString()
}

/** The part of a search that an address carries: none of a pasted page, which no server would take as an address. */
export function addressedQuery(query: string): string {
  const trimmed = query.trim()
  return trimmed.length > limits.searchQuery ? '' : trimmed
}
