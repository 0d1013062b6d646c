import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { changeLists, firstPage, lastUsedFirst, withFirst, withItems, withoutItems } from './list-data.ts'
import type { ListData } from './list-query.ts'

interface Used {
  id: string
  updatedAt: string
  state?: string
}
const used = (id: string, updatedAt: string, state?: string): Used => ({
  id,
  updatedAt,
  ...(state && { state }),
})
const infinite = (...pages: Used[][]): ListData<Used> => ({
  pages: pages.map((items) => ({ items, nextCursor: null })),
  pageParams: pages.map(() => ''),
})
const pagesOf = (data: ListData<Used>) => data.pages.map(({ items }) => items)
const [a, b] = [used('a', '2026-11-02T10:00:00.000Z'), used('b', '2026-11-01T10:00:00.000Z')] as const

test('a conversation that moved up while the pages came in is listed once, as it was last said to be', () => {
  const old = used('a', '2026-11-02T10:00:00.000Z', 'finished')
  const now = used('a', '2026-11-02T12:00:00.000Z', 'running')
  const other = used('b', '2026-11-02T11:00:00.000Z')
  expect(lastUsedFirst(infinite([now], [other, old]))).toEqual([now, other])
  expect(lastUsedFirst(infinite([other, old], [now]))).toEqual([now, other])
})

test('a run that was gone on with while the pages came in is listed once, as it is now, and first', () => {
  const data = infinite(
    [used('b', '2026-03-03T00:00:00.000Z'), used('a', '2026-03-02T00:00:00.000Z')],
    [used('c', '2026-03-01T00:00:00.000Z'), used('a', '2026-03-04T00:00:00.000Z', 'running')],
  )
  expect(lastUsedFirst(data).map(({ id, state }) => [id, state])).toEqual([
    ['a', 'running'],
    ['b', undefined],
    ['c', undefined],
  ])
})

test('conversations used at the same moment keep the order in which the server gave them', () => {
  const same = ['c', 'a', 'b'].map((id) => used(id, '2026-11-02T10:00:00.000Z'))
  expect(lastUsedFirst(infinite(same)).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('a deleted conversation leaves every page, and lists without it are left alone', () => {
  const data = infinite([a], [b])
  expect(pagesOf(withoutItems(data, ({ id }) => id === 'a'))).toEqual([[], [b]])
  expect(withoutItems(data, ({ id }) => id === 'z')).toBe(data)
})

test('a new title reaches the conversation that has it, and no other', () => {
  const running = { ...b, state: 'running' }
  const data = withItems(infinite([a, b]), (item) => (item.id === 'b' ? running : item))
  expect(pagesOf(data)).toEqual([[a, running]])
})

test('what was just stored is the first, and once', () => {
  const stored = { ...b, updatedAt: '2026-11-03T10:00:00.000Z' }
  expect(pagesOf(withFirst(infinite([a], [b]), stored))).toEqual([[stored, a], []])
  expect(firstPage(withFirst(infinite([a], [b]), stored))).toEqual([stored, a])
})

test('lists show a change at once, and what was before where it is taken back', async () => {
  const client = new QueryClient()
  const lists = ['kept', 'list']
  client.setQueryData([...lists, 'all'], infinite([a, b]))
  client.setQueryData([...lists, 'some'], infinite([b]))
  const shown = () =>
    ['all', 'some'].map((key) => pagesOf(client.getQueryData([...lists, key]) ?? infinite()))
  const putBack = await changeLists<Used>(client, lists, (data) => withoutItems(data, ({ id }) => id === 'a'))
  expect(shown()).toEqual([[[b]], [[b]]])
  putBack()
  expect(shown()).toEqual([[[a, b]], [[b]]])
})
