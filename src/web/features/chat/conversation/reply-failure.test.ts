import { expect, test } from 'vitest'
import type { Problem } from '../../../../shared/common/errors.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { failureOf, failureText } from './reply-failure.ts'

const now = new Date('2026-11-21T14:02:00Z')
const problem = (more: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: 'No',
  status: 429,
  code: 'rate_limited',
  requestId: 'r',
  ...more,
})
const said = (error: unknown, online = true) => failureText(failureOf(error, now), now, online)

test.each([
  [1, 'Too many messages at once. Try again in 1 second.'],
  [42, 'Too many messages at once. Try again in 42 seconds.'],
  [600, 'Too many messages at once. Try again in 10 minutes.'],
  [0, 'You can try again now.'],
])('a limit of %d seconds says when to try again', (retryAfter, text) => {
  expect(said(new ApiError(429, problem({ retryAfter })))).toBe(text)
})

test('a connection that is gone says so, and tells the network from the server', () => {
  expect(said(new TypeError('Failed to fetch'), false)).toMatch(/offline/)
  expect(said(new TypeError('Failed to fetch'), true)).toBe('The server could not be reached.')
})

test('whatever failed, without a network it says that there is none', () => {
  expect(said(new Error('Aborted'), false)).toMatch(/offline/)
  expect(said(new Error('Aborted'), true)).toBe('')
})

test('a field that the server refuses is said in its words', () => {
  const errors = { message: 'A message is required.' }
  expect(said(new ApiError(422, problem({ status: 422, code: 'validation_failed', errors })))).toBe(
    errors.message,
  )
})

test('an agent that is hidden meanwhile is said to be gone', () => {
  expect(said(new ApiError(404, undefined))).toBe('This agent no longer answers.')
})

test.each([
  [401, 'not_signed_in', /Sign in/],
  [409, 'reply_running', /Another reply is still being written/],
  [409, 'conversation_full', /full/],
] as const)('a refusal with %i %s says what to do', (status, code, text) => {
  expect(said(new ApiError(status, problem({ status, code })))).toMatch(text)
})

test.each([
  [507, 'storage_full'],
  [409, 'quota_reached'],
  [503, 'database_unavailable'],
] as const)('a refusal with %i %s is said in the words of the server', (status, code) => {
  const detail = 'Delete one to make room.'
  expect(said(new ApiError(status, problem({ status, code, detail, retryAfter: 30 })))).toBe(detail)
})

test('what went wrong inside the server is never shown', () => {
  expect(said(new ApiError(500, problem({ status: 500, detail: 'secret' })))).toBe('')
  expect(said(new Error('secret'))).toBe('')
})
