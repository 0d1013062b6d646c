import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { OtlpExporter } from './otlp-exporter.ts'

const digits = z.string().check(z.regex(/^\d+$/))
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: digits }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string(), value }))
const resource = z.strictObject({ attributes })
const scope = z.strictObject({ name: z.string() })
const hex = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${length}}$`)))
const link = z.strictObject({ traceId: hex(32), spanId: hex(16), flags: z.int() })
const span = z.strictObject({
  ...{ traceId: hex(32), spanId: hex(16), parentSpanId: z.optional(hex(16)), flags: z.int() },
  ...{ name: z.string(), kind: z.int(), startTimeUnixNano: digits, endTimeUnixNano: digits, attributes },
  events: z.array(z.strictObject({ timeUnixNano: digits, name: z.string() })),
  links: z.array(link),
  status: z.strictObject({ code: z.optional(z.literal(2)) }),
})
const tracesSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })) }),
  ),
})

/** A collector that answers as it is told to, with 200 at last; `never` is no answer. */
async function startCollector(...statuses: (number | 'never')[]) {
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await json(request) })
    const status = statuses.shift() ?? 200
    if (status === 'never') return
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

let opened: OtlpExporter[] = []
afterEach(async () => {
  await Promise.all(opened.map((exporter) => exporter.close()))
  opened = []
})

function open(endpoint: string, lines: string[] = [], closingMs?: number) {
  const exporter = new OtlpExporter({
    ...{ endpoint, headers: { authorization: 'Bearer of-the-collector' } },
    ...{ resource: { 'service.name': 'bionic' }, sampler: 'always_on', ratio: 1 },
    log: createLog('warn', { write: (line) => lines.push(line) }),
    everyMs: { spans: 20, metrics: 1_000_000 },
    closingMs,
  })
  opened.push(exporter)
  return exporter
}

const traceId = 'ab'.repeat(16)

test('spans reach the collector in OTLP’s own form, with the headers that it wants', async () => {
  const { received, endpoint } = await startCollector()
  const { tracer } = open(endpoint)
  const root = tracer.begin(traceId, { traceId, spanId: 'c'.repeat(16), sampled: true }, 'request', {
    kind: 'server',
  })
  const child = root?.child('chat', { kind: 'client', attributes: { tokens: 12, share: 0.5, isWhole: true } })
  child?.event('first chunk')
  child?.link({ traceId, spanId: 'd'.repeat(16), sampled: true })
  child?.fail('429')
  child?.end()
  root?.end()
  await expect.poll(() => received.length).toBe(1)
  const [request] = received
  expect(request?.path).toBe('/v1/traces')
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer of-the-collector',
    'content-type': 'application/json',
  })
  const { resourceSpans } = tracesSchema.parse(request?.body)
  const [sentChild, sentRoot] = resourceSpans[0]?.scopeSpans[0]?.spans ?? []
  expect(sentRoot).toMatchObject({
    traceId,
    name: 'request',
    kind: 2,
    parentSpanId: 'c'.repeat(16),
    status: {},
  })
  expect(sentChild).toMatchObject({
    name: 'chat',
    kind: 3,
    parentSpanId: sentRoot?.spanId,
    status: { code: 2 },
  })
  expect(sentChild?.attributes).toContainEqual({ key: 'tokens', value: { intValue: '12' } })
  expect(Number(sentChild?.endTimeUnixNano)).toBeGreaterThan(1.7e18)
})

test('what the collector can not take now it gets later; what it does not want it does not get again', async () => {
  const { received, endpoint } = await startCollector(503, 400)
  const lines: string[] = []
  const exporter = open(endpoint, lines)
  let dropped = 0
  exporter.exportMetrics(new Registry(), (spans) => {
    dropped += spans
  })
  exporter.tracer.begin(traceId, undefined, 'once')?.end()
  await expect.poll(() => dropped).toBe(1)
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/traces'])
  exporter.tracer.begin(traceId, undefined, 'after it')?.end()
  await expect.poll(() => received.length).toBe(3)
  expect(JSON.stringify(received[2])).not.toContain('once')
  expect(lines).toHaveLength(1)
})

test('without a collector the newest spans are kept, so many and no more, and closing does not wait for it', async () => {
  const exporter = open('http://127.0.0.1:1')
  let dropped = 0
  exporter.exportMetrics(new Registry(), (spans) => {
    dropped += spans
  })
  for (let index = 0; index < 6_000; index++) exporter.tracer.begin(traceId, undefined, `${index}`)?.end()
  expect(dropped).toBeGreaterThanOrEqual(6_000 - 4_096 - 512)
  await exporter.close()
})

test('a collector that does not answer holds up the end once, however much is left', async () => {
  const { received, endpoint } = await startCollector('never', 'never', 'never')
  const exporter = open(endpoint, [], 100)
  exporter.exportMetrics(new Registry(), () => {})
  for (let index = 0; index < 2_000; index++) exporter.tracer.begin(traceId, undefined, `${index}`)?.end()
  await expect.poll(() => received.length).toBe(1)
  await exporter.close()
  // Nothing more is tried of the first, and nothing of what is left.
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/metrics'])
})

test('metrics that can not be read do not disturb the end', async () => {
  const { received, endpoint } = await startCollector()
  const registry = new Registry()
  const collect = () => Promise.reject(new Error('the database is closed'))
  new Gauge({ name: 'waiting', help: 'Now.', registers: [registry], collect })
  const lines: string[] = []
  const exporter = open(endpoint, lines)
  exporter.exportMetrics(registry, () => {})
  await exporter.close()
  expect([received.length, lines.length]).toEqual([0, 1])
})

test('metrics are sent as they are read, histograms by what each bucket has alone', async () => {
  const { received, endpoint } = await startCollector()
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'asked_total', help: 'How often.', registers, labelNames: ['how'] }).inc(
    { how: 'here' },
    3,
  )
  new Gauge({ name: 'waiting', help: 'Now.', registers }).set(2)
  const took = new Histogram({ name: 'took_seconds', help: 'How long.', registers, buckets: [1, 2] })
  for (const seconds of [0.5, 1.5, 1.6, 9]) took.observe(seconds)
  const exporter = open(endpoint)
  exporter.exportMetrics(registry, () => {})
  await exporter.close()
  opened = []
  const metrics = JSON.parse(JSON.stringify(received.find(({ path }) => path === '/v1/metrics')?.body))
  const sent = metrics.resourceMetrics[0].scopeMetrics[0].metrics
  const [asked, waiting, histogram] = sent
  expect(asked.sum).toMatchObject({
    isMonotonic: true,
    aggregationTemporality: 2,
    dataPoints: [{ asDouble: 3, attributes: [{ key: 'how', value: { stringValue: 'here' } }] }],
  })
  expect(waiting.gauge.dataPoints).toMatchObject([{ asDouble: 2 }])
  expect(histogram.histogram.dataPoints).toMatchObject([
    { count: '4', sum: 12.6, explicitBounds: [1, 2], bucketCounts: ['1', '2', '1'] },
  ])
})
