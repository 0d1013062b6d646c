import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpFetch } from './http-fetch.ts'

const LARGE = 'x'.repeat(1024 * 1024)

/** Asks a server that answers in this way. */
async function fetchFrom(answer: (response: ServerResponse) => void): Promise<Response> {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return httpFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

test('a body that is larger than what may wait is read whole, however late its reader begins', async () => {
  const response = await fetchFrom((answer) => answer.end(LARGE))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await response.text()).length).toBe(LARGE.length)
})

test('of a body that breaks off what has arrived is read before the error', async () => {
  const response = await fetchFrom((answer) => answer.write('begun', () => answer.destroy()))
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('begun')
  await expect(reader?.read()).rejects.toThrow()
})
