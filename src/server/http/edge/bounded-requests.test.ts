import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import { faultsOf, shapes } from '../../../../test/openai-shapes.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { type Problem, problemSchema } from '../../../shared/common/errors.ts'
import { OPENAI_PATH } from '../doors/openai/errors.ts'
import { operationsOf } from '../openapi.ts'

// The largest body is an import, whose limit follows from what a wallet may keep of documents.
const server = await realtimeServer(await anyDatabase(), { settings: { QUOTA_SOURCES_MB: 100 } })
afterAll(server.close)

/** Every route, those without a description included, with example ids as parameters. */
const routes = [
  ...new Set(
    server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map((route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/:(\w+)(\{[^/]*\})?/g, (_, name: string) =>
    name === 'file' ? `${'0'.repeat(64)}.webp` : crypto.randomUUID(),
  )
  return { method, pattern, path }
})

/** Other addresses and methods, where a body is not read either. */
const nowhere = [
  { method: 'POST', pattern: 'nothing of the API', path: '/api/nothing' },
  { method: 'DELETE', pattern: 'nothing at all', path: '/nothing' },
  { method: 'PROPFIND', pattern: 'no method', path: '/api/agents' },
]

/** What other programs send JSON to, in protocols that are described elsewhere. */
const askedThroughDoors = ['/v1/chat/completions', '/v1/responses']

const rpcError = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.null(),
  error: z.object({ code: z.int().check(z.negative()), message: z.string() }),
})
const oauthError = z.strictObject({
  error: z.enum(['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_request']),
  error_description: z.string(),
})

/** The errors of protocols that have a form of their own. */
const ownShapes = [
  { at: /^\/(?:mcp|a2a)(?:\/|$)/, shape: rpcError },
  { at: /^\/oauth\//, shape: oauthError },
]

interface Sent {
  body: Iterable<Buffer>
  /** If absent, the body is sent in chunks. */
  length?: number
  type?: string
  as?: string | undefined
  /** An API key. */
  key?: string | undefined
}

/** Returns the response and how much of the body the server accepted before it. */
async function ask(method: string, path: string, { body, length, type = 'application/json', as, key }: Sent) {
  const asking = request(server.address + path, {
    method,
    agent: false,
    headers: {
      'content-type': type,
      ...(as && { cookie: as }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
  })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    let responded = false
    asking.on('error', (error) => responded || reject(error))
    asking.on('response', async (response) => {
      responded = true
      const parts: Buffer[] = []
      try {
        for await (const part of response) parts.push(part)
      } catch {
        // The connection was cut while more was being sent; the response arrived before that.
      }
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
    })
  })
  let over = false
  const ended = answered.then(
    () => (over = true),
    () => (over = true),
  )
  let sent = 0
  for (const piece of body) {
    if (over || asking.destroyed) break
    sent += piece.length
    if (!asking.write(piece))
      await Promise.race([ended, new Promise((resolve) => asking.once('drain', resolve))])
  }
  asking.end()
  try {
    return { ...(await answered), sent }
  } finally {
    asking.destroy()
  }
}

function* megabytes(count: number) {
  const piece = Buffer.alloc(64 * 1024, '[')
  for (let at = 0; at < count * 16; at++) yield piece
}

const json = (text: string): Sent => ({
  body: [Buffer.from(text)],
  length: Buffer.byteLength(text),
})
const deep = json(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
const manyKeys = json(`{${Array.from({ length: 3_000 }, (_, at) => `"unheard-of-${at}":0`).join()}}`)
const longKey = json(JSON.stringify({ ['k'.repeat(60_000)]: 0 }))

/** Expects a refusal, or the response of a route that takes no body: never a server error, and never long. */
function expectSmall(answer: { status: number; text: string }, at: string, path: string): void {
  expect([at, answer.status < 500]).toEqual([at, true])
  if (answer.status < 400) return
  expect([at, answer.text.length < 4_096]).toEqual([at, true])
  if (answer.text === '') return
  const body = JSON.parse(answer.text)
  if (path.startsWith(OPENAI_PATH)) expect(faultsOf(shapes.error, body)).toEqual([])
  else {
    // What is refused before a protocol is read (by its length, or without a key) is a problem at every address.
    const own = ownShapes.find(({ at }) => at.test(path))?.shape
    const shape = own ? z.union([own, problemSchema]) : problemSchema
    expect([at, shape.safeParse(body).success]).toEqual([at, true])
  }
}

test.each([...routes, ...nowhere])(
  '$method $pattern takes nothing that is too large, too deep or too much',
  async ({ method, path }) => {
    // Each has its own session, as one of the routes ends it.
    const account = await server.signIn()
    const as = account.cookie
    const { key } = path.startsWith(OPENAI_PATH) ? await doorClient(server.send).makeKey(account) : {}
    const takesJson =
      askedThroughDoors.includes(path) ||
      operationsOf(server.app.routes).some(
        (operation) =>
          operation.method === method.toLowerCase() &&
          operation.body !== undefined &&
          // Whoever is no operator is refused before a body is read.
          !path.startsWith('/api/desk/') &&
          new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      )

    // With an announced length, the body is refused before it is read.
    const announced = await ask(method, path, { body: [], length: 1e9, as, key })
    expect([405, 413]).toContain(announced.status)
    expectSmall(announced, 'announced', path)

    // Without a length, the body is refused as soon as it exceeds the limit, or it is not read at all.
    for (const who of [as, undefined]) {
      const chunked = await ask(method, path, { body: megabytes(100), as: who, key: who && key })
      expectSmall(chunked, 'chunked', path)
      expect(chunked.sent).toBeLessThan(100e6)
      if (takesJson && who) expect(chunked.status).toBe(413)
    }

    for (const [name, sent] of Object.entries({ deep, manyKeys, longKey })) {
      const answer = await ask(method, path, { ...sent, as, key })
      expectSmall(answer, name, path)
      const refused = path.startsWith(OPENAI_PATH) ? [400] : [404, 422]
      if (takesJson) expect([name, refused.includes(answer.status)]).toEqual([name, true])
    }
    if (takesJson)
      expect((await ask(method, path, { ...deep, as, key, type: 'text/plain' })).status).toBe(415)
  },
)

test('after a refused upload its connection serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { cookie: (await server.signIn()).cookie, origin: server.address }
  const ask = async (method: string, path: string, body?: Buffer) => {
    const asked = request(`${server.address}${path}`, { agent, method, headers })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return [answer.statusCode, asked.reusedSocket]
  }
  const path = `/api/agents/${crypto.randomUUID()}/sources?id=${crypto.randomUUID()}&name=a.txt`
  expect(await ask('POST', path, Buffer.alloc(600_000, 'a'))).toEqual([404, false])
  // Longer than a connection with an unread body is kept.
  await wait(1_000)
  expect(await ask('GET', '/healthz')).toEqual([200, true])
  agent.destroy()
})

test('who sends all of a body without a length before it reads learns why it is refused', async () => {
  const { host, hostname, port, origin } = new URL(server.address)
  const socket = connect(Number(port), hostname).pause()
  const broken = once(socket, 'close').then(() => Promise.reject(new Error('The connection was cut')))
  const head = [
    'POST /api/session/nonce HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Transfer-Encoding: chunked',
  ]
  socket.on('error', () => {}).write([...head, 'Content-Type: application/json', '', ''].join('\r\n'))
  for (let count = 0; count < 80; count++)
    await Promise.race([
      broken,
      promisify(socket.write.bind(socket) as Write)(`186a0\r\n${'a'.repeat(100_000)}\r\n`),
    ])
  socket.write('0\r\n\r\n')
  const [answer] = (await Promise.race([broken, once(socket.resume(), 'data')])) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
  await broken.catch(() => {})
})
type Write = (piece: string, done: () => void) => void

test('a compressed body is refused', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await server.send('POST', '/api/session/nonce', { body: '{}', headers })
  expect(answer.status).toBe(415)
})

test('a length that is not true helps nobody past the limit', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '2' }
  const answer = await server.send('POST', '/api/session/nonce', {
    body: `"${'a'.repeat(100_000)}"`,
    headers,
  })
  expect(answer.status).toBe(413)
})

test('of many faults an answer names thirty, in short', async () => {
  const keys = Array.from({ length: 400 }, (_, at) => [`${at}-${'k'.repeat(120)}`, 0])
  const answer = await server.send('POST', '/api/session/nonce', { json: Object.fromEntries(keys) })
  const { errors = {} } = (await answer.json()) as Problem
  expect(Object.keys(errors)).toHaveLength(30)
  for (const name of Object.keys(errors)) expect(name.length).toBeLessThanOrEqual(101)
})

test('a field that is called like a part of every object is a fault like any other', async () => {
  const body = '{"__proto__":1,"constructor":2,"address":"x"}'
  const headers = { 'content-type': 'application/json' }
  const answer = await server.send('POST', '/api/session/nonce', { body, headers })
  const { errors = {} } = (await answer.json()) as Problem
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(['address', 'constructor']))
})

test('a search that is too long is refused in short', async () => {
  const answer = await server.send('GET', `/api/agents?query=${'a'.repeat(7_000)}&limit=${'9'.repeat(500)}`)
  expect(answer.status).toBe(422)
  expect((await answer.text()).length).toBeLessThan(1_000)
})

test('bodies are read in one place, and by nothing else', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const readers = globSync('**/*.ts', { cwd: folder }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /\breq(\.raw)?\.(json|text|formData|parseBody|blob|body)\b|validator\('(json|form)'/.test(
        readFileSync(folder + file, 'utf8'),
      ),
  )
  expect(readers).toEqual(['body.ts'])
})
