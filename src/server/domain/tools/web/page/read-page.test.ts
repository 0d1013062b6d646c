import { afterAll, expect, test } from 'vitest'
import { encodeAs } from '../../../../../../test/documents/encode-as.ts'
import { lines, makePdf } from '../../../../../../test/documents/make-pdf.ts'
import { createLog } from '../../../../base/log.ts'
import { isReadable, PageReader } from './read-page.ts'

const reader = new PageReader({ log: createLog('silent'), limits: { memoryBytes: 256 * 1024 * 1024 } })
afterAll(() => reader.close())

const read = (type: string, bytes: Buffer | string) =>
  reader.read({ address: 'https://x.example/a', type, bytes: Buffer.from(bytes) })

test('a page, a text and a PDF are read by what they are', async () => {
  const html = '<!doctype html><title>T</title><p>one <a href="b">two</a><p hidden>three'
  const page = { title: 'T', text: 'one two <https://x.example/b>', hidden: 1 }
  expect(await read('text/html; charset=utf-8', html)).toEqual(page)
  expect(await read('application/xhtml+xml', html)).toEqual(page)
  expect(await read('', html)).toEqual(page)
  const plain = (text: string) => ({ title: '', text, hidden: 0 })
  expect(await read('text/plain', html)).toEqual(plain(html))
  expect(await read('application/json', '{"a":1}')).toEqual(plain('{"a":1}'))
  expect(await read('application/feed+json', '[]')).toEqual(plain('[]'))
  expect(await read('text/markdown', '# A')).toEqual(plain('# A'))
  expect(await read('application/octet-stream', 'words')).toEqual(plain('words'))
  const pdf = makePdf([lines('Hello from a page')])
  for (const type of ['application/pdf', 'text/html', ''])
    expect((await read(type, pdf)).text).toBe('[page 1]\n\nHello from a page')
})

test('letters are read as the header or the page says', async () => {
  const latin = Buffer.from('<p>caf\xe9 \xfcber', 'latin1')
  expect((await read('text/html; charset=iso-8859-1', latin)).text).toBe('café über')
  expect((await read('text/html; charset=utf-8', latin)).text).toBe('café über')
  const named = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8', 'latin1')
  expect((await read('text/html', named)).text).toBe('При')
  const words = 'Правила внутреннего распорядка'
  const bytes = encodeAs('koi8-r', words)
  expect((await read('text/plain; charset=koi8-r', bytes)).text).toBe(words)
  expect((await read('text/plain', bytes)).text).toBe(words)
  expect((await read('text/csv; charset=utf-8', bytes)).text).toBe(words)
  expect((await read('', encodeAs('koi8-r', `<html><body><p>${words}`))).text).toBe(words)
})

test('what is no text is refused with a sentence', async () => {
  const sentence = {
    name: 'UnreadablePage',
    message: 'What is at this address is neither a page nor a text.',
  }
  await expect(read('text/plain', Buffer.from([0, 1, 2, 3]))).rejects.toMatchObject(sentence)
  await expect(read('application/pdf', 'no pdf')).rejects.toMatchObject(sentence)
  await expect(read('application/pdf', '%PDF-1.7 damaged')).rejects.toMatchObject({ name: 'UnreadablePage' })
})

test.each([
  ['text/html; charset=utf-8', true],
  ['TEXT/HTML', true],
  ['application/ld+json', true],
  ['application/rss+xml', true],
  ['text/csv', true],
  ['', true],
  ['image/png', false],
  ['application/zip', false],
  ['video/mp4', false],
  ['text/html<script>', false],
  ['application/vnd.ms-excel', false],
])('%j is received: %s', (type, received) => {
  expect(isReadable(type)).toBe(received)
})

test('a page that is made to take for ever ends its process and nothing else', async () => {
  const limits = { memoryBytes: 256 * 1024 * 1024, totalMs: 5_000, quietMs: 5_000 }
  const hurried = new PageReader({ log: createLog('silent'), limits })
  const slow = Buffer.from('<div>'.repeat(100_000))
  const page = { address: 'https://x.example/', type: 'text/html' }
  await expect(hurried.read({ ...page, bytes: slow })).rejects.toThrow('This page takes too much to read.')
  expect(await hurried.read({ ...page, bytes: Buffer.from('<p>well') })).toMatchObject({ text: 'well' })
  await hurried.close()
})
