import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { allItems, type ListData } from './list-query.ts'

export const firstPage = <Item>(data: ListData<Item>): Item[] => data.pages[0]?.items ?? []

/** Without duplicates: an item used while the pages loaded can be in two of them; its latest version counts. */
export function lastUsedFirst<Item extends { id: string; updatedAt: string }>(data: ListData<Item>): Item[] {
  const listed = new Map<string, Item>()
  for (const item of allItems(data)) {
    const known = listed.get(item.id)
    if (!known || known.updatedAt < item.updatedAt) listed.set(item.id, item)
  }
  return [...listed.values()].sort((one, other) => {
    if (one.updatedAt === other.updatedAt) return 0
    return one.updatedAt < other.updatedAt ? 1 : -1
  })
}

export function withItems<Item>(data: ListData<Item>, change: (item: Item) => Item): ListData<Item> {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) }
}

/** Returns the same object if there is nothing to remove. */
export function withoutItems<Item>(data: ListData<Item>, gone: (item: Item) => boolean): ListData<Item> {
  if (!data.pages.some(({ items }) => items.some(gone))) return data
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => !gone(item)) }))
  return { ...data, pages }
}

/** Removes an earlier version of the item. */
export function withFirst<Item extends { id: string }>(data: ListData<Item>, first: Item): ListData<Item> {
  const { pages, ...others } = withoutItems(data, ({ id }) => id === first.id)
  return {
    ...others,
    pages: pages.map((page, index) => (index === 0 ? { ...page, items: [first, ...page.items] } : page)),
  }
}

/**
 * Updates cached lists optimistically. Cancels their pending requests, whose responses would restore the old state.
 * @param queryKey the prefix of the keys of these lists
 * @returns a function that restores the previous data, for when the server refuses
 */
export async function changeLists<Item>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (data: ListData<Item>) => ListData<Item>,
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueriesData<ListData<Item>>({ queryKey })
  queryClient.setQueriesData<ListData<Item>>({ queryKey }, (data) => data && change(data))
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
