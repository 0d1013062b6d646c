import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostsNamedIn, isNamedAddress } from './named-hosts.ts'

const named = hostsNamedIn(['Look at https://Example.com/a?b=c, please, and at docs.other.example.'])

test.each([
  ['see https://x.example/a(b)?c=d#e!', ['x.example']],
  ['http://X.EXAMPLE:8080.', ['x.example']],
  ['(www.x.example/path)', ['x.example']],
  ['what is on x.example?', ['x.example']],
  ['x.example/a?b and y.example:8080', ['x.example', 'y.example']],
  ['write to me@mail.example', ['mail.example']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
  ['10.0.0.1 answers', ['10.0.0.1']],
  ['[a link](https://x.example)', ['x.example']],
  ['3.14 and 1.2.3, README.md, src/main.rs, end.Begin', ['end.begin']],
  ['nothing here', []],
  ['https://', []],
])('%j names %j', (text, hosts) => {
  expect([...hostsNamedIn([text])]).toEqual(hosts)
})

test.each([
  'https://example.com/?q=1',
  'https://www.example.com/a?b',
  'http://EXAMPLE.com./a?b',
  'https://docs.other.example/?q',
  // Nothing is carried.
  'https://nobody.example/a/b#c',
  'https://nobody.example/?',
  'mailto:me@nobody.example',
])('%j may be followed', (address) => {
  expect(isNamedAddress(address, named)).toBe(true)
})

test.each([
  'https://nobody.example/?q=secret',
  'https://nobody.example?secret',
  'https://nobody.example\\?secret',
  'https:\\\\nobody.example/?secret',
  'https://no\tbody.example/?secret',
  'https://example.com@nobody.example/?secret',
  'https://example.com:secret@nobody.example/',
  'https://secret@nobody.example/',
  'https://example.com.nobody.example/?secret',
  'https://secret.example.com/?a',
  'https://other.example/?secret',
  'https://nobody.example/?secret#example.com',
  'https://nobody.example/example.com?https://example.com',
  'https://ｎobody.example/?secret',
  'mailto:me@example.com?body=secret',
  '//example.com/?q',
  '/a?b',
  'a?b',
  '',
])('%j is shown as text', (address) => {
  expect(isNamedAddress(address, named)).toBe(false)
})

test('no address with a query is followed where nobody named a host', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
      expect(isNamedAddress(address, new Set())).toBe(new URL(address).search === '')
      expect(isNamedAddress(address, hostsNamedIn([`${address} it is`]))).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('a long text is read in a moment', () => {
  for (const text of [
    'a'.repeat(200_000),
    'a.'.repeat(100_000),
    'https://'.repeat(25_000),
    '-a'.repeat(100_000),
  ]) {
    const begun = performance.now()
    hostsNamedIn([text])
    expect(performance.now() - begun, text.slice(0, 9)).toBeLessThan(1_000)
  }
})
