import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { harmlessMarkup } from './mobile-wallet-markup.ts'

const adapter = readFileSync(
  fileURLToPath(new URL('index.browser.js', import.meta.resolve('@solana-mobile/wallet-standard-mobile'))),
  'utf8',
)
const templates = new Map(
  [...adapter.matchAll(/^const ([\w$]+) = `\s*(<[^`]*)`;/gm)].map(([, name = '', markup = '']) => [
    name,
    markup,
  ]),
)

test('the dialogs of the adapter that is installed come through whole, but for the fonts of another site', () => {
  // The template with a QR code is for computers, on which the adapter is not used.
  templates.delete('QRCodeHtml')
  expect(templates.size).toBe(7)
  for (const [name, markup] of templates)
    expect([name, harmlessMarkup(markup)]).toEqual([name, name === 'fonts' ? '' : markup])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div onclick="alert(1)">',
  '<div class="a"onclick="alert(1)">',
  '<div/onclick="alert(1)">',
  '<svg><a href="javascript:alert(1)">x</a></svg>',
  '<svg><set attributeName="href" to="javascript:alert(1)"/></svg>',
  '<iframe srcdoc="x">',
  '<DIV ONCLICK="alert(1)">',
  '<div class="a>"<img src=x onerror=alert(1)>">',
  'words <',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- a --><script>alert(1)</script>',
])('nothing comes of %s', (markup) => {
  expect(harmlessMarkup(markup)).toBe('')
})
