import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../shared/common/errors.ts'
import { ApiError } from './api.ts'
import { finalUnlessRestarting } from './while-restarting.ts'

const refusal = (status: number, code: ProblemCode) =>
  new ApiError(status, { type: 'about:blank', title: '', status, code, requestId: '1' })
const unreachable = new TypeError('fetch failed')

test('a server that restarts is asked again while it is away, until something else is wrong', () => {
  const isFinal = finalUnlessRestarting()
  expect(isFinal(refusal(503, 'not_ready'), 0)).toBe(false)
  expect(isFinal(unreachable, 1)).toBe(false)
  expect(isFinal(refusal(503, 'not_ready'), 2)).toBe(false)
  expect(isFinal(refusal(409, 'conflict'), 3)).toBe(true)
})

test('where no server said that it restarts, and where it stays away for about a minute, the error is told', () => {
  expect(finalUnlessRestarting()(unreachable, 0)).toBe(true)
  expect(finalUnlessRestarting()(refusal(503, 'database_unavailable'), 0)).toBe(true)
  const isFinal = finalUnlessRestarting()
  expect(isFinal(refusal(503, 'not_ready'), 0)).toBe(false)
  expect(isFinal(unreachable, 20)).toBe(true)
})
