import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpFetch } from './http-fetch.ts'

const LARGE = 'x'.repeat(1024 * 1024)

/** Asks a server that answers in this way; the pieces of the body. */
async function fetchFrom(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { body } = await httpFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  if (!body) throw new Error('no body')
  return body[Symbol.asyncIterator]()
}

test('a body that is larger than what may wait is read whole, however late its reader begins', async () => {
  const body = await fetchFrom((answer) => answer.end(LARGE))
  await new Promise((resolve) => setTimeout(resolve, 50))
  let bytes = 0
  for (let piece = await body.next(); !piece.done; piece = await body.next()) bytes += piece.value.length
  expect(bytes).toBe(LARGE.length)
})

test('of a body that breaks off what has arrived is read before the error', async () => {
  const body = await fetchFrom((answer) => answer.write('begun', () => answer.destroy()))
  expect(new TextDecoder().decode((await body.next()).value)).toBe('begun')
  await expect(body.next()).rejects.toThrow()
})

test('whoever leaves a body closes its connection', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const body = await fetchFrom((answer) => void answer.once('close', resolve).write('begun'))
  await body.next()
  await body.return?.()
  await closed
})
