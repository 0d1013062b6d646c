import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { allItems, type ListData, type ListQuery } from './list-query.ts'

export type List<Item> = { state: 'loading' } | ListFailure | { state: 'empty' } | FullList<Item>

export interface ListFailure {
  state: 'failed'
  problem: string
  retry: () => void
}

interface FullList<Item> {
  state: 'full'
  items: readonly Item[]
  /** The items belong to an earlier search while the current one is loading. */
  refreshing: boolean
  more: MorePages | undefined
}

interface MorePages {
  load: () => void
  loading: boolean
  problem: string | undefined
}

interface AskedQuery {
  data: unknown
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  refetch: () => unknown
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * @param items the caller may have merged the query's data with other data
 * @param besides the state of that other data: `waits` while it is loading, `refreshing` while it belongs to another
 * search
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

export function morePages(query: PagedQuery): MorePages | undefined {
  if (!query.hasNextPage) return undefined
  const problem = query.isFetchNextPageError ? query.error : null
  // A cursor that the server no longer accepts can't be retried, so the loaded pages are refetched.
  const lostPlace = problem instanceof ApiError && problem.problem?.code === 'cursor_invalid'
  return {
    load: () => void (lostPlace ? query.refetch() : query.fetchNextPage({ cancelRefetch: false })),
    loading: query.isFetchingNextPage,
    problem: problem ? explainError(problem) : undefined,
  }
}

interface ListOptions<Item> {
  enabled?: boolean
  /** The wallet of the list. The query waits until it is known; another wallet's data is never a placeholder. */
  owner?: string | undefined
  /** Must be the same function at every render. */
  arrange?: (data: ListData<Item>) => Item[]
}

/** Earlier results stay as a placeholder while another search loads. */
export function useListQuery<Item>(query: ListQuery<Item>, options: ListOptions<Item> = {}) {
  return useInfiniteQuery({
    ...query,
    enabled: options.enabled !== false && (!('owner' in options) || options.owner !== undefined),
    placeholderData: 'owner' in options ? ofSameOwner(options.owner) : keepPreviousData,
    select: options.arrange ?? allItems,
  })
}

export function useList<Item>(...asked: Parameters<typeof useListQuery<Item>>): List<Item> {
  const query = useListQuery<Item>(...asked)
  return listOf(query, query.data ?? [])
}

/** Keeps earlier data as a placeholder, unless it belongs to another wallet. */
export function ofSameOwner(owner: string | null | undefined) {
  return <Data>(
    previous: Data | undefined,
    before: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined => (before?.queryKey.includes(owner) ? previous : undefined)
}
