import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { allItems, type ListData, type ListQuery } from './list-query.ts'

/** What stands where a list is shown. */
export type List<Item> = { state: 'loading' } | ListFailure | { state: 'empty' } | FullList<Item>

export interface ListFailure {
  state: 'failed'
  problem: string
  retry: () => void
}

export interface FullList<Item> {
  state: 'full'
  items: readonly Item[]
  /** These belong to another search than the one that is being asked. */
  refreshing: boolean
  more: MorePages | undefined
}

/** The pages of a list that are still to come. */
export interface MorePages {
  load: () => void
  loading: boolean
  /** Why the next one did not arrive. */
  problem: string | undefined
}

/** What of a query the state of its list is known from. */
interface AskedQuery {
  data: unknown
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** What of an infinite query its next page is known from. */
interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  refetch: () => unknown
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * The state of a list that a query, infinite or not, is asked for.
 * @param items what it has so far; what the query brought may be put together with other things
 * @param besides those other things: `waits` while they are not known, `refreshing` while they belong to another search
 */
export function listOf<Item>(
  query: AskedQuery | (AskedQuery & PagedQuery),
  items: readonly Item[],
  besides: { waits?: boolean; refreshing?: boolean } = {},
): List<Item> {
  if (query.data === undefined)
    return query.error
      ? { state: 'failed', problem: explainError(query.error), retry: () => void query.refetch() }
      : { state: 'loading' }
  if (besides.waits) return { state: 'loading' }
  const refreshing = query.isPlaceholderData || besides.refreshing === true
  const more = 'fetchNextPage' in query ? morePages(query) : undefined
  if (items.length === 0 && !more) return { state: refreshing ? 'loading' : 'empty' }
  return { state: 'full', items, refreshing, more }
}

/** How a list goes on; undefined where it does not. */
export function morePages(query: PagedQuery): MorePages | undefined {
  if (!query.hasNextPage) return undefined
  const problem = query.isFetchNextPageError ? query.error : null
  // A cursor that the server no longer takes can't be tried again; the pages so far are asked anew.
  const lostPlace = problem instanceof ApiError && problem.problem?.code === 'cursor_invalid'
  return {
    load: () => void (lostPlace ? query.refetch() : query.fetchNextPage({ cancelRefetch: false })),
    loading: query.isFetchingNextPage,
    problem: problem ? explainError(problem) : undefined,
  }
}

interface ListOptions<Item> {
  enabled?: boolean
  /** Whose list it is: another wallet's never stands in for it, and it is asked for once they are known. Without it the list is everybody's. */
  owner?: string | undefined
  /** Puts the items in their order; the same function at every render. */
  arrange?: (data: ListData<Item>) => Item[]
}

/** An infinite query for a list, its items in their order. What was found before stands in while another search is asked. */
export function useListQuery<Item>(query: ListQuery<Item>, options: ListOptions<Item> = {}) {
  return useInfiniteQuery({
    ...query,
    enabled: options.enabled !== false && (!('owner' in options) || options.owner !== undefined),
    placeholderData: 'owner' in options ? ofSameOwner(options.owner) : keepPreviousData,
    select: options.arrange ?? allItems,
  })
}

/** A list of the API as a screen shows it. */
export function useList<Item>(...asked: Parameters<typeof useListQuery<Item>>): List<Item> {
  const query = useListQuery<Item>(...asked)
  return listOf(query, query.data ?? [])
}

/** Lets an earlier answer stand in for the one that is asked, unless it is another wallet's. */
export function ofSameOwner(owner: string | null | undefined) {
  return <Data>(
    previous: Data | undefined,
    before: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined => (before?.queryKey.includes(owner) ? previous : undefined)
}
