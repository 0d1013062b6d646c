import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'
import { takesEncoding, withUsualHeaders } from '../request.ts'

/** Responses below this size, in bytes, are not compressed: they fit into one packet anyway. */
const SHORT = 1_200

/** In bytes: from here on the thread pool compresses; below, its overhead would take longer. */
const LONG = 16 * 1024

const compressible = /^(application\/(problem\+)?json|text\/(?!event-stream))/

/**
 * Hono's own middleware sends every response through two streams, which took a third of the time of reading an agent.
 */
export const compressAnswers = createMiddleware<AppEnv>(async (c, next) => {
  await withUsualHeaders(c, VARY, next)
  if (c.req.method === 'HEAD' || !takesEncoding(c.req.header('accept-encoding'), 'gzip')) return
  const { headers, status } = c.res
  if (!compressible.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
  const body = Buffer.from(await c.res.arrayBuffer())
  const compressed =
    body.length < SHORT ? body : body.length < LONG ? gzipSync(body) : await promisify(gzip)(body)
  if (compressed !== body) headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  c.res = undefined
  c.res = new Response(compressed, { status, headers })
})

const VARY = { vary: 'accept-encoding' }
