import { once } from 'node:events'
import { createServer, get, Agent as HttpAgent, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { trackConnections } from './connections.ts'

test('a server that leaves waits for answers that have not begun, and lets go of each connection with its answer', async () => {
  const asked: ServerResponse[] = []
  const server = createServer((_, response) => void asked.push(response))
  const connections = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new HttpAgent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = () => get({ port, host: '127.0.0.1', agent })
  const [early, late] = [ask(), ask()]
  await expect.poll(() => asked.length).toBe(2)
  expect(connections.running()).toBe(2)
  // A stream that goes on for as long as somebody reads it.
  asked[0]?.writeHead(200, { 'content-type': 'text/event-stream' })
  asked[0]?.write('data: 1\n\n')
  const [stream] = await once(early, 'response')
  expect([connections.running(), stream.headers.connection]).toEqual([1, 'keep-alive'])

  connections.leave()
  const next = ask()
  await expect.poll(() => asked.length).toBe(3)
  for (const response of asked.slice(1)) response.end('done')
  const [[first], [second]] = await Promise.all([once(late, 'response'), once(next, 'response')])
  expect(second.headers.connection).toBe('close')
  for (const answer of [first, second]) await once(answer.resume(), 'end')
  connections.refuse()
  await expect(once(ask(), 'response')).rejects.toThrow()
  stream.resume()
  asked[0]?.end()
  await once(stream, 'end')
  const hurry = new AbortController().signal
  await connections.close({ patience: 10_000, hurry, onCut: () => expect.unreachable() })
  expect(connections.running()).toBe(0)
})
