import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { morePages } from './more-pages.ts'

/** An infinite query as it stands after its first page, and what was asked of it. */
function paged(changes: { hasNextPage?: boolean; error?: unknown } = {}) {
  const { hasNextPage = true, error = null } = changes
  const asked: string[] = []
  const question = {
    hasNextPage,
    isFetchingNextPage: false,
    isFetchNextPageError: error !== null,
    error,
    refetch: () => asked.push('all anew'),
    fetchNextPage: () => asked.push('the next'),
  }
  return { more: morePages(question), asked }
}

const refusal = (code: 'cursor_invalid' | 'rate_limited') =>
  new ApiError(422, { type: 'about:blank', title: 'No', status: 422, code, requestId: 'r' })

test('the last page has none after it', () => {
  expect(paged({ hasNextPage: false }).more).toBeUndefined()
})

test('a page that did not arrive is asked for once more, and it is said why it did not', () => {
  const { more, asked } = paged({ error: refusal('rate_limited') })
  expect(more?.problem).toBeTruthy()
  more?.load()
  expect(asked).toEqual(['the next'])
})

test('a place in the list that the server no longer knows is found by asking for all of it anew', () => {
  const { more, asked } = paged({ error: refusal('cursor_invalid') })
  more?.load()
  expect(asked).toEqual(['all anew'])
})
