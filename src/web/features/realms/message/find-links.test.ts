import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

const linked = (text: string) => findLinks(text).map(({ at, length }) => text.slice(at, at + length))

test.each([
  ['alone', 'https://x.example', ['https://x.example']],
  ['of http, in any case', 'see HTTP://X.example/a', ['HTTP://X.example/a']],
  [
    'without the end of the sentence',
    'Is it https://x.example/a?b=1&c=2#d?!',
    ['https://x.example/a?b=1&c=2#d'],
  ],
  [
    'in brackets',
    '(https://x.example/a) [https://x.example/b].',
    ['https://x.example/a', 'https://x.example/b'],
  ],
  ['with brackets of its own', 'https://x.example/Ovid_(poet)', ['https://x.example/Ovid_(poet)']],
  [
    'several, and beyond ASCII',
    'https://bücher.example/ä\nhttps://y.example',
    ['https://bücher.example/ä', 'https://y.example'],
  ],
  ['not without a host', 'https:// and https://. and http://)', []],
  ['not in a word', 'xhttps://x.example', []],
  [
    'not of another kind',
    'javascript:alert(1) ftp://x.example data:text/html,x //x.example www.x.example',
    [],
  ],
])('an address in plain words is a link: %s', (_, text, links) => {
  expect(linked(text)).toEqual(links)
})

test('a link leads nowhere but to https or http, whatever was written', () => {
  const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', 'javascript://', 'https:', 'data:', '//')
  fc.assert(
    fc.property(fc.string(), scheme, fc.string(), (before, scheme, after) => {
      for (const { href } of findLinks(`${before}${scheme}${after}`)) expect(href).toMatch(/^https?:\/\//)
    }),
  )
})

test('an address of nothing but brackets is read as quickly as any', () => {
  expect(linked(`https://x.example/${')'.repeat(100_000)}`)).toEqual(['https://x.example/'])
})
