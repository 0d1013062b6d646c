import { realmListQuerySchema } from '../../../../shared/realms/realms.ts'

/** Whose realms are listed: everybody's, or those that the signed-in wallet made or takes part in. */
export type Listing = 'all' | 'yours'

/** What an address searches for. */
export const readSearch = (search: URLSearchParams): string => search.get('query')?.trim() ?? ''

/** Whose realms an address lists. */
export const readListing = (search: URLSearchParams): Listing =>
  search.get('show') === 'yours' ? 'yours' : 'all'

/** The same address with another search; whatever else it says stays. */
export function writeSearch(search: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}

/** The same address with the other listing; the search stays. */
export function writeListing(search: URLSearchParams, listing: Listing): URLSearchParams {
  const next = new URLSearchParams(search)
  if (listing === 'yours') next.set('show', 'yours')
  else next.delete('show')
  return next
}

/** What is wrong with a search, as the server would say it. */
export function searchProblem(query: string): string | undefined {
  return realmListQuerySchema.safeParse({ query }).error?.issues[0]?.message
}

/** The part of a search that can be asked: one with a fault narrows nothing, and its field says why. */
export const askableSearch = (query: string): string => (searchProblem(query) === undefined ? query : '')
