import { createMiddleware } from 'hono/factory'
import type { Env } from '../../base/env.ts'
import type { AppEnv } from '../context.ts'
import { withUsualHeaders } from '../request.ts'

/** Hashes of the sheets, at first empty, that the toast library inserts without a nonce. A test compares them. */
export const TOAST_SHEETS = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
]

/** Hashes of the style sheets of the mobile wallet adapter's dialogs, which are shown on Android only. */
export const MOBILE_WALLET_SHEETS = [
  "'sha256-tmRbhDKtp/NkzzwS7ghxJMe1VTkenFoPVs4i/8YUH9Y='",
  "'sha256-sen7ZoAG9PuEEbYrzXrC+mgAQtKbEdz27Vl9VDk22b4='",
  "'sha256-a3+3UU0WYPDxSAQsmQ2ZP+l7uHX0qqkn0B97M/lHa2Y='",
  "'sha256-JL4jR/a9x8E6RvQBgmpjIKwquuV9zBrwhVjG11+WErU='",
  "'sha256-9y+0omBcAXmVSpYuadfUp/k8GxCIDiw2wrEyqM1cQnc='",
]

/**
 * The Content-Security-Policy of a page. Style attributes are allowed, as the markup of the first paint has them. Text
 * becomes markup or code only through named policies (Trusted Types), such as the one for the service worker's file. A
 * mobile wallet's app is reached through a socket on localhost, for whose permission the adapter sends a request, and
 * in Firefox through the app's URL scheme; `mobile-wallet-markup.ts` allows the constant texts of its dialogs.
 */
export function documentPolicy(nonce: string, userAgent = ''): string {
  // The same check as in the adapter.
  const hasWalletApps = /android/i.test(userAgent)
  const sheets = [
    "'self'",
    `'nonce-${nonce}'`,
    ...TOAST_SHEETS,
    ...(hasWalletApps ? MOBILE_WALLET_SHEETS : []),
  ]
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem ${sheets.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${hasWalletApps ? ' http://localhost:* ws://localhost:*' : ''}`,
    `frame-src ${hasWalletApps ? 'solana-wallet:' : "'none'"}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${hasWalletApps ? 'default ' : ''}service-worker`,
  ].join('; ')
}

/** The headers of every response. One that is not a page may do nothing, should a browser open it as one. */
export function securityHeadersOf({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Adds these headers to every response of the app that does not set them itself. */
export function securityHeaders(env: Pick<Env, 'PUBLIC_URL'>) {
  const headers = securityHeadersOf(env)
  // The server in front of the app adds them to all its responses.
  return createMiddleware<AppEnv>((c, next) =>
    c.env?.outgoing ? next() : withUsualHeaders(c, headers, next),
  )
}
