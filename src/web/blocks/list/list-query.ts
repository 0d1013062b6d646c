import type { InfiniteData, QueryFunction, QueryKey } from '@tanstack/react-query'

/** A page of a list as the cache keeps it, whatever its items are called in the answer. */
export interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

export type ListData<Item> = InfiniteData<ListPage<Item>>

/** How a list is asked for, page by page. One definition serves the hook, the prefetch and the invalidation. */
export interface ListQuery<Item> extends Freshness<Item> {
  queryKey: QueryKey
  queryFn: QueryFunction<ListPage<Item>, QueryKey, string>
  initialPageParam: string
  getNextPageParam: (page: ListPage<Item>) => string | null
}

/** When a list is asked for again by itself, in milliseconds. */
export interface Freshness<Item> {
  staleTime?: number
  refetchInterval?: (query: { state: { data: ListData<Item> | undefined } }) => number | false
}

/** What the API is asked for one page: where it begins, and the options that end the request with its query. */
type AskPage<Item> = (
  page: { cursor?: string },
  options: { init: { signal: AbortSignal } },
) => Promise<ListPage<Item>>

/** A list of the API. @param ask asks for one page and says what its items are */
export const listQuery = <Item>(
  queryKey: QueryKey,
  ask: AskPage<Item>,
  freshness: Freshness<Item> = {},
): ListQuery<Item> => ({
  ...freshness,
  queryKey,
  queryFn: ({ pageParam, signal }) => ask(pageParam ? { cursor: pageParam } : {}, { init: { signal } }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
})

/** The items of all pages, in the order in which the server gave them. */
export const allItems = <Item>(data: ListData<Item>): Item[] => data.pages.flatMap(({ items }) => items)
