import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test.each([
  ['About light.md', `attachment; filename="About light.md"; filename*=UTF-8''About%20light.md`],
  ['Übung.json', `attachment; filename="Ubung.json"; filename*=UTF-8''%C3%9Cbung.json`],
  ['漢.md', `attachment; filename="_.md"; filename*=UTF-8''%E6%BC%A2.md`],
  [
    `it's (100%) *.md`,
    `attachment; filename="it's (100_) *.md"; filename*=UTF-8''it%27s%20%28100%25%29%20%2A.md`,
  ],
  [
    'a"; filename="b.exe',
    `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
  ],
  [
    'a\r\nset-cookie: b',
    `attachment; filename="a__set-cookie: b"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b`,
  ],
])('%j is named so that every reader finds it', (filename, header) => {
  expect(attachment(filename)).toBe(header)
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
})
