import { afterAll, expect, test } from 'vitest'
import { chunk, delta, startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import type { ModelAddress } from '../model-address.ts'
import { createModel } from './create-model.ts'

const server = await startModelServer()
afterAll(() => server.close())

function ask(more: Partial<ModelAddress> = {}, signal = new AbortController().signal) {
  const { baseUrl } = server
  const model = createModel({ dialect: 'chat', provider: 'p', model: 'm', baseUrl, ...more })
  return modelOutcome(model(modelRequest, signal))
}

test('a sender with the responses of fetch serves as well, through silence and an abort, too', async () => {
  const send: ModelAddress['send'] = (address, init) => fetch(address, init)
  server.next('words', 'stalls', 'stalls')
  expect(await ask({ send })).toMatchObject({ text: 'Hello from the scripted model.', end: 'stop' })
  expect(await ask({ send, timeoutMs: 300 })).toMatchObject({
    text: 'Hello from the',
    error: { name: 'APIConnectionTimeoutError' },
  })
  const abort = new AbortController()
  const n = server.requests.length
  const asked = ask({ send }, abort.signal)
  await server.request(n)
  abort.abort()
  expect(await server.closed(n)).toBe('cut')
  expect((await asked).error).toBeUndefined()
})

test('figures of use that never come do not hold up the end', async () => {
  const last = chunk({ delta: {}, finish_reason: 'stop' })
  server.next({ name: 'raw', pieces: [delta('Hello.'), last, ...new Array(600).fill(': waiting\n\n')] })
  expect(await ask()).toMatchObject({ text: 'Hello.', end: 'stop' })
  expect(server.requests.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
})

test.each([
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'InternalServerError', 529],
  [{ error: { message: 'Slow down', code: 429 } }, 'RateLimitError', 429],
  [{ error: { message: 'No' } }, 'APIError', undefined],
])('an error inside an answer is told as what it would be by its status: %j', async (error, name, status) => {
  server.next({ name: 'raw', pieces: [`data: ${JSON.stringify(error)}\n\n`] })
  expect((await ask()).error).toMatchObject({ name, status })
})
