import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../../../test/free-port.ts'
import { modelProtocols } from '../model-protocols.ts'
import { LocalServers, type LookTimes } from './local-servers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function end(server: Server) {
  server.close()
  server.closeAllConnections()
  if (server.listening) await once(server, 'close')
}

/** A server on this machine, with how often it was asked. */
async function serve(id: string, listener: RequestListener, at = 0) {
  let asked = 0
  const server = createServer((request, answer) => {
    asked++
    listener(request, answer)
  }).listen(at, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => end(server))
  const { port } = server.address() as AddressInfo
  return { ...entry(id, port), end: () => end(server), asked: () => asked }
}

const entry = (id: string, port: number) => ({ id, name: id, baseUrl: `http://127.0.0.1:${port}/v1` })

const listing =
  (...models: string[]): RequestListener =>
  (_, answer) =>
    answer.end(JSON.stringify({ data: models.map((id) => ({ id })) }))

/** No look but those that a test asks for, unless it says otherwise. */
const NEVER = 1_000_000_000

function lookAt(servers: ReturnType<typeof entry>[], times: Partial<LookTimes> = {}) {
  let time = 0
  const changes: string[][] = []
  const local = new LocalServers({
    servers,
    list: modelProtocols.listModels,
    now: () => time,
    onChange: (found) => changes.push(found.map(({ id }) => id)),
    times: { firstMs: NEVER, mostMs: NEVER, staleMs: 3_000, otherMs: 30_000, ...times },
  })
  closing.push(() => local.close())
  const names = () => local.found().map(({ id, models }) => [id, ...models.map(({ model }) => model)])
  return { local, names, changes, pass: (ms: number) => (time += ms) }
}

test('all that list a model are found, in the order of preference', async () => {
  const servers = [
    entry('closed', await freePort()),
    await serve('without models', listing()),
    await serve('second', listing('llama3:latest')),
    await serve('third', listing('qwen3:8b', 'other')),
  ]
  const { local, names } = lookAt(servers)
  await local.look()
  expect(names()).toEqual([
    ['second', 'llama3:latest'],
    ['third', 'qwen3:8b', 'other'],
  ])
})

test.each<[string, RequestListener]>([
  ['answers with a page', (_, answer) => answer.end('<!doctype html>')],
  ['answers with other JSON', (_, answer) => answer.end('{"data":[{"name":"x"}]}')],
  ['refuses', (_, answer) => answer.writeHead(401).end('{"data":[{"id":"x"}]}')],
  ['redirects', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end()],
  ['never answers', () => {}],
  ['never ends', (_, answer) => void answer.write('{"data":[')],
  ['sends far too much', (_, answer) => answer.end(`{"data":[{"id":"${'x'.repeat(6_000_000)}"}]}`)],
  ['hangs up', (request) => request.socket.destroy()],
])('a server that %s is nobody to talk to', async (_, listener) => {
  const { local, names } = lookAt([await serve('other', listener)], { patienceMs: 300 })
  await local.look()
  expect(names()).toEqual([])
})

test('a server that comes is found by itself, and one that goes is noticed', async () => {
  const port = await freePort()
  const { names, changes, local } = lookAt([entry('ollama', port)], { firstMs: 10, mostMs: 20 })
  await local.look()
  expect(names()).toEqual([])
  const server = await serve('ollama', listing('llama3'), port)
  await expect.poll(names).toEqual([['ollama', 'llama3']])
  await server.end()
  await expect.poll(names).toEqual([])
  await serve('ollama', listing('qwen3'), port)
  await expect.poll(names).toEqual([['ollama', 'qwen3']])
  expect(changes).toEqual([['ollama'], [], ['ollama']])
})

test('whoever asks has it looked at once, does not wait for it, and only if the last look was a while ago', async () => {
  const server = await serve('ollama', listing('llama3'))
  const { names, local, pass } = lookAt([server])
  expect(names()).toEqual([])
  await local.look()
  expect(names()).toEqual([['ollama', 'llama3']])
  expect(server.asked()).toBe(1)
  pass(3_001)
  names()
  names()
  await local.look()
  expect(server.asked()).toBe(2)
})

test('another program at the port is not asked again and again', async () => {
  let answer: RequestListener = (_, response) => response.writeHead(404).end()
  const other = await serve('llama-cpp', (request, response) => answer(request, response))
  const { local, pass, names } = lookAt([other])
  for (let look = 0; look < 5; look++) {
    await local.look()
    pass(5_000)
  }
  expect(other.asked()).toBe(1)
  answer = listing('llama3')
  pass(5_001)
  await local.look()
  expect(names()).toEqual([['llama-cpp', 'llama3']])
})

test('a server that is too busy to answer once is still there; after three times it is not', async () => {
  let isBusy = false
  const server = await serve('ollama', (request, answer) => {
    if (!isBusy) listing('llama3')(request, answer)
  })
  const { local, names } = lookAt([server], { patienceMs: 200, staleMs: NEVER })
  await local.look()
  isBusy = true
  await local.look()
  await local.look()
  expect(names()).toEqual([['ollama', 'llama3']])
  await local.look()
  expect(names()).toEqual([])
})

test('nothing is looked at any more once it is closed', async () => {
  const server = await serve('ollama', listing('llama3'))
  const { local } = lookAt([server], { firstMs: 1, mostMs: 1 })
  await local.look()
  local.close()
  const asked = server.asked()
  await local.look()
  expect(server.asked()).toBe(asked)
})
