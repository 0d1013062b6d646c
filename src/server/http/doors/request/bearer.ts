import { createMiddleware } from 'hono/factory'
import type { AppContext, AppEnv } from '../../context.ts'
import { requestOrigin } from '../../request.ts'

/** Where the metadata of a protected resource is (RFC 9728); the resource's own path follows. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

export const originFor = (c: AppContext, publicOrigin: string | undefined) => publicOrigin ?? requestOrigin(c)

/**
 * Tells who lacks a valid token where there are tokens for `resource`: a path such as `/mcp`, or empty for the place.
 */
export function bearerChallenge(publicOrigin: string | undefined, resource: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.res.status !== 401) return
    const metadata = `${originFor(c, publicOrigin)}${RESOURCE_METADATA}${resource}`
    const reason = c.req.header('authorization') === undefined ? '' : ', error="invalid_token"'
    c.res.headers.set('www-authenticate', `Bearer resource_metadata="${metadata}"${reason}`)
  })
}
