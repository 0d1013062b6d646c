import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '../context.ts'
import { warnOfProxy } from './warn-of-proxy.ts'

/** Counts the warnings caused by two requests with these headers from a peer. */
async function warnings(
  env: Partial<Parameters<typeof warnOfProxy>[0]>,
  peer: string,
  headers: Record<string, string> = { 'X-Forwarded-For': '203.0.113.7' },
) {
  const warn = vi.fn()
  const app = new Hono<AppEnv>()
    .use(warnOfProxy({ TRUSTED_PROXIES: 0, ...env }, { warn }))
    .get('/', (c) => c.text('served'))
  const bindings = { incoming: { socket: { remoteAddress: peer } } } as AppEnv['Bindings']
  for (const _ of [1, 2]) expect(await (await app.request('/', { headers }, bindings)).text()).toBe('served')
  return warn.mock.calls
}

const published = { PUBLIC_URL: 'https://bionic.example' }

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '172.17.0.1',
  '::ffff:10.1.2.3',
  'fd00::1',
  'fe80::1%eth0',
])('what %s passed on is warned of once, with what to set and what happens otherwise', async (peer) => {
  expect(await warnings({}, peer)).toEqual([
    [{ peer }, expect.stringMatching(/share the limits of one; set TRUSTED_PROXIES/)],
  ])
})

test('at a public address it is warned of whoever passed it on', async () => {
  expect(await warnings(published, '198.51.100.4')).toHaveLength(1)
  expect(await warnings({}, '8.8.8.8')).toEqual([])
})

test('whoever told of their proxies, or has none, is not warned', async () => {
  expect(await warnings({ ...published, TRUSTED_PROXIES: 1 }, '127.0.0.1')).toEqual([])
  expect(await warnings(published, '127.0.0.1', {})).toEqual([])
})
