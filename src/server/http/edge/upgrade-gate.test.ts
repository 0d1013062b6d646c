import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Failure } from '../../domain/failure.ts'
import { gateUpgrades } from './upgrade-gate.ts'

const full = () => {
  throw new Failure('too_many_sockets', 'Too many.', { retryAfter: 10 })
}

/** A server whose own upgrade handler records what it gets. */
function setting(openFrom: (address: string) => () => void, trustedProxies = 0) {
  const server = createServer()
  const handled: IncomingMessage[] = []
  server.on('upgrade', (request) => handled.push(request))
  gateUpgrades(server, { trustedProxies, headers: {}, openFrom })
  return { server, handled }
}

const asking = (headers: Record<string, string> = {}) =>
  ({ headers: { upgrade: 'websocket', ...headers }, socket: { remoteAddress: '192.0.2.1' } }) as never

test('of many tries in one moment a few are worked on in each turn of the event loop, in their order', async () => {
  const { server, handled } = setting(() => () => {})
  const requests = Array.from({ length: 10 }, () => asking())
  for (const request of requests) server.emit('upgrade', request, new PassThrough(), Buffer.alloc(0))
  expect(handled).toHaveLength(0)
  const counts: number[] = []
  while (handled.length < 10) {
    await setImmediate()
    counts.push(handled.length)
  }
  expect(Math.max(...counts.map((count, turn) => count - (counts[turn - 1] ?? 0)))).toBeLessThanOrEqual(4)
  expect(handled).toEqual(requests)
})

test('a try is counted by its address until its connection is closed', async () => {
  const open = new Map<string, number>()
  const { server } = setting((address) => {
    open.set(address, (open.get(address) ?? 0) + 1)
    return () => void open.set(address, (open.get(address) ?? 0) - 1)
  }, 1)
  const sockets = [new PassThrough(), new PassThrough()]
  for (const socket of sockets)
    server.emit('upgrade', asking({ 'x-forwarded-for': '1.1.1.1, 2001:db8::7' }), socket, Buffer.alloc(0))
  expect([...open]).toEqual([['2001:db8:0:0::/64', 2]])
  sockets[0]?.destroy()
  await setImmediate()
  expect([...open.values()]).toEqual([1])
})

test('one that lost its connection while it waited is not worked on', async () => {
  const { server, handled } = setting(() => () => {})
  const socket = new PassThrough()
  server.emit('upgrade', asking(), socket, Buffer.alloc(0))
  socket.destroy()
  await setImmediate()
  await setImmediate()
  expect(handled).toHaveLength(0)
})

test.each([
  ['websocket', 429, 'too_many_sockets'],
  ['h2c', 426, 'upgrade_required'],
])('a refused upgrade to %s gets a whole answer, and its connection ends', async (upgrade, status, code) => {
  const { server, handled } = setting(full)
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\n\r\n`)
  let answer = ''
  for await (const piece of socket) answer += piece
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code })
  expect(handled).toHaveLength(0)
})
