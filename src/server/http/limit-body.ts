import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { Failure } from '../domain/failure.ts'
import type { AppContext, AppEnv } from './context.ts'

/** What every route takes that says nothing else: enough for the longest texts of any form, every character escaped. */
const USUAL_BYTES = 64 * 1024

/** The handlers by which routes say how much they take. */
const ownLimits = new WeakSet<MiddlewareHandler<AppEnv>>()

/**
 * Refuses a body beyond so many bytes: by its announced length, unread, or, where none is announced, as it is read.
 * A route needs it where the usual length is not enough.
 * @throws {Failure} `body_too_large`
 */
export function limitBody(maxBytes = USUAL_BYTES): MiddlewareHandler<AppEnv> {
  const limit = createMiddleware<AppEnv>(async (c, next) => {
    bound(c, maxBytes)
    await next()
  })
  ownLimits.add(limit)
  return limit
}

/**
 * Bounds the body of every request whose route does not do so itself, so that none has to think of it. What no route
 * reads is never collected. A compressed body is refused, since nothing here would unpack it.
 * @throws {Failure} `body_too_large` or `unsupported_media_type`
 */
export const boundBodies = createMiddleware<AppEnv>(async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    throw new Failure('unsupported_media_type', 'Send the body as it is, not compressed.')
  const isLimited = matchedRoutes(c).some(({ handler }) =>
    ownLimits.has(handler as MiddlewareHandler<AppEnv>),
  )
  if (!isLimited) bound(c, USUAL_BYTES)
  await next()
})

function bound(c: AppContext, max: number): void {
  const announced = c.req.header('content-length')
  if (announced !== undefined && Number(announced) > max) throw tooLarge(max)
  // From a socket, the HTTP parser holds a body to the length that it announced, and there is none without one.
  const isFramed = c.env?.incoming !== undefined && c.req.header('transfer-encoding') === undefined
  if (isFramed || c.req.method === 'GET' || c.req.method === 'HEAD') return
  const { body } = c.req.raw
  if (!body) return
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > max) controller.error(tooLarge(max))
        else controller.enqueue(chunk)
      },
    }),
  )
  c.req.raw = new Request(c.req.raw, { body: counted, duplex: 'half' } as RequestInit)
}

function tooLarge(max: number): Failure {
  return new Failure('body_too_large', `The body can have at most ${max.toLocaleString('en-US')} bytes.`)
}

/**
 * Reads a body. Where its sender takes a while, the request gives its place among those that are worked on to others
 * until the body is here.
 */
export function readBody<Body>(c: AppContext, read: () => Promise<Body>): Promise<Body> {
  return c.env?.incoming?.complete === false ? c.var.aside(read) : read()
}
