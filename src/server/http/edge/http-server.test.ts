import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type RawAnswer, rawRequest } from '../../../../test/raw-request.ts'
import { readEnv } from '../../base/env.ts'
import { startingUp } from '../pages/starting-up.ts'
import { createHttpServer, type HttpTimes } from './http-server.ts'
import { securityHeadersOf } from './security-headers.ts'

const env = { ...readEnv({ PUBLIC_URL: 'https://bionic.example' }) }
const everywhere = securityHeadersOf(env)

/** A server that responds with the requested address. */
async function listen(options: {
  fetch?: (request: Request) => Response | Promise<Response>
  times?: Partial<HttpTimes>
  connections?: number
}) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const server = createHttpServer({
    env: { ...env, MAX_CONNECTIONS: options.connections ?? env.MAX_CONNECTIONS },
    log,
    fetch: options.fetch ?? ((request) => new Response(request.url)),
    times: options.times ?? {},
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, lines, ask: (text: string) => rawRequest(address, [text]) }
}

const closing = 'Host: localhost\r\nConnection: close\r\n'

function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', ...everywhere })
  expect(answer.text).toContain(`"status":${status}`)
  expect(answer.text).toContain(`"code":"${code}"`)
}

test('an address is made from the Host alone, however it is written', async () => {
  const { ask } = await listen({})
  const whole = await ask('GET http://localhost/a?b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect([whole.status, whole.body]).toEqual([200, 'http://localhost/a?b'])
  expect(whole.headers).toMatchObject(everywhere)
})

test.each([
  [
    'another host',
    `GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    421,
    'misdirected_request',
  ],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['no host in the old version', 'GET / HTTP/1.0\r\n\r\n', 400, 'bad_request'],
  ['two hosts', `GET / HTTP/1.1\r\nHost: localhost\r\n${closing}\r\n`, 400, 'bad_request'],
  [
    'another server’s address',
    `GET http://evil.example/ HTTP/1.1\r\n${closing}\r\n`,
    421,
    'misdirected_request',
  ],
  ['an address of two slashes', `GET //evil.example/x HTTP/1.1\r\n${closing}\r\n`, 404, 'not_found'],
  [
    'a tunnel',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
    405,
    'method_not_allowed',
  ],
  ['an echo', `TRACE / HTTP/1.1\r\n${closing}\r\n`, 405, 'method_not_allowed'],
  ['the server itself', `OPTIONS * HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
  ['a method that does not exist', `FOO / HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a control character', `GET /\u0001 HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${closing}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'bad_request',
  ],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\n${closing}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'bad_request',
  ],
  ['long headers', `GET / HTTP/1.1\r\n${closing}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'bad_request'],
  [
    'an unknown expectation',
    `POST / HTTP/1.1\r\n${closing}Expect: tea\r\nContent-Length: 0\r\n\r\n`,
    400,
    'bad_request',
  ],
])('%s is a problem like any other', async (_, request, status, code) => {
  const { ask } = await listen({})
  expectProblem(await ask(request), status, code)
})

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

test('an upgrade is let in by the same rules, and told in full why not', async () => {
  const { ask } = await listen({})
  const from = (host: string, path = '/') => ask(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n`)
  // The connection would otherwise stay open, as that of a request does.
  const { address } = await listen({ times: { idle: 1 } })
  const refused = await rawRequest(address, [`GET / HTTP/1.1\r\nHost: evil.example\r\n${upgrade}\r\n`])
  expectProblem(refused, 421, 'misdirected_request')
  // Refusals of the app have every header as well.
  const answer = await from('localhost')
  expect([answer.status, answer.headers]).toEqual([200, expect.objectContaining(everywhere)])
})

test('who asks for another protocol gets an answer in this one', async () => {
  const { ask } = await listen({})
  const answer = await ask(
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
  )
  expect([answer.status, answer.body]).toEqual([200, 'http://localhost/'])
})

test('while the server starts, the same holds', async () => {
  const { ask } = await listen({ fetch: startingUp })
  expectProblem(await ask(`GET / HTTP/1.1\r\n${closing}\r\n`), 503, 'not_ready')
  expectProblem(
    await ask('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    421,
    'misdirected_request',
  )
  expect((await ask('GET /healthz HTTP/1.0\r\n\r\n')).body).toBe('ok')
  const page = await ask(`GET / HTTP/1.1\r\n${closing}Accept: text/html\r\n\r\n`)
  expect(page.status).toBe(503)
  expect(page.body).not.toContain('style=')
  const { 'content-security-policy': policy, ...others } = everywhere
  expect(page.headers).toMatchObject(others)
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const socket = await ask(`GET / HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`)
  expect([socket.status, socket.headers]).toEqual([503, expect.objectContaining(everywhere)])
})

test('who takes too long to say what it wants is let go', async () => {
  const { address } = await listen({ times: { head: 100, request: 300, check: 50 } })
  expectProblem(await rawRequest(address, ['GET / HTTP/1.1\r\nHost: lo']), 408, 'bad_request')
  const nothing = await rawRequest(address, [])
  expect([0, 408]).toContain(nothing.status || 0)
})

test('so is who takes too long over a body, and who leaves one unread for ever', async () => {
  const slow = await listen({
    fetch: async (request) => new Response(await request.text()),
    times: { head: 100, request: 300, check: 50 },
  })
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n'
  expect((await rawRequest(slow.address, [head, 'a'])).status).toBe(408)

  const unread = await listen({ times: { unread: 50 } })
  for (const method of ['GET', 'DELETE', 'POST']) {
    async function* endless() {
      yield `${method} / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`
      for (;;) {
        yield `1000\r\n${'a'.repeat(4_096)}\r\n`
        await new Promise(setImmediate)
      }
    }
    expect((await rawRequest(unread.address, endless())).status).toBe(200)
  }
})

test('who is refused while it still sends learns why, even if it wants no other request', async () => {
  const { address } = await listen({ fetch: () => new Response('no', { status: 413 }) })
  function* sent() {
    yield `POST / HTTP/1.1\r\n${closing}Content-Length: 20000000\r\n\r\n`
    for (let count = 0; count < 200; count++) yield 'a'.repeat(100_000)
  }
  expect((await rawRequest(address, sent())).status).toBe(413)
  const { body } = await rawRequest(address, [`POST / HTTP/1.1\r\n${closing}Content-Length: 2\r\n\r\n{}`])
  expect(body).toBe('no')
})

test('a reader that takes nothing in is let go, one that a stream still speaks to stays', async () => {
  const frozen = await listen({ fetch: () => new Response(new ReadableStream({})), times: { stalled: 100 } })
  expect((await frozen.ask(`GET / HTTP/1.1\r\n${closing}\r\n`)).status).toBe(200)

  let beats = 0
  const beating = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(new TextEncoder().encode('beat '))
      beats += 1
      if (beats === 15) controller.close()
    },
  })
  const alive = await listen({
    fetch: () => new Response(beating),
    times: { stalled: 200, head: 50, request: 100, check: 20, idle: 50 },
  })
  expect((await alive.ask(`GET / HTTP/1.1\r\n${closing}\r\n`)).text.match(/beat/g)).toHaveLength(15)
})

test('refusals are security events, without what the client made up', async () => {
  const { ask, lines } = await listen({})
  await ask('GET /secret?token=1 HTTP/1.1\r\nHost: evil.example\r\nCookie: a=b\r\nConnection: close\r\n\r\n')
  await ask('hello\r\n\r\n')
  expect(lines).toEqual([
    expect.objectContaining({
      event: 'security',
      kind: 'host_refused',
      code: 'misdirected_request',
      address: '127.0.0.1',
      method: 'GET',
    }),
    expect.objectContaining({ event: 'security', kind: 'request_refused', code: 'bad_request' }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|token|evil|a=b|hello/)
})

test('who asks for a tunnel and leaves at once does no harm', async () => {
  const { address, ask } = await listen({})
  for (let count = 0; count < 20; count++) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    if (count % 2 === 0) await new Promise(setImmediate)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  expect((await ask(`GET / HTTP/1.1\r\n${closing}\r\n`)).status).toBe(200)
})

test('beyond the most connections, the next is closed as it comes', async () => {
  const { address, ask, lines } = await listen({ connections: 1 })
  async function* patient() {
    yield `GET / HTTP/1.1\r\n${closing}`
    expect((await ask(`GET / HTTP/1.1\r\n${closing}\r\n`)).text).toBe('')
    yield '\r\n'
  }
  expect((await rawRequest(address, patient())).status).toBe(200)
  expect(lines).toEqual([expect.objectContaining({ event: 'security', kind: 'connection_refused' })])
})
