import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { askableFilter, filterProblem } from '../matrix/matrix-filter.ts'
import { type OfferedAgent, offeredAgents, type RecentAgent } from './offered-agents.ts'

/** What the picker shows below its search. */
export type Offer =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  /** `more`: the public list goes on. */
  | { state: 'full'; recent: OfferedAgent[]; listed: OfferedAgent[]; refreshing: boolean; more: boolean }

/** The parameter of the address that has the picker's search, beside the one of what else the page searches. */
const PARAMETER = 'agents'

/** The public agents that an address asks the picker for. */
export function readPickerFilter(search: URLSearchParams) {
  const query = search.get(PARAMETER)?.trim()
  return query ? { query } : {}
}

/** The recent and the public agents under the address's search. */
export function useAgentPicker(recent: readonly RecentAgent[]) {
  const [address, setAddress] = useSearchParams()
  const filter = readPickerFilter(address)
  const query = filter.query ?? ''
  const { settle: _, ...search } = useTypedSearch(query, (text) => {
    const next = new URLSearchParams(window.location.search)
    if (text.trim()) next.set(PARAMETER, text.trim())
    else next.delete(PARAMETER)
    setAddress(next, { replace: true })
  })
  const listed = useInfiniteQuery({
    ...agentListQuery(useApi(), askableFilter(filter)),
    placeholderData: keepPreviousData,
  })
  return { search, query, problem: filterProblem(filter), offer: offerOf(listed, recent, query) }
}

type Listed = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isPlaceholderData' | 'hasNextPage' | 'error' | 'refetch'
> & { data: { pages: { agents: Parameters<typeof offeredAgents>[1] }[] } | undefined }

function offerOf(listed: Listed, recent: readonly RecentAgent[], query: string): Offer {
  const { data, error, isPlaceholderData } = listed
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void listed.refetch() }
      : { state: 'loading' }
  const offered = offeredAgents(recent, data.pages[0]?.agents ?? [], query)
  if (offered.recent.length + offered.listed.length === 0)
    return isPlaceholderData ? { state: 'loading' } : { state: 'empty' }
  return { state: 'full', ...offered, refreshing: isPlaceholderData, more: listed.hasNextPage }
}
