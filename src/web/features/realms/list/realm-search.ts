/** `yours`: those that the signed-in wallet created or takes part in. */
export type Listing = 'all' | 'yours'

export const readSearch = (search: URLSearchParams): string => search.get('query')?.trim() ?? ''

export const readListing = (search: URLSearchParams): Listing =>
  search.get('show') === 'yours' ? 'yours' : 'all'

export function writeSearch(search: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}

/** Sets the listing in an address; the search stays. */
export function writeListing(search: URLSearchParams, listing: Listing): URLSearchParams {
  const next = new URLSearchParams(search)
  if (listing === 'yours') next.set('show', 'yours')
  else next.delete('show')
  return next
}
