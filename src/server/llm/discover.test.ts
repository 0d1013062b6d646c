import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startModelServer } from '../../../e2e/fakes/model-server.ts'
import { chooseEngine } from './choose-engine.ts'
import { discoverLocalModel } from './discover.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function modelServer(name: string, ...models: string[]) {
  const server = await startModelServer({ models })
  closing.push(server.close)
  return { name, port: server.port }
}

async function otherServer(name: string, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { name, port: (server.address() as AddressInfo).port }
}

async function closedPort(name: string) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return { name, port }
}

test('the first server in the order that lists a model is taken', async () => {
  const servers = [
    await closedPort('closed'),
    await modelServer('without models'),
    await modelServer('second', 'llama3:latest'),
    await modelServer('third', 'other'),
  ]
  expect(await discoverLocalModel(servers, 'gpt-4-turbo-preview')).toEqual({
    server: 'second',
    baseUrl: `http://127.0.0.1:${servers[2]?.port}/v1`,
    model: 'llama3:latest',
  })
})

test('a model that only makes vectors is not talked to', async () => {
  const server = await modelServer('mixed', 'text-embedding-nomic', 'qwen3')
  expect((await discoverLocalModel([server], 'x'))?.model).toBe('qwen3')
  expect(await discoverLocalModel([await modelServer('vectors', 'nomic-embed-text:latest')], 'x')).toBeNull()
})

test('the model that the environment names is preferred where it is listed, with or without its tag', async () => {
  const server = await modelServer('many', 'qwen3:8b', 'llama3:latest')
  expect((await discoverLocalModel([server], 'llama3'))?.model).toBe('llama3:latest')
  expect((await discoverLocalModel([server], 'qwen3:8b'))?.model).toBe('qwen3:8b')
})

test.each<[string, RequestListener]>([
  ['answers with a page', (_, answer) => answer.end('<!doctype html>')],
  ['answers with other JSON', (_, answer) => answer.end('{"data":[{"name":"x"}]}')],
  ['refuses', (_, answer) => answer.writeHead(401).end('{"data":[{"id":"x"}]}')],
  ['redirects', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end()],
  ['never answers', () => {}],
  ['never ends', (_, answer) => void answer.write('{"data":[')],
  ['sends far too much', (_, answer) => answer.end(`{"data":[{"id":"${'x'.repeat(2_000_000)}"}]}`)],
  ['hangs up', (request) => request.socket.destroy()],
])('a server that %s is nobody to talk to', async (_, listener) => {
  expect(await discoverLocalModel([await otherServer('other', listener)], 'x', 100)).toBeNull()
})

const nothing = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, CHAT_MODEL: 'gpt-4-turbo-preview' }

test('a configured provider is taken without looking around', async () => {
  const server = await modelServer('local', 'llama3')
  const { engine } = await chooseEngine({ ...nothing, OPENAI_API_KEY: 'key' }, { localServers: [server] })
  expect(engine).toEqual({ kind: 'provider', model: 'gpt-4-turbo-preview' })
  const byAddress = await chooseEngine({ ...nothing, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })
  expect(byAddress.engine.kind).toBe('provider')
})

test('without one a model on this machine answers, and without that the offline engine, which says so', async () => {
  const server = await modelServer('Ollama', 'llama3')
  const local = await chooseEngine(nothing, { localServers: [server] })
  expect(local.engine).toEqual({ kind: 'local', server: 'Ollama', model: 'llama3' })
  expect((await chooseEngine(nothing, { localServers: [] })).engine).toEqual({ kind: 'offline' })
})
