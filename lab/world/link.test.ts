import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { randomFrom } from '../../test/random-from.ts'
import { Link } from './link.ts'

/** A program that sends back whatever it gets, behind a link. */
async function echoed() {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const link = await Link.open((server.address() as AddressInfo).port, randomFrom(1))
  onTestFinished(async () => {
    await link.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return link
}

const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251))

test.each([
  ['nothing happens', {}],
  ['each piece is late by a different time', { delayMs: 2, jitterMs: 8 }],
  ['they drip', { bytesPerSecond: 200_000 }],
])('bytes arrive whole and in their order where %s', async (_, fault) => {
  const link = await echoed()
  link.suffer(fault)
  const socket = connect(link.port, '127.0.0.1')
  for (let at = 0; at < bytes.length; at += 1_700) socket.write(bytes.subarray(at, at + 1_700))
  socket.end()
  expect((await buffer(socket)).equals(bytes)).toBe(true)
})

test('a black hole keeps what is sent until it is healed, and nobody is told', async () => {
  const link = await echoed()
  const socket = connect(link.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data))
  socket.write('one ')
  await expect.poll(() => heard).toBe('one ')
  link.suffer({ blackHole: true })
  socket.write('two')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).toBe('one ')
  link.heal()
  await expect.poll(() => heard).toBe('one two')
  socket.destroy()
})

test('a cut resets the connections there are, and new ones are taken', async () => {
  const link = await echoed()
  const socket = connect(link.port, '127.0.0.1')
  socket.write('one')
  await once(socket, 'data')
  const failed = once(socket, 'error')
  link.cut()
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
  const again = connect(link.port, '127.0.0.1')
  again.end('two')
  expect((await buffer(again)).toString()).toBe('two')
})
