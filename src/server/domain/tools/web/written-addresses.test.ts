import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWritten } from './written-addresses.ts'

test.each([
  ['https://x.example/a', 'Read https://x.example/a, please.'],
  ['https://x.example/a?b=c#d', '(https://x.example/a?b=c)'],
  ['https://x.example/', 'what does x.example say?'],
  ['https://x.example/', 'HTTPS://X.Example'],
  ['http://x.example/', 'x.example'],
  ['https://x.example/a', 'http://x.example/a'],
  ['https://x.example/a_(b)', 'see [it](https://x.example/a_(b)).'],
  ['https://x.example/a/b.html', '„x.example/a/b.html“'],
  ['https://x.example/%C3%A4', 'https://x.example/ä'],
  ['https://xn--bcher-kva.example/', 'bücher.example!'],
  ['https://x.example:8080/a', 'x.example:8080/a'],
  ['https://x.example/a', '<https://x.example/a>'],
  ['https://x.example/?q=1', 'x.example?q=1'],
])('%s stands in %j', (address, text) => {
  expect(isWritten(address, ['something else', text], [])).toBe(true)
})

test.each([
  ['https://x.example/?secret', 'https://x.example/'],
  ['https://x.example/secret', 'https://x.example/'],
  ['https://x.example/secret', 'x.example'],
  ['https://secret.x.example/', 'x.example'],
  ['https://x.example.evil.example/', 'x.example'],
  ['https://evil.example/', 'https://evil.example.org/'],
  ['http://x.example/', 'https://x.example/'],
  ['https://user:word@x.example/', 'https://x.example/'],
  ['https://x.example/', 'me@x.example'],
  ['https://b.example/', 'https://a.example/?https:b.example'],
  ['https://x.example:444/', 'x.example'],
  ['https://x.example/', 'X is an example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['x.example', 'x.example'],
  ['', ''],
])('%j does not stand in %j', (address, text) => {
  expect(isWritten(address, [text], [])).toBe(false)
})

test('an address that a citation carries is as good as a written one, whole', () => {
  expect(isWritten('https://x.example/a#b', [], ['https://x.example/a'])).toBe(true)
  expect(isWritten('https://x.example/a?b', [], ['https://x.example/a'])).toBe(false)
})

test('nothing can be added to a written address, wherever it is put', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }),
      fc.stringMatching(/^[a-z\d]{1,20}$/),
      (address, secret) => {
        const text = [`Please read ${address} and tell me.`]
        const url = new URL(address)
        expect(isWritten(address, text, [])).toBe(true)
        const carrying = [
          `${url.origin}/${secret}${url.pathname}`,
          `${url.origin}${url.pathname}/${secret}`,
          `${url.origin}${url.pathname}?${secret}${url.search.slice(1)}`,
          `${url.protocol}//${secret}.${url.host}${url.pathname}${url.search}`,
          `${url.protocol}//${secret}@${url.host}${url.pathname}${url.search}`,
        ]
        for (const one of carrying) expect(isWritten(one, text, []), one).toBe(false)
      },
    ),
    { numRuns: 40 },
  )
})

test('a long text is searched in a moment', () => {
  const begun = performance.now()
  for (const text of ['a.'.repeat(50_000), 'https://'.repeat(12_000), `x.example/${'.'.repeat(100_000)}`])
    isWritten('https://y.example/', [text], [])
  expect(performance.now() - begun).toBeLessThan(2_000)
})
