import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import { wordCounter } from '../../domain/analytics/word-counter.ts'
import { Failure } from '../../domain/failure.ts'
import type { SeenCircuit } from '../../domain/models/usable-model.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { isFromThisMachine } from '../own-machine.ts'
import { reportSecurity, routeOf } from '../problem.ts'
import { METHODS } from '../request.ts'
import { measureCircuits } from './model-metrics.ts'

/** `stopped`: the reader stopped it, so no end event came. */
type ReplyEnd = 'finished' | 'waiting' | 'failed' | 'interrupted' | 'stopped'

export interface Metrics {
  registry: Registry
  /** Middleware that counts every request and measures the time until its response begins. */
  requests: ReturnType<typeof measureRequests>
  replies: ReplyMetrics
}

export interface ReplyMetrics {
  /** Passes a reply's events through and counts them. */
  observe(events: AsyncIterable<ReplyEvent>): AsyncGenerator<ReplyEvent>
}

export function createMetrics(readCircuits: () => readonly SeenCircuit[] = () => []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCircuits(registry, readCircuits)
  return { registry, requests: measureRequests(registry), replies: measureReplies(registry) }
}

const methods = new Set<string>(METHODS)

function measureRequests(registry: Registry) {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status, and the time until their answer began.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now()
    await next()
    // Values that clients can make up must not become labels: their number would be unlimited.
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    durations.observe({ route: routeOf(c), method, status: c.res.status }, (performance.now() - began) / 1000)
  })
}

function measureReplies(registry: Registry): ReplyMetrics {
  const registers = [registry]
  const started = new Counter({ name: 'replies_started_total', help: 'Replies begun.', registers })
  const ended = new Counter({
    name: 'replies_ended_total',
    help: 'Replies by how they ended: finished, failed, interrupted by a shutdown, stopped by the reader.',
    labelNames: ['end'],
    registers,
  })
  const firstWords = new Histogram({
    name: 'reply_first_words_seconds',
    help: 'Time from the request to the first words of its reply.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300],
    registers,
  })
  const words = new Counter({ name: 'reply_words_total', help: 'Words of all replies.', registers })

  return {
    async *observe(events) {
      const began = performance.now()
      let spoke = false
      const countWords = wordCounter()
      let end: ReplyEnd = 'stopped'
      started.inc()
      try {
        for await (const event of events) {
          if (isWhole(event)) {
            yield event
            continue
          }
          switch (event.type) {
            case 'words':
              if (!spoke) firstWords.observe((performance.now() - began) / 1000)
              spoke = true
              words.inc(countWords(event.text))
              break
            case 'finished':
            case 'waiting':
            case 'stopped':
            case 'interrupted':
            case 'failed':
              end = event.type
              break
            case 'started':
            case 'reasoning':
            case 'truncated':
              break
            default:
              event satisfies never
          }
          yield event
        }
      } finally {
        ended.inc({ end })
      }
    },
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
  return isFromThisMachine(c) || bringsToken(c, token)
}

function bringsToken(c: AppContext, token: string | undefined): boolean {
  const brought = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined || brought === undefined) return false
  // Digests have equal lengths, as the constant-time comparison requires.
  return timingSafeEqual(digest(brought), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
