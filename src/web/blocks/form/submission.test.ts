import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/http/api.ts'
import { type Attempt, Submitter } from './submission.ts'

type Values = { name: string; tags: string }
type Name = keyof Values

const values: Values = { name: 'Ovid', tags: 'Roads' }

function attempt(part: Partial<Attempt<Values, Name, string>> = {}): Attempt<Values, Name, string> {
  return { values, fields: ['name', 'tags'], errors: {}, send: async () => 'made', ...part }
}

test('a form that is sent twice while it is being sent is sent once', async () => {
  const submitter = new Submitter<Name, string>()
  const answer = Promise.withResolvers<string>()
  const send = vi.fn(() => answer.promise)
  const first = submitter.submit(attempt({ send }))
  await submitter.submit(attempt({ send }))
  expect(submitter.getView().submission.state).toBe('sending')
  answer.resolve('made')
  await first
  await submitter.submit(attempt({ send }))
  expect(submitter.getView().submission.state).toBe('sent')
  expect(send).toHaveBeenCalledTimes(1)
})

test('a form with a fault is not sent, and from then on says what is wrong, until it is sent', async () => {
  const submitter = new Submitter<Name, string>()
  const send = vi.fn(async () => 'made')
  await submitter.submit(attempt({ send, errors: { name: 'A name is required.' } }))
  expect(submitter.getView()).toEqual({ tried: true, submission: { state: 'idle' } })
  expect(send).not.toHaveBeenCalled()
  await submitter.submit(attempt({ send }))
  expect(submitter.getView().tried).toBe(false)
})

test('what the server refuses is kept with the values that it refused, by field, and sending again is possible', async () => {
  const submitter = new Submitter<Name, string>()
  const error = new ApiError(422, {
    type: 'about:blank',
    title: 'Some fields are not right.',
    status: 422,
    code: 'validation_failed',
    requestId: 'a-request',
    errors: { 'tags.0': 'Too vague.', id: 'Nobody typed that.' },
  })
  const onFailed = vi.fn()
  submitter.handlers = { onFailed }
  await submitter.submit(attempt({ send: () => Promise.reject(error) }))
  expect(submitter.getView().submission).toEqual({
    state: 'failed',
    error,
    errors: { tags: 'Too vague.' },
    values,
  })
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(error)
  await submitter.submit(attempt())
  expect(submitter.getView().submission.state).toBe('sent')
})

test('what the server said of before is gone with the next attempt, also where that is not sent', async () => {
  const submitter = new Submitter<Name, string>()
  await submitter.submit(attempt({ send: () => Promise.reject(new Error('away')) }))
  expect(submitter.getView().submission.state).toBe('failed')
  await submitter.submit(attempt({ errors: { name: 'A name is required.' } }))
  expect(submitter.getView()).toEqual({ tried: true, submission: { state: 'idle' } })
})

test('an answer that does not come belongs to no field', async () => {
  const submitter = new Submitter<Name, string>()
  await submitter.submit(attempt({ send: () => Promise.reject(new TypeError('No network')) }))
  expect(submitter.getView().submission).toMatchObject({ state: 'failed', errors: {} })
})

test('a person who declines to sign has sent nothing, and can go on', async () => {
  const submitter = new Submitter<Name, string>()
  const onSent = vi.fn()
  submitter.handlers = { onSent }
  await submitter.submit(attempt({ send: async () => null }))
  expect(submitter.getView().submission.state).toBe('declined')
  expect(onSent).not.toHaveBeenCalled()
  await submitter.submit(attempt())
  expect(onSent).toHaveBeenCalledExactlyOnceWith('made')
})

test('a form that stays is at rest again once it was sent, and one that began anew says nothing of before', async () => {
  const submitter = new Submitter<Name, string>()
  await submitter.submit(attempt({ again: true }))
  expect(submitter.getView()).toEqual({ tried: false, submission: { state: 'idle' } })
  await submitter.submit(attempt({ errors: { name: 'A name is required.' } }))
  submitter.restart()
  expect(submitter.getView().tried).toBe(false)
})

test('what is being sent goes on, whoever begins anew meanwhile', async () => {
  const submitter = new Submitter<Name, string>()
  const answer = Promise.withResolvers<string>()
  const sending = submitter.submit(attempt({ send: () => answer.promise }))
  submitter.restart()
  expect(submitter.getView().submission.state).toBe('sending')
  answer.resolve('made')
  await sending
  expect(submitter.getView().submission.state).toBe('sent')
})
