import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './context.ts'

/**
 * What a page may do. Scripts come from here alone; pictures from here and any https address (decision 12);
 * a mobile wallet's app is reached from its own phone's browser on localhost, and by its scheme from Firefox.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "connect-src 'self' http://localhost:* ws://localhost:*",
  "frame-src 'self' solana-wallet:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'strict-origin-when-cross-origin')
  c.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  c.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (c.res.headers.get('content-type')?.startsWith('text/html'))
    c.header('content-security-policy', contentSecurityPolicy)
})
