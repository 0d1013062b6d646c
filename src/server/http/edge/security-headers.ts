import { createMiddleware } from 'hono/factory'
import type { Env } from '../../base/env.ts'
import type { AppEnv } from '../context.ts'
import { withUsualHeaders } from '../request.ts'

/**
 * Sheets that libraries write into the page by themselves and that take no nonce, by the hash of their text. A test
 * compares them with the installed packages. Those of the toasts are empty at first.
 */
export const TOAST_SHEETS = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
]

/** Those of the dialogs that the adapter for mobile wallets shows, on Android alone. */
export const MOBILE_WALLET_SHEETS = [
  "'sha256-tmRbhDKtp/NkzzwS7ghxJMe1VTkenFoPVs4i/8YUH9Y='",
  "'sha256-sen7ZoAG9PuEEbYrzXrC+mgAQtKbEdz27Vl9VDk22b4='",
  "'sha256-a3+3UU0WYPDxSAQsmQ2ZP+l7uHX0qqkn0B97M/lHa2Y='",
  "'sha256-JL4jR/a9x8E6RvQBgmpjIKwquuV9zBrwhVjG11+WErU='",
  "'sha256-9y+0omBcAXmVSpYuadfUp/k8GxCIDiw2wrEyqM1cQnc='",
]

/**
 * What a document of the product may do. Everything comes from here; sheets are the document's own, by its nonce, and
 * those of libraries, by their hashes. Style attributes stay, as the markup of the first paint has them. No text becomes
 * markup or code unless a policy of that name makes it (Trusted Types), and there is none.
 * A mobile wallet's app is reached from its own phone's browser alone: by a socket on localhost, whose permission the
 * adapter asks for with a request, and in Firefox by its scheme. Its adapter builds its dialogs from constant texts, which
 * `mobile-wallet-markup.ts` lets through.
 */
export function documentPolicy(nonce: string, userAgent = ''): string {
  // As the adapter itself finds out.
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
    `trusted-types ${hasWalletApps ? 'default' : "'none'"}`,
  ].join('; ')
}

/** What every answer carries, whoever makes it. What is no document may do nothing, should a browser open it as one. */
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

/** Gives every answer of the app these headers, but where it says something else itself. */
export function securityHeaders(env: Pick<Env, 'PUBLIC_URL'>) {
  const headers = securityHeadersOf(env)
  // The server in front of the app gives them to all its answers.
  return createMiddleware<AppEnv>((c, next) =>
    c.env?.outgoing ? next() : withUsualHeaders(c, headers, next),
  )
}
