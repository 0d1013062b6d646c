import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { testDatabase } from '../../../../test/database.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { createLog } from '../../base/log.ts'
import type { AppEnv } from '../context.ts'
import { createRateLimits } from '../edge/rate-limit.ts'
import { requestContext } from '../edge/request-context.ts'
import { startingUp } from '../pages/starting-up.ts'
import { answerProblem } from '../problem.ts'
import { realtimeRoutes } from './realms/realtime.ts'

const database = await testDatabase()
const server = await realtimeServer(database)
afterAll(server.close)

/** Returns the status and headers of a refused socket request. */
async function refusal(address: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api/realtime`, { headers })
  const [, response] = await once(socket, 'unexpected-response')
  response.resume()
  return { status: response.statusCode, headers: response.headers }
}

async function listen(fetch: (request: Request, bindings: object) => Response | Promise<Response>) {
  const sockets = new WebSocketServer({ noServer: true }) as WebSocketServer & WebSocketServerLike
  const listening = createAdaptorServer({ fetch, websocket: { server: sockets } }) as Server
  onTestFinished(() => {
    listening.close()
    listening.closeAllConnections()
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

test('a socket opens for a page of this site, and for a client that is no browser', async () => {
  const page = await server.open(undefined, {
    headers: { origin: server.address, 'accept-encoding': 'gzip', 'sec-fetch-site': 'same-origin' },
  })
  await page.pong()
  const other = await server.open()
  await other.pong()
  page.close()
  other.close()
})

test('a page of another site opens no socket', async () => {
  expect(await refusal(server.address, { origin: 'https://elsewhere.example' })).toMatchObject({
    status: 403,
  })
  expect(await refusal(server.address, { origin: 'null' })).toMatchObject({ status: 403 })
  expect(
    await refusal(server.address, { origin: server.address, 'sec-fetch-site': 'cross-site' }),
  ).toMatchObject({ status: 403 })
})

test('a request that asks for no socket is told that it should', async () => {
  const answer = await server.send('GET', '/api/realtime')
  expect(answer.status).toBe(426)
  expect(answer.headers.get('upgrade')).toBe('websocket')
  expect(await answer.json()).toMatchObject({ code: 'upgrade_required' })
})

test('a server that is still starting refuses sockets for the moment', async () => {
  const address = await listen(startingUp)
  const refused = await refusal(address)
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
})

test('who opens sockets too often is told when to try again', async () => {
  const perMinute = { chat: 1, write: 1, read: 1, realm: 1, webPicture: 1, socket: 1_000 }
  const app = new Hono<AppEnv>()
    .use(requestContext({ log: createLog('silent'), trustedProxies: 0, readSession: async () => null }))
    .onError(answerProblem)
    .use(createRateLimits({ perMinute }).requests)
    .route('/api', realtimeRoutes({ hub: server.hub, quotas: server.socketQuotas, publicOrigin: undefined }))
  const address = await listen(app.fetch)
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api/realtime`)
  await once(socket, 'open')
  const refused = await refusal(address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  socket.terminate()
})
