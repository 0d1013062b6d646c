import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../../../../test/raw-request.ts'
import { readEnv } from '../../base/env.ts'
import { Leaving } from '../../domain/operation/leaving.ts'
import { Readiness } from '../../domain/operation/readiness.ts'
import type { AppEnv } from '../context.ts'
import { answerProblem } from '../problem.ts'
import { createHttpServer } from './http-server.ts'
import { createMetrics, metricsRoutes } from './metrics.ts'
import { readinessRoutes } from './readiness.ts'
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
  const scrape = await metrics.registry.metrics()
  const counted = (route: string, method: string, status: number) =>
    `http_server_request_duration_seconds_count{http_route="${route}",http_request_method="${method}",http_response_status_code="${status}"}`
  expect(scrape).toContain(`${counted('/things/:id', 'GET', 200)} 2`)
  expect(scrape).toContain(`${counted('unmatched', 'GET', 404)} 1`)
  expect(scrape).toContain(`${counted('unmatched', 'other', 404)} 1`)
  expect(scrape).not.toContain('made-up')
})

test('the scrape that the documentation shows gets the metrics of a public server, and nobody else at that name', async () => {
  const { authorization, host } = documentedScrape()
  const { port } = await edge()
  const at = (path: string, headers: Record<string, string>) => answerAt(port, path, headers)
  expect(await at('/metrics', { host, authorization })).toMatchObject({ status: 200 })
  expect(await at('/metrics', { host })).toMatchObject({ status: 421 })
  expect(await at('/metrics', { host: `localhost:${port}` })).toMatchObject({ status: 200 })
})

test('what a proxy on this machine passes on with its usual settings gets no metrics and no details', async () => {
  const { port } = await edge()
  const host = `127.0.0.1:${port}`
  const old = await rawRequest(`http://${host}`, [`GET /metrics HTTP/1.0\r\nHost: ${host}\r\n\r\n`])
  expect(old.status).toBe(404)
  for (const connection of ['close', 'upgrade']) {
    expect(await answerAt(port, '/metrics', { host, connection })).toMatchObject({ status: 404 })
    const { body } = await answerAt(port, '/readyz', { host, connection })
    expect(Object.keys(JSON.parse(body))).toEqual(['ready', 'reasons'])
  }
})

test('a page elsewhere whose name resolves to this machine learns no details', async () => {
  const { port } = await edge()
  const reads = async (headers: Record<string, string>) =>
    Object.keys(JSON.parse((await answerAt(port, '/readyz', headers)).body))
  expect(await reads({ host: `127.0.0.1:${port}` })).toContain('database')
  expect(await reads({ host: `rebound.example:${port}` })).toEqual(['ready', 'reasons'])
})

/** What Prometheus sends by the lines in docs/operating.md. */
function documentedScrape() {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const [, host = ''] = /targets: \['([^']+)'\]/.exec(page) ?? []
  return { host, authorization: `Bearer ${TOKEN}` }
}

/** The app behind the edge of a server with a public address. */
async function edge() {
  const env = readEnv({ PUBLIC_URL: 'https://bionic.example', METRICS_TOKEN: TOKEN })
  const log = pino({ level: 'silent' })
  const readiness = new Readiness({
    ...{ ask: async () => 1, hasRoom: () => true, leaving: new Leaving(), hearsRedis: null },
    backups: { last: () => null },
  })
  const behind = new Hono<AppEnv>()
    .onError(answerProblem)
    .use(requestContext({ log, trustedProxies: 0, readSession: async () => null }))
    .route('/', metricsRoutes(metrics.registry, TOKEN))
    .route('/', readinessRoutes(readiness, TOKEN))
  const listening = createHttpServer({ env, log, fetch: behind.fetch }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return listening.address() as AddressInfo
}

/** `fetch` would not send another Host. */
async function answerAt(port: number, path: string, headers: Record<string, string>) {
  const [answer] = await once(request({ port, path, headers }).end(), 'response')
  return { status: answer.statusCode, body: await text(answer) }
}
