import type { Registry } from 'prom-client'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { logThrottled } from '../log-throttled.ts'
import { metricsRequest, type ReadMetric, spansRequest } from './otlp-json.ts'
import { type Attributes, type FinishedSpan, Tracer } from './trace.ts'
import { Sampler } from './trace-context.ts'

/** What the environment says of the collector (OTEL_…). */
export interface OtlpSettings {
  /** The base address, to which `/v1/traces` and `/v1/metrics` are added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Attributes
  sampler: Env['OTEL_TRACES_SAMPLER']
  ratio: number
}

interface ExporterOptions extends OtlpSettings {
  log: Logger
  /** For tests: milliseconds between two batches of spans, and between two readings of the metrics. */
  everyMs?: { spans?: number; metrics?: number }
  /** For tests: how long closing may take, in milliseconds. */
  closingMs?: number | undefined
}

const SPANS_EVERY_MS = 5_000
const METRICS_EVERY_MS = 60_000

/** While the collector does not take them so many spans are kept, and the oldest are dropped for newer ones. */
const MOST_KEPT = 4_096
/** In one request. */
const MOST_SENT = 512

const ANSWER_MS = 10_000

/** How long closing may take with all that is left to send, in milliseconds. */
const CLOSING_MS = 3_000

/** Sends spans and metrics to a collector, by OTLP over HTTP in JSON. It never delays what it measures, and never throws. */
export class OtlpExporter {
  readonly tracer: Tracer
  readonly #options: ExporterOptions
  readonly #say = logThrottled()
  readonly #began = Date.now()
  /** Aborted when there is no more time to send anything. */
  readonly #late = new AbortController()
  readonly #spansTimer: NodeJS.Timeout
  #metricsTimer: NodeJS.Timeout | undefined
  #registry: Registry | undefined
  #onDropped: (spans: number) => void = () => {}
  #spans: FinishedSpan[] = []
  #sending: Promise<void> | undefined

  constructor(options: ExporterOptions) {
    this.#options = options
    const sampler = new Sampler(options.sampler, options.ratio)
    this.tracer = new Tracer(sampler, (span) => this.#take(span))
    this.#spansTimer = setInterval(() => this.#sendSpans(), options.everyMs?.spans ?? SPANS_EVERY_MS).unref()
  }

  /** @param onDropped is told how many spans were dropped */
  exportMetrics(registry: Registry, onDropped: (spans: number) => void): void {
    this.#registry = registry
    this.#onDropped = onDropped
    const everyMs = this.#options.everyMs?.metrics ?? METRICS_EVERY_MS
    this.#metricsTimer = setInterval(() => this.#sendMetrics(), everyMs).unref()
  }

  /** Sends what is left, as far as the collector takes it in time. */
  async close(): Promise<void> {
    clearInterval(this.#spansTimer)
    clearInterval(this.#metricsTimer)
    const { promise: isLate, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(() => {
      this.#late.abort()
      resolve()
    }, this.#options.closingMs ?? CLOSING_MS)
    await Promise.race([Promise.all([this.#sendLeft(), this.#sendMetrics()]), isLate])
    clearTimeout(late)
  }

  async #sendLeft(): Promise<void> {
    await this.#sending
    await this.#sendBatches()
  }

  #take(span: FinishedSpan): void {
    this.#spans.push(span)
    if (this.#spans.length > MOST_KEPT)
      this.#drop(this.#spans.splice(0, this.#spans.length - MOST_KEPT).length)
    // Beyond that, what a busy server records would not leave it in time.
    if (this.#spans.length === MOST_SENT) this.#sendSpans()
  }

  #drop(spans: number): void {
    this.#onDropped(spans)
  }

  #sendSpans(): void {
    if (this.#sending || this.#spans.length === 0) return
    this.#sending = this.#sendBatches().finally(() => {
      this.#sending = undefined
    })
  }

  /** Until all are sent, or the collector takes no more: those are tried again with the next ones. */
  async #sendBatches(): Promise<void> {
    while (this.#spans.length > 0 && !this.#late.signal.aborted) {
      const batch = this.#spans.splice(0, MOST_SENT)
      const outcome = await this.#postSpans(batch)
      if (outcome === 'refused') this.#drop(batch.length)
      if (outcome !== 'later') continue
      this.#spans.unshift(...batch)
      return
    }
  }

  #postSpans(spans: readonly FinishedSpan[]) {
    return this.#post('/v1/traces', spansRequest(this.#options.resource, spans))
  }

  async #sendMetrics(): Promise<void> {
    const metrics = await this.#readMetrics()
    if (!metrics) return
    const times = { began: this.#began, now: Date.now() }
    await this.#post('/v1/metrics', metricsRequest(this.#options.resource, metrics, times))
  }

  async #readMetrics(): Promise<ReadMetric[] | undefined> {
    try {
      return (await this.#registry?.getMetricsAsJSON()) as ReadMetric[] | undefined
    } catch (error) {
      this.#say(this.#options.log, 'warn', { err: error }, 'the metrics for the collector could not be read')
      return undefined
    }
  }

  /** @returns `later` if the collector may take the same another time */
  async #post(path: string, body: object): Promise<'taken' | 'later' | 'refused'> {
    const { endpoint, headers, log } = this.#options
    try {
      const response = await fetch(endpoint.replace(/\/+$/, '') + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([this.#late.signal, AbortSignal.timeout(ANSWER_MS)]),
        redirect: 'error',
      })
      await response.body?.cancel()
      if (response.ok) return 'taken'
      const { status } = response
      this.#say(log, 'warn', { status, path }, 'the collector refuses traces or metrics')
      return retryable.has(status) ? 'later' : 'refused'
    } catch (error) {
      this.#say(log, 'warn', { err: error, path }, 'the collector of traces and metrics does not answer')
      return 'later'
    }
  }
}

/** The statuses after which OTLP has a request sent again. */
const retryable = new Set([429, 502, 503, 504])
