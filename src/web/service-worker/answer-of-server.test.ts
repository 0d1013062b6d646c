import { expect, test } from 'vitest'
import { answerOfServer } from './answer-of-server.ts'

const request = new Request('http://localhost/chat')
const unreachable = () => Promise.reject(new TypeError('NetworkError'))

test('a navigation that the browser asked for by itself is not asked for again', async () => {
  const answer = new Response('the page')
  expect(await answerOfServer({ preloadResponse: Promise.resolve(answer), request }, unreachable)).toBe(
    answer,
  )
})

test('without a server it fails, whether the browser asked before, failed at that as Firefox does, or as others do', async () => {
  for (const preloadResponse of [
    Promise.resolve(undefined),
    Promise.resolve(Response.error()),
    unreachable(),
  ])
    await expect(answerOfServer({ preloadResponse, request }, unreachable)).rejects.toThrow('NetworkError')
})
