import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './context.ts'
import { signedInWallet } from './request.ts'

/**
 * Turns a visitor away before the body is read.
 * @throws {Failure} `not_signed_in`
 */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  await signedInWallet(c)
  await next()
})
