import { useSearchParams } from '../../../lib/router.tsx'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import {
  type Listing,
  readListing,
  readSearch,
  searchProblem,
  writeListing,
  writeSearch,
} from './realm-search.ts'

/** The search lives in the address, so that a link reproduces it; typing replaces the address after a short pause. */
export function useRealmSearch() {
  const [search, setSearch] = useSearchParams()
  const query = readSearch(search)
  const { settle: _, ...typed } = useTypedSearch(query, (text) =>
    setSearch(writeSearch(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  return {
    ...typed,
    query,
    problem: searchProblem(query),
    listing: readListing(search),
    linkTo: (listing: Listing) => `?${writeListing(search, listing)}`,
  }
}
