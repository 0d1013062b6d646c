import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { currentSpan, type Span, type Tracer, within } from '../../base/telemetry/trace.ts'
import { traceIdOf } from '../../base/telemetry/trace-context.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { routeOf } from '../problem.ts'
import { METHODS } from '../request.ts'

/** What probes ask every few seconds. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

const methods: ReadonlySet<string> = new Set(METHODS)

/** Begins the trace of a request, in which all that it begins is recorded, after its answer as well. */
export function traceRequests(tracer: Tracer) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const span = untraced.has(c.req.path) ? undefined : begin(tracer, c)
    if (!span) return next()
    const { outgoing } = c.env ?? {}
    try {
      await within(span, next)
    } finally {
      tellAnswer(span, c)
      if (outgoing && !outgoing.closed) outgoing.once('close', () => span.end())
      else span.end()
    }
  })
}

function begin(tracer: Tracer, c: Context<AppEnv>): Span | undefined {
  const attributes = { 'http.request.method': methodOf(c), 'url.scheme': 'http' }
  // What a page asks in-process belongs to the request for the page.
  if (c.env?.visitor) return currentSpan()?.child(methodOf(c), { attributes })
  const { requestId, remoteTrace } = c.var
  const traceId = remoteTrace?.traceId ?? traceIdOf(requestId)
  return tracer.begin(traceId, remoteTrace, methodOf(c), { kind: 'server', attributes })
}

function tellAnswer(span: Span, c: Context<AppEnv>): void {
  const route = routeOf(c)
  const { status } = c.res
  span.name = `${methodOf(c)} ${route}`
  span.set({ 'http.route': route, 'http.response.status_code': status })
  if (status >= 500) span.fail(String(status))
}

const methodOf = (c: AppContext) => (methods.has(c.req.method) ? c.req.method : 'other')
