import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { documentPolicy, MOBILE_WALLET_SHEETS, securityHeadersOf, TOAST_SHEETS } from './security-headers.ts'

const read = (url: string | URL) => readFileSync(fileURLToPath(url), 'utf8')
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Parses the directives of a policy by name. */
const parse = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )

const desktop = parse(documentPolicy('abc', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0'))
const android = parse(documentPolicy('abc', 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0.0.0 Mobile'))

test('the sheet that the toasts of the installed package write is the one that a page lets in', () => {
  const toasts = read(import.meta.resolve('sonner'))
  const [, literal = '""'] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(toasts) ?? []
  expect(TOAST_SHEETS).toEqual([sourceOf(JSON.parse(literal)), sourceOf('')])
})

test('so are those of the adapter for mobile wallets, on phones that can have them', () => {
  const adapter = read(
    new URL('index.browser.js', import.meta.resolve('@solana-mobile/wallet-standard-mobile')),
  )
  const texts = new Map(
    [...adapter.matchAll(/^const (css\$?\d*) = `([^`]*)`;/gm)].map(([, name, css = '']) => [name, css]),
  )
  const frame = texts.get('css$6')
  // The last one is that of a desktop dialog, where the adapter is not used.
  const contents = [...adapter.matchAll(/contentStyles = (css\$?\d*);/g)].map(([, name]) => name).slice(0, -1)
  expect(contents).toHaveLength(4)
  const sheets = [...contents.map((name) => `${frame}${texts.get(name)}`), texts.get('css$1') ?? '']
  expect(MOBILE_WALLET_SHEETS).toEqual(sheets.map(sourceOf))
  expect(android['style-src-elem']).toEqual(expect.arrayContaining(MOBILE_WALLET_SHEETS))
  expect(desktop['style-src-elem']).toEqual(["'self'", "'nonce-abc'", ...TOAST_SHEETS])
})

test('only a phone with wallet apps may reach them, and nobody anything else', () => {
  expect(android['connect-src']).toEqual(["'self'", 'http://localhost:*', 'ws://localhost:*'])
  expect(desktop['connect-src']).toEqual(["'self'"])
  expect([desktop['frame-src'], android['frame-src']]).toEqual([["'none'"], ['solana-wallet:']])
  expect(desktop['trusted-types']).toEqual(['service-worker'])
  expect(android['trusted-types']).toEqual(['default', 'service-worker'])
  for (const policy of [desktop, android]) {
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:'])
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['require-trusted-types-for']).toEqual(["'script'"])
    expect(Object.keys(policy).filter((name) => policy[name]?.includes("'unsafe-inline'"))).toEqual([
      'style-src-attr',
    ])
  }
})

test('who is served encrypted is told to stay so', () => {
  const name = 'strict-transport-security'
  expect(securityHeadersOf({ PUBLIC_URL: 'https://bionic.example' })[name]).toBe('max-age=31536000')
  expect(securityHeadersOf({ PUBLIC_URL: 'http://bionic.example' })).not.toHaveProperty(name)
  expect(securityHeadersOf({ PUBLIC_URL: undefined })).not.toHaveProperty(name)
})
