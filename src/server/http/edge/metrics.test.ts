import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppEnv } from '../context.ts'
import { answerProblem } from '../problem.ts'
import { createMetrics, metricsRoutes } from './metrics.ts'
import { requestContext } from './request-context.ts'

const TOKEN = 'a-long-enough-metrics-token'
const metrics = createMetrics()
const app = new Hono<AppEnv>()
  .onError(answerProblem)
  .use(requestContext({ log: pino({ level: 'silent' }), trustedProxies: 1, readSession: async () => null }))
  .use(metrics.requests)
  .route('/', metricsRoutes(metrics.registry, TOKEN))
  .get('/things/:id', (c) => c.text('thing'))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
let address: string
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('who asks on the machine itself gets the metrics', async () => {
  const response = await fetch(`${address}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await response.text()).toContain('process_cpu_user_seconds_total')
})

test.each([{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }])(
  'a request that a proxy passed on is not local, whatever it says: %j',
  async (headers) => {
    expect((await fetch(`${address}/metrics`, { headers })).status).toBe(404)
  },
)

// Without a socket there is no address, as for a client on another machine.
test.each([
  ['nothing', undefined, 404],
  ['another token', 'Bearer a-long-enough-metrics-tokem', 404],
  ['the beginning of the token', 'Bearer a-long', 404],
  ['the token in another scheme', `Basic ${TOKEN}`, 404],
  ['the token', `Bearer ${TOKEN}`, 200],
])('from elsewhere, %s is answered so', async (_, authorization, status) => {
  const response = await app.request('/metrics', { headers: authorization ? { authorization } : {} })
  expect(response.status).toBe(status)
})

test('where no token is set, none fits', async () => {
  const without = new Hono<AppEnv>()
    .onError(answerProblem)
    .use(requestContext({ log: pino({ level: 'silent' }), trustedProxies: 0, readSession: async () => null }))
    .route('/', metricsRoutes(metrics.registry, undefined))
  const response = await without.request('/metrics', { headers: { authorization: 'Bearer undefined' } })
  expect(response.status).toBe(404)
})

test('requests count by the pattern of their route; what a client makes up is no label', async () => {
  await fetch(`${address}/things/1`)
  await fetch(`${address}/things/2`)
  await fetch(`${address}/made-up`)
  const outgoing = request(`${address}/made-up`, { method: 'PROPFIND' }).end()
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  const text = await metrics.registry.metrics()
  const counted = (route: string, method: string, status: number) =>
    `http_server_request_duration_seconds_count{http_route="${route}",http_request_method="${method}",http_response_status_code="${status}"}`
  expect(text).toContain(`${counted('/things/:id', 'GET', 200)} 2`)
  expect(text).toContain(`${counted('unmatched', 'GET', 404)} 1`)
  expect(text).toContain(`${counted('unmatched', 'other', 404)} 1`)
  expect(text).not.toContain('made-up')
})
