import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../context.ts'
import { withUsualHeaders } from '../../request.ts'

const REMEMBERED_SECONDS = 86_400

/** The names of headers that clients send; anything else in a preflight is left out of its answer. */
const headerNames = /^[\w-]{1,64}(?:\s*,\s*[\w-]{1,64}){0,63}$/

const forAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, x-ignored-parameters, x-digital-source-type, www-authenticate, mcp-protocol-version',
}

/**
 * Lets pages of any site use an address. That is safe where cookies are ignored: such a page can do nothing that its
 * server could not do, and needs a key of its own.
 */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'OPTIONS') return withUsualHeaders(c, forAll, next)
  const wanted = c.req.header('access-control-request-headers') ?? ''
  return c.body(null, 204, {
    ...forAll,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': headerNames.test(wanted) ? wanted : 'authorization, content-type',
    'access-control-max-age': String(REMEMBERED_SECONDS),
    vary: 'access-control-request-headers',
  })
})
