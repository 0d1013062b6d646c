import type { Attributes, AttributeValue, FinishedSpan, SpanKind } from './trace.ts'
import type { TraceContext } from './trace-context.ts'

/** OTLP 1.x in its JSON form: names in camel case, 64-bit numbers as strings, ids in hexadecimal digits. */

const SCOPE = { name: 'bionic' }

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }

const STATUS_ERROR = 2
const CUMULATIVE = 2

/** Flags of a span: that it is sampled. */
const SAMPLED = 1

export function spansRequest(resource: Attributes, spans: readonly FinishedSpan[]) {
  const scopeSpans = [{ scope: SCOPE, spans: spans.map(spanOf) }]
  return { resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] }
}

function spanOf(span: FinishedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
    flags: SAMPLED,
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.began),
    endTimeUnixNano: nanoseconds(span.ended),
    attributes: attributesOf(span.attributes),
    events: span.events.map(({ name, at }) => ({ timeUnixNano: nanoseconds(at), name })),
    links: span.links.map(linkOf),
    status: span.failed ? { code: STATUS_ERROR } : {},
  }
}

function linkOf({ traceId, spanId, sampled }: TraceContext) {
  return { traceId, spanId, flags: Number(sampled) }
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: AttributeValue) {
  switch (typeof value) {
    case 'string':
      return { stringValue: value }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      return value satisfies never
  }
}

/** @param milliseconds since 1970, with fractions: as many as a double holds, which are microseconds */
function nanoseconds(milliseconds: number): string {
  return (BigInt(Math.round(milliseconds * 1_000)) * 1_000n).toString()
}

/** A metric as prom-client's registry gives it. */
export interface ReadMetric {
  name: string
  help: string
  type: string
  values: readonly {
    value: number
    labels: Readonly<Record<string, string | number | undefined>>
    metricName?: string | undefined
  }[]
}

export function metricsRequest(
  resource: Attributes,
  metrics: readonly ReadMetric[],
  { began, now }: { began: number; now: number },
) {
  const times = { startTimeUnixNano: nanoseconds(began), timeUnixNano: nanoseconds(now) }
  const scopeMetrics = [{ scope: SCOPE, metrics: metrics.flatMap((metric) => metricOf(metric, times) ?? []) }]
  return { resourceMetrics: [{ resource: { attributes: attributesOf(resource) }, scopeMetrics }] }
}

interface Times {
  startTimeUnixNano: string
  timeUnixNano: string
}

function metricOf(metric: ReadMetric, times: Times) {
  const { name, help: description, type, values } = metric
  // What is not there, such as Redis, has no value.
  if (values.length === 0) return null
  switch (type) {
    case 'counter':
      return {
        ...{ name, description },
        sum: { dataPoints: pointsOf(values, times), aggregationTemporality: CUMULATIVE, isMonotonic: true },
      }
    case 'gauge':
      return {
        ...{ name, description },
        gauge: { dataPoints: pointsOf(values, { timeUnixNano: times.timeUnixNano }) },
      }
    case 'histogram':
      return {
        ...{ name, description },
        histogram: { dataPoints: histogramPoints(values, times), aggregationTemporality: CUMULATIVE },
      }
    default:
      // Nothing here is a summary.
      return null
  }
}

function pointsOf(values: ReadMetric['values'], times: Partial<Times>) {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ attributes: labelsOf(labels), ...times, asDouble: value }))
}

interface HistogramPoint {
  attributes: ReturnType<typeof labelsOf>
  bounds: number[]
  /** As Prometheus counts: each bucket has those before it in it. */
  upTo: number[]
  sum: number
  count: number
}

function histogramPoints(values: ReadMetric['values'], times: Times) {
  const points = new Map<string, HistogramPoint>()
  for (const { value, labels, metricName = '' } of values) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const point = points.get(key) ?? { attributes: labelsOf(own), bounds: [], upTo: [], sum: 0, count: 0 }
    points.set(key, point)
    if (metricName.endsWith('_sum')) point.sum = value
    else if (metricName.endsWith('_count')) point.count = value
    else if (le !== undefined) {
      point.upTo.push(value)
      if (le !== '+Inf') point.bounds.push(Number(le))
    }
  }
  return Array.from(points.values(), ({ attributes, bounds, upTo, sum, count }) => ({
    ...{ attributes, ...times, sum, count: String(count), explicitBounds: bounds },
    bucketCounts: upTo.map((upToHere, index) => String(upToHere - (upTo[index - 1] ?? 0))),
  }))
}

function labelsOf(labels: ReadMetric['values'][number]['labels']) {
  const present = Object.entries(labels).filter(([, value]) => value !== undefined && value !== '')
  return attributesOf(Object.fromEntries(present.map(([key, value]) => [key, String(value)])))
}
