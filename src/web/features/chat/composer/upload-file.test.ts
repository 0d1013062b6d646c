import { expect, test } from 'vitest'
import { createApi } from '../../../lib/http/api.ts'
import { uploadFile } from './upload-file.ts'

/** What becomes of a file that the server answers with a problem. */
function refused(problem: { status: number; code: string; detail: string; errors?: Record<string, string> }) {
  const api = createApi('http://localhost', async () =>
    Response.json(
      { title: problem.detail, ...problem },
      { status: problem.status, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  return uploadFile(api, 'c', { id: 'f', file: new File(['words'], 'lease.md'), isShown: () => true })
}

test('a file whose name is refused says what is wrong with it, and is not offered to be sent again', async () => {
  const problem = 'A name can have at most 160 characters.'
  const detail = 'Something in the request is not valid.'
  expect(
    await refused({ status: 422, code: 'validation_failed', detail, errors: { name: problem } }),
  ).toEqual({ state: { problem, again: false } })
})

test('what is no document is not offered again, and what the server failed at is', async () => {
  const detail = 'This is no document.'
  expect(await refused({ status: 422, code: 'source_invalid', detail })).toEqual({
    state: { problem: detail, again: false },
  })
  expect(await refused({ status: 503, code: 'files_unavailable', detail })).toMatchObject({
    state: { again: true },
  })
})
