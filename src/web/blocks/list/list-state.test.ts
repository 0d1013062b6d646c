import { expect, test } from 'vitest'
import { counted } from '../../lib/counted.ts'
import { ApiError } from '../../lib/http/api.ts'
import { listOf, morePages, ofSameOwner } from './list-state.ts'
import { announcement } from './list-view.tsx'

/** An infinite query after its first page, with the requests that it received. */
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

/** A query with some data, and a further page if `more`. */
function asked(changes: Partial<Parameters<typeof listOf>[0]> & { more?: boolean } = {}) {
  const { more = false, ...query } = changes
  const idle = { error: null, refetch: () => {}, fetchNextPage: () => {} }
  return {
    data: [],
    isPlaceholderData: false,
    hasNextPage: more,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    ...idle,
    ...query,
  }
}

test('a list is loading, failed, empty or full, whatever its query says besides', () => {
  const nothing = { data: undefined }
  expect(listOf(asked(nothing), []).state).toBe('loading')
  expect(listOf(asked({ ...nothing, error: refusal('rate_limited') }), []).state).toBe('failed')
  expect(listOf(asked(), []).state).toBe('empty')
  expect(listOf(asked(), ['one']).state).toBe('full')
  // Data that has loaded stays when a later request fails.
  expect(listOf(asked({ error: refusal('rate_limited') }), ['one']).state).toBe('full')
})

test('a list is not empty before it is known: not while another part is awaited, searched for, or on a later page', () => {
  expect(listOf(asked(), ['one'], { waits: true }).state).toBe('loading')
  expect(listOf(asked({ isPlaceholderData: true }), []).state).toBe('loading')
  expect(listOf(asked(), [], { refreshing: true }).state).toBe('loading')
  expect(listOf(asked({ more: true }), []).state).toBe('full')
})

test('how many there are is said once they are those that are asked for', () => {
  const words = {
    loading: 'Loading runs',
    empty: 'No runs.',
    count: (items: readonly unknown[]) => counted(items.length, 'run'),
    also: () => ', 1 running',
  }
  const said = (query: ReturnType<typeof asked>, items: readonly string[]) =>
    announcement(listOf(query, items), words)
  expect(said(asked({ data: undefined }), [])).toBe('Loading runs')
  expect(said(asked({ data: undefined, error: refusal('rate_limited') }), [])).toBe('')
  expect(said(asked(), [])).toBe('No runs.')
  expect(said(asked(), ['one'])).toBe('1 run, 1 running.')
  expect(said(asked({ more: true }), ['one', 'two'])).toBe('2 runs so far, and more below, 1 running.')
  expect(said(asked({ isPlaceholderData: true }), ['one'])).toBe('')
})

test('another wallet’s answer never stands in for one’s own', () => {
  const mine = ofSameOwner('mine')
  expect(mine('before', { queryKey: ['runs', 'list', 'mine', { query: 'a' }] })).toBe('before')
  expect(mine('before', { queryKey: ['runs', 'list', 'another'] })).toBeUndefined()
  expect(ofSameOwner(undefined)('before', { queryKey: ['runs', 'list', ''] })).toBeUndefined()
})
