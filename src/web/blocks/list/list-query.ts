import type { InfiniteData, QueryFunction, QueryKey, QueryState } from '@tanstack/react-query'

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
interface Freshness<Item> {
  staleTime?: number
  refetchInterval?: (query: { state: { data: ListData<Item> | undefined } }) => number | false
}

interface Polling<Item> {
  isChanging: (item: Item) => boolean
  /** In milliseconds, while an item of the list is changing. */
  every: number
}

type AskPage<Item> = (
  page: { cursor?: string },
  options: { init: { signal: AbortSignal } },
) => Promise<ListPage<Item>>

export const listQuery = <Item>(
  queryKey: QueryKey,
  ask: AskPage<Item>,
  { polling, ...freshness }: Freshness<Item> & { polling?: Polling<Item> } = {},
): ListQuery<Item> => ({
  ...freshness,
  ...(polling && {
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && allItems(data).some(polling.isChanging) && polling.every,
  }),
  queryKey,
  queryFn: ({ client, pageParam, signal }) =>
    (polling && keptPage(client.getQueryState(queryKey), pageParam, polling)) ??
    ask(pageParam ? { cursor: pageParam } : {}, { init: { signal } }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
})

/** A later page that a poll does not ask for again, since it still begins where it did and nothing in it is changing. */
function keptPage<Item>(
  list: QueryState<ListData<Item>> | undefined,
  cursor: string,
  { isChanging, every }: Polling<Item>,
): ListPage<Item> | undefined {
  const isPolled =
    list?.status === 'success' && !list.isInvalidated && Date.now() - list.dataUpdatedAt < 2 * every
  const page = isPolled && cursor ? list.data?.pages[list.data.pageParams.indexOf(cursor)] : undefined
  return page?.items.some(isChanging) ? undefined : page
}

export const allItems = <Item>(data: ListData<Item>): Item[] => data.pages.flatMap(({ items }) => items)
