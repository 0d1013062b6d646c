import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'

/**
 * A HEAD is answered as a GET whose body nobody reads. Such a body is cancelled, as though its reader had left: else what
 * writes it would wait for a reader for as long as the server runs. It stands before everything that may change the answer.
 */
export const bodilessHeads = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // One that has failed already needs nothing more.
  if (c.req.method === 'HEAD') await c.res.body?.cancel().catch(() => {})
})
