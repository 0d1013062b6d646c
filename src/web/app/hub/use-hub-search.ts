import { askableSearch, searchProblem } from '../../features/chat/history/history-search.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { useTypedSearch } from '../../lib/use-typed-search.ts'

/** What an address searches conversations and agents for; once the agents had a search of their own. */
export const readHubSearch = (address: URLSearchParams): string =>
  (address.get('query') ?? address.get('agents') ?? '').trim()

/** The part of it that can be asked. */
export const askableHubSearch = (address: URLSearchParams): string => askableSearch(readHubSearch(address))

/** The one search of the hub, which lives in the address. */
export function useHubSearch() {
  const [address, setAddress] = useSearchParams()
  const query = readHubSearch(address)
  const typed = useTypedSearch(query, (text) =>
    setAddress(writeHubSearch(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  return {
    typed,
    /** Whether what is typed is what is asked. */
    settled: typed.text.trim() === query,
    asked: askableSearch(query),
    problem: searchProblem(query),
  }
}

/** The same address with another search; whatever else it says stays. */
function writeHubSearch(address: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('agents')
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}
