import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './context.ts'

/** What the API answers depends on who asks and when; no cache between keeps it. */
export const neverStored = createMiddleware<AppEnv>(async (c, next) => {
  c.header('cache-control', 'no-store')
  await next()
})
