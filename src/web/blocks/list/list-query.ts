import type { InfiniteData, QueryFunction, QueryKey } from '@tanstack/react-query'

interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

export type ListData<Item> = InfiniteData<ListPage<Item>>

export interface ListQuery<Item> extends Freshness<Item> {
  queryKey: QueryKey
  queryFn: QueryFunction<ListPage<Item>, QueryKey, string>
  initialPageParam: string
  getNextPageParam: (page: ListPage<Item>) => string | null
}

/** In milliseconds. */
export interface Freshness<Item> {
  staleTime?: number
  refetchInterval?: (query: { state: { data: ListData<Item> | undefined } }) => number | false
}

type AskPage<Item> = (
  page: { cursor?: string },
  options: { init: { signal: AbortSignal } },
) => Promise<ListPage<Item>>

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

export const allItems = <Item>(data: ListData<Item>): Item[] => data.pages.flatMap(({ items }) => items)
