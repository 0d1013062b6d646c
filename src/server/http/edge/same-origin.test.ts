import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { AppEnv } from '../context.ts'
import { answerProblem } from '../problem.ts'
import { requestContext } from './request-context.ts'
import { sameOriginWrites } from './same-origin.ts'

/** Returns the status of a write to a server address from a page of an origin. */
async function write(to: string, headers: Record<string, string>, publicOrigin?: string): Promise<number> {
  const log = pino({ level: 'silent' })
  const app = new Hono<AppEnv>()
    .onError(answerProblem)
    .use(requestContext({ log, trustedProxies: 1, readSession: async () => null }))
    .use(sameOriginWrites(publicOrigin))
    .post('*', (c) => c.text(c.var.clientAddress))
  return (await app.request(to, { method: 'POST', headers })).status
}

const published = 'https://bionic.example'

test.each<[to: string, origin: string, publicOrigin: string | undefined]>([
  ['http://localhost:3000/', 'http://localhost:3000', undefined],
  ['http://[::1]:3000/', 'http://[::1]:3000', undefined],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000', published],
  // Behind a proxy that terminates TLS, which may forward the public host or a loopback one.
  ['http://bionic.example/', published, published],
  ['http://localhost:3000/', published, published],
])('to %s a page of %s may write (public: %s)', async (to, origin, publicOrigin) => {
  expect(await write(to, { origin }, publicOrigin)).toBe(200)
  expect(await write(to, { origin, 'sec-fetch-site': 'same-origin' }, publicOrigin)).toBe(200)
  expect(await write(to, { origin, 'sec-fetch-site': 'cross-site' }, publicOrigin)).toBe(403)
  expect(await write(to, { origin, 'sec-fetch-site': 'same-site' }, publicOrigin)).toBe(403)
})

test.each<[to: string, origin: string, publicOrigin: string | undefined]>([
  ['http://localhost:3000/', 'https://localhost:3000', undefined],
  ['http://localhost:3000/', 'http://localhost:3001', undefined],
  ['http://localhost:3000/', 'http://127.0.0.1:3000', undefined],
  ['http://localhost:3000/', 'null', undefined],
  ['http://localhost:3000/', '', undefined],
  ['http://localhost:3000/', 'http://localhost:3000, http://localhost:3000', undefined],
  ['http://localhost:3000/', 'http://localhost:3000/', undefined],
  ['http://bionic.example/', 'http://bionic.example', published],
  ['http://bionic.example/', 'null', published],
  ['http://bionic.example/', 'https://bionic.example.evil.example', published],
  ['http://bionic.example/', 'https://www.bionic.example', published],
  ['http://localhost:3000/', 'http://bionic.example', published],
])('to %s a page of %j may not (public: %s)', async (to, origin, publicOrigin) => {
  expect(await write(to, { origin }, publicOrigin)).toBe(403)
})

test('a client that is no browser says nothing of a page', async () => {
  expect(await write('http://localhost:3000/', {})).toBe(200)
  expect(await write('http://localhost:3000/', { 'sec-fetch-site': 'none' })).toBe(200)
})
