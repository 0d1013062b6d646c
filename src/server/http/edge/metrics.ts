import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import { wordCounter } from '../../../shared/text/count-words.ts'
import { passItems } from '../../base/pass-items.ts'
import { genAiOperations } from '../../base/telemetry/gen-ai-conventions.ts'
import { createInstruments, type Instruments } from '../../base/telemetry/instruments.ts'
import { currentSpan, iterateIn } from '../../base/telemetry/trace.ts'
import { Failure } from '../../domain/failure.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { bringsToken, isOpenedHere } from '../own-machine.ts'
import { reportSecurity, routeOf } from '../problem.ts'
import { METHODS } from '../request.ts'

/** `stopped`: the reader stopped it, so no end event came. */
type ReplyEnd = 'finished' | 'waiting' | 'failed' | 'interrupted' | 'stopped'

export interface Metrics {
  registry: Registry
  instruments: Instruments
  /** Middleware that counts every request and measures the time until its response begins. */
  requests: ReturnType<typeof measureRequests>
  replies: ReplyMetrics
}

interface ReplyMetrics {
  /** Passes a reply's events through and counts them. */
  observe(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent>
}

/** Gauges whose names end as those of counters, which Prometheus's own check refuses. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const instruments = createInstruments(registry)
  return {
    ...{ registry, instruments },
    requests: measureRequests(instruments.http),
    replies: measureReplies(instruments),
  }
}

const methods = new Set<string>(METHODS)

function measureRequests({ duration, active }: Instruments['http']) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now()
    // Values that clients can make up must not become labels: their number would be unlimited.
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    const running = active.labels(method)
    running.inc()
    const { outgoing } = c.env ?? {}
    outgoing?.once('close', () => running.dec())
    try {
      await next()
    } finally {
      if (!outgoing) running.dec()
      const seconds = (performance.now() - began) / 1000
      duration.labels(routeOf(c), method, String(c.res.status)).observe(seconds)
    }
  })
}

function measureReplies(instruments: Instruments): ReplyMetrics {
  function count(events: AsyncIterable<ReplyEvent>) {
    const measured = new MeasuredReply(instruments)
    return passItems(events, { take: (event) => measured.take(event), over: () => measured.over() })
  }
  return {
    observe(events) {
      const span = currentSpan()?.child(genAiOperations.invokeAgent)
      return span ? iterateIn(span, count(events)) : count(events)
    },
  }
}

class MeasuredReply {
  readonly #instruments: Instruments
  readonly #began = performance.now()
  readonly #countWords = wordCounter()
  #spoke = false
  #end: ReplyEnd = 'stopped'

  constructor(instruments: Instruments) {
    this.#instruments = instruments
    instruments.replies.started.inc()
  }

  take(event: ReplyEvent): void {
    if (isWhole(event)) return
    switch (event.type) {
      case 'words':
        this.#speak(event.text)
        break
      case 'finished':
      case 'waiting':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        this.#end = event.type
        break
      case 'started':
      case 'reasoning':
      case 'truncated':
        break
      default:
        event satisfies never
    }
  }

  over(): void {
    const { replies, genAi } = this.#instruments
    const hasFailed = this.#end === 'failed' || this.#end === 'interrupted'
    replies.ended.inc({ end: this.#end })
    genAi.invokeAgent.labels(hasFailed ? this.#end : '').observe(this.#seconds())
    if (hasFailed) currentSpan()?.fail(this.#end)
  }

  #speak(text: string): void {
    const { firstWords, words } = this.#instruments.replies
    if (!this.#spoke) {
      firstWords.observe(this.#seconds())
      currentSpan()?.event('first words')
    }
    this.#spoke = true
    words.inc(this.#countWords(text))
  }

  #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }
}

/** `GET /metrics` for Prometheus, from the machine itself or with the token; a 404 for all others. */
export function metricsRoutes(registry: Registry, token: string | undefined) {
  return new Hono<AppEnv>().get('/metrics', async (c) => {
    if (!isOperatorsProgram(c, token)) {
      if (c.req.header('authorization')) reportSecurity(c, 'metrics_refused', 'not_found')
      throw new Failure('not_found', 'There is nothing here.')
    }
    return c.body(await registry.metrics(), 200, {
      'content-type': registry.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** A program that the operator runs: on this machine, or with the token. */
export function isOperatorsProgram(c: AppContext, token: string | undefined): boolean {
  return isOpenedHere(c) || bringsToken(c.req.header('authorization'), token)
}
