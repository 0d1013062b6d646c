import { expect, test } from 'vitest'
import { asset } from './asset.ts'

const request = new Request('http://localhost/assets/chat-1.js')
const fail = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))

test('code that is kept is not asked for, and other code is kept as it comes', async () => {
  const kept = new Map<string, Response>()
  const put = Promise.withResolvers<void>()
  const caches = {
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    open: async () => ({
      put: async ({ url }: Request, response: Response) => {
        kept.set(url, response)
        put.resolve()
      },
    }),
  } as unknown as CacheStorage
  let asked = 0
  const ask = async () => new Response(`code ${++asked}`)
  expect(await (await asset(request, caches, 'shell 1', ask)).text()).toBe('code 1')
  await put.promise
  expect(await (await asset(request, caches, 'shell 1', ask)).text()).toBe('code 1')
})

test.each([
  ['is damaged', { match: fail, open: fail }],
  ['is full', { match: async () => undefined, open: async () => ({ put: fail }) }],
])('where the storage %s, code comes from the server', async (_, caches) => {
  const answer = await asset(
    request,
    caches as unknown as CacheStorage,
    'shell 1',
    async () => new Response('code'),
  )
  expect(await answer.text()).toBe('code')
})
