import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError, createApi } from '../../lib/http/api.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import { keepAnswers, recallAnswers } from './keep-answers.ts'
import type { KeptAnswers } from './kept-answers.ts'

const api = createApi('http://localhost', async () => {
  throw new TypeError('Nothing is asked here')
})

/** What is kept, in the order in which it was written; each write resolves those that wait for one. */
function page() {
  const queryClient = new QueryClient()
  const writes: { keys: unknown[]; owner: string | null }[] = []
  const dropped: unknown[] = []
  let written = Promise.withResolvers<void>()
  const kept: Pick<KeptAnswers, 'leaveOnly' | 'recall' | 'keep' | 'drop'> = {
    drop: async (isGone) => {
      for (const { keys } of writes) dropped.push(...keys.filter((key) => isGone(key as unknown[])))
    },
    leaveOnly: async () => {},
    recall: async () => [],
    keep: async (answers, owner) => {
      writes.push({ keys: answers.map(({ queryKey }) => queryKey), owner })
      written.resolve()
      written = Promise.withResolvers()
    },
  }
  let hide = () => {}
  const begin = () =>
    keepAnswers(
      queryClient,
      api,
      kept,
      () => {},
      (write) => {
        hide = write
      },
    )
  return { queryClient, writes, dropped, begin, hide: () => hide(), nextWrite: () => written.promise }
}

const conversation = ['conversation', 'c1', 'ada'] as const

test('a conversation that a page was rendered with is kept at once, however early the keeping begins', async () => {
  const server = new QueryClient()
  server.setQueryData(viewerQuery(api).queryKey, 'ada')
  server.setQueryData(conversation, { id: 'c1' })
  for (const order of ['before', 'after'] as const) {
    const { queryClient, writes, begin, nextWrite } = page()
    const written = nextWrite()
    if (order === 'before') begin()
    hydrate(queryClient, dehydrate(server))
    if (order === 'after') begin()
    await written
    expect(writes).toEqual([{ keys: [['viewer'], conversation], owner: 'ada' }])
  }
})

test('what comes while a write is recent is written together, and all of it when the page is hidden', async () => {
  const { queryClient, writes, begin, hide, nextWrite } = page()
  begin()
  const written = nextWrite()
  queryClient.setQueryData(viewerQuery(api).queryKey, 'ada')
  await written
  queryClient.setQueryData(conversation, { id: 'c1' })
  queryClient.setQueryData(['agents', 'a1'], { id: 'a1' })
  expect(writes).toHaveLength(1)
  hide()
  expect(writes.slice(1)).toEqual([{ keys: [conversation, ['agents', 'a1']], owner: 'ada' }])
})

test('what belongs to the last viewer is not kept for the next', async () => {
  const { queryClient, writes, begin, nextWrite } = page()
  begin()
  queryClient.setQueryData(viewerQuery(api).queryKey, 'ada')
  queryClient.setQueryData(conversation, { id: 'c1' })
  queryClient.setQueryData(viewerQuery(api).queryKey, 'bea')
  await nextWrite()
  expect(writes.map(({ owner }) => owner)).toEqual(['bea'])
  expect(writes.flatMap(({ keys }) => keys)).not.toContainEqual(conversation)
})

test('what the server says is gone, deleted or taken down, is kept no longer than that answer', async () => {
  for (const status of [404, 410]) {
    const { queryClient, dropped, begin, hide } = page()
    begin()
    queryClient.setQueryData(viewerQuery(api).queryKey, 'ada')
    queryClient.setQueryData(conversation, { id: 'c1' })
    queryClient.setQueryData(['agents', 'a1'], { id: 'a1' })
    hide()
    const ask = (queryKey: readonly unknown[], error: Error) =>
      queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false }).catch(() => {})
    await ask(conversation, new ApiError(503, undefined))
    expect(dropped).toEqual([])
    await ask(conversation, new ApiError(status, undefined))
    expect(dropped).toEqual([conversation])
  }
})

test('what was kept while the clock was ahead gets old as everything does, once it is right', async () => {
  const queryClient = new QueryClient()
  const updatedAt = Date.now() + 3 * 60 * 60_000
  const answer = { queryKey: conversation, data: { id: 'c1' }, updatedAt, code: 'one' }
  await recallAnswers(queryClient, { recall: async () => [answer] })
  const state = queryClient.getQueryState(conversation)
  expect(state?.data).toEqual({ id: 'c1' })
  expect(state?.dataUpdatedAt).toBeLessThan(updatedAt)
})
