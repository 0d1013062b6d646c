import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { allItems, listQuery } from './list-query.ts'

interface Talk {
  id: string
  isRunning: boolean
}

/** A list in pages of two, of which all three pages are loaded. */
async function loaded(...running: string[]) {
  const talks = ['a', 'b', 'c', 'd', 'e'].map((id): Talk => ({ id, isRunning: running.includes(id) }))
  const asked: string[] = []
  const query = listQuery<Talk>(
    ['talks'],
    async ({ cursor = '' }) => {
      asked.push(cursor)
      const from = talks.findIndex(({ id }) => id === cursor) + 1
      const items = talks.slice(from, from + 2)
      return { items, nextCursor: from + 2 < talks.length ? (items.at(-1)?.id ?? null) : null }
    },
    { polling: { isChanging: ({ isRunning }) => isRunning, every: 60_000 } },
  )
  const client = new QueryClient()
  const list = new InfiniteQueryObserver(client, query)
  while (list.getCurrentResult().hasNextPage || asked.length === 0) await list.fetchNextPage()
  expect(asked).toEqual(['', 'b', 'd'])
  const ask = async () => {
    asked.length = 0
    const { data } = await list.refetch()
    return { asked, ids: allItems(data ?? { pages: [], pageParams: [] }).map(({ id }) => id) }
  }
  return { talks, client, list, ask }
}

test('a poll asks for the first page, and for those in which something is changing', async () => {
  expect((await (await loaded('a')).ask()).asked).toEqual([''])
  const { ask, talks } = await loaded('a', 'e')
  talks[4] = { id: 'e', isRunning: false }
  expect((await ask()).asked).toEqual(['', 'd'])
  expect((await ask()).asked).toEqual([''])
})

test('what moved in a list, and a list that somebody changed or that is not fresh, is asked for whole', async () => {
  const { ask, talks, client } = await loaded('a')
  talks.unshift({ id: 'new', isRunning: false })
  expect(await ask()).toEqual({ asked: ['', 'a', 'c'], ids: ['new', 'a', 'b', 'c', 'd', 'e'] })
  expect((await ask()).asked).toEqual([''])
  await client.invalidateQueries({ queryKey: ['talks'], refetchType: 'none' })
  expect((await ask()).asked).toEqual(['', 'a', 'c'])
  client.setQueryData(['talks'], (data: unknown) => data, { updatedAt: 1 })
  expect((await ask()).asked).toEqual(['', 'a', 'c'])
})
