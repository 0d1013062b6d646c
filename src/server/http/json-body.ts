import { createMiddleware } from 'hono/factory'
import { Failure } from '../domain/failure.ts'
import type { AppEnv } from './context.ts'
import { limitBody } from './limit-body.ts'

/** Enough for the longest texts of any form, every character of them escaped. */
const JSON_BYTES = 64 * 1024

/**
 * Lets only a JSON body of at most so many bytes on to its parser.
 * @throws {Failure} `unsupported_media_type` or `body_too_large`
 */
export function jsonBody(maxBytes = JSON_BYTES) {
  const limit = limitBody(maxBytes)
  return createMiddleware<AppEnv>(async (c, next) => {
    const type = c.req.header('content-type')?.split(';', 1).join().trim().toLowerCase()
    if (type !== 'application/json')
      throw new Failure('unsupported_media_type', 'Send the body as application/json.')
    return limit(c, next)
  })
}
