import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeBase58 } from '../../shared/session/base58.ts'
import type { AppEnv } from './context.ts'
import { isOpenedHere, operatorOf } from './own-machine.ts'

const usual = { TRUSTED_PROXIES: 0 }
const [ada, bob] = [1, 2].map((byte) => encodeBase58(new Uint8Array(32).fill(byte))) as [string, string]
/** The responses of one server, depending on the address that it was configured with. */
const places = {
  usual,
  proxied: { TRUSTED_PROXIES: 1 },
  public: { ...usual, PUBLIC_URL: 'https://bionic.example' },
  local: { ...usual, PUBLIC_URL: 'http://localhost:3000' },
  wallets: { TRUSTED_PROXIES: 1, PUBLIC_URL: 'https://bionic.example', OPERATORS: [ada] },
}
/** `x-test-wallet` stands for a session. */
const app = new Hono<AppEnv>().use(async (c, next) => {
  const address = c.req.header('x-test-wallet')
  c.set('readSession', async () =>
    address === undefined ? null : { id: '0', user: { address }, expiresAt: '2099-01-01T00:00:00.000Z' },
  )
  await next()
})
for (const [name, env] of Object.entries(places))
  app.get(`/${name}`, async (c) => c.json(await operatorOf(env)(c)))
app.get('/machine', (c) => c.json(isOpenedHere(c)))
// As in a first paint: an in-process request with the bindings of the page's request.
app.get('/page', async (c) =>
  c.json(await (await app.request('http://bionic.example/usual', {}, c.env)).json()),
)
const server = createServer(getRequestListener(app.fetch))
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

function ask(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, path, headers: { host: `127.0.0.1:${port}`, ...headers } }, async (answer) => {
      resolve(JSON.parse(await text(answer)))
    })
      .on('error', reject)
      .end()
  })
}

test.each([
  '127.0.0.1:3000',
  'localhost:3000',
  'LOCALHOST',
  'bionic.localhost:3000',
  '[::1]:3000',
  '127.1.2.3',
])('who opens %s on this machine is the operator, for the page and for what the page asks', async (host) => {
  expect(await ask('/usual', { host })).toBe(true)
  expect(await ask('/page', { host })).toBe(true)
  expect(await ask('/local', { host })).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['a name of the web', { host: 'bionic.example' }],
  ['a name that only begins like this machine', { host: 'localhost.bionic.example' }],
  ['an address of the network', { host: '192.168.1.20:3000' }],
  ['a proxy that says so', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that says it in another way', { 'x-forwarded-host': 'bionic.example' }],
  ['a proxy by the standard', { forwarded: 'for=203.0.113.7' }],
  ['a proxy with its name', { via: '1.1 varnish' }],
  ['a network of delivery', { 'cf-connecting-ip': '203.0.113.7' }],
  ['another usual header', { 'x-real-ip': '203.0.113.7' }],
  ['nginx with its usual settings for sockets', { connection: 'upgrade' }],
  ['such an nginx, passing on what somebody made up', { connection: 'upgrade', upgrade: 'nothing' }],
  ['nginx with its usual settings otherwise', { connection: 'close' }],
])('who came by %s is a visitor', async (_, headers) => {
  expect(await ask('/machine', headers)).toBe(false)
  expect(await ask('/usual', headers)).toBe(false)
  expect(await ask('/page', headers)).toBe(false)
})

test('what a proxy says in HTTP/1.0 was not opened here, whatever Host it names', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET /machine HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  expect(await text(socket)).toMatch(/\r\n\r\nfalse$/)
})

test('behind proxies, and at a public address, nobody is the operator by where they are', async () => {
  expect(await ask('/proxied')).toBe(false)
  expect(await ask('/public')).toBe(false)
  expect(await ask('/machine')).toBe(true)
})

test('a signed-in wallet of the operator is the operator wherever it is, and no other wallet is', async () => {
  const from = { host: 'bionic.example', 'x-forwarded-for': '203.0.113.7' }
  expect(await ask('/wallets', { ...from, 'x-test-wallet': ada })).toBe(true)
  expect(await ask('/wallets', { ...from, 'x-test-wallet': bob })).toBe(false)
  expect(await ask('/wallets', from)).toBe(false)
  expect(await ask('/public', { ...from, 'x-test-wallet': ada })).toBe(false)
})

test('a request without a socket is nobody’s', async () => {
  expect(await (await app.request('http://localhost/usual')).json()).toBe(false)
})
