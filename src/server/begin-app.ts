import { type Context, Hono } from 'hono'
import type { Parts } from './assembly/parts.ts'
import { Failure } from './domain/failure.ts'
import type { AppEnv } from './http/context.ts'
import { answerOpenAiError, OPENAI_PATH } from './http/doors/openai/errors.ts'
import { admitted, createAdmission } from './http/edge/admission.ts'
import { bodilessHeads } from './http/edge/bodiless-heads.ts'
import { metricsRoutes } from './http/edge/metrics.ts'
import { probeRoutes } from './http/edge/probe.ts'
import { readinessRoutes } from './http/edge/readiness.ts'
import { requestContext } from './http/edge/request-context.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { traceRequests } from './http/edge/trace-requests.ts'
import { warnOfProxy } from './http/edge/warn-of-proxy.ts'
import { boundBodies } from './http/operation.ts'
import { answerProblem } from './http/problem.ts'

/** What every request goes through, and what answers although nothing else may. */
export function beginApp(parts: Parts) {
  const { env, log, identity, sessionEnds, metrics, readiness, uncountedProxy, suspensions, desk } = parts
  const { tracer } = parts.given
  return new Hono<AppEnv>()
    .use(bodilessHeads, securityHeaders(env))
    .use(
      requestContext({
        log,
        trustedProxies: env.TRUSTED_PROXIES,
        readSession: (headers) => identity.readSession(headers),
        onSessionsEnded: (listener) => sessionEnds.listen(listener),
        permissions: {
          require: (wallet, act) => suspensions.require(wallet, act),
          requireOperator: (wallet) => desk.requireOperator(wallet),
        },
        sessionKey: (headers) => identity.sessionKey(headers),
      }),
    )
    .use(
      warnOfProxy(env, log, () => uncountedProxy.found()),
      metrics.requests,
    )
    .use(tracer ? traceRequests(tracer) : (_, next) => next())
    .use(admitted(createAdmission(env)), boundBodies)
    .onError(answerFailure)
    .notFound((c) => answerFailure(new Failure('not_found', NOTHING_HERE), c))
    .get('/healthz', (c) => c.text('ok'))
    .route('/', readinessRoutes(readiness, env.METRICS_TOKEN))
    .route('/', metricsRoutes(metrics.registry, env.METRICS_TOKEN))
    .route('/', probeRoutes(env))
}

const NOTHING_HERE = 'There is nothing at this address.'

export function nothingHere(): never {
  throw new Failure('not_found', NOTHING_HERE)
}

/** An error has the shape of the protocol that its address speaks. */
function answerFailure(error: Error, c: Context<AppEnv>): Response {
  return c.req.path.startsWith(OPENAI_PATH) ? answerOpenAiError(error, c) : answerProblem(error, c)
}
