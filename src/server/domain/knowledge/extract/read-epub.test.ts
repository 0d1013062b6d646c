import { expect, test } from 'vitest'
import { makeZip } from '../../../../../test/documents/make-zip.ts'
import { readEpub } from './read-office.ts'

/** What is read of a book with one chapter, and what is noted. */
async function read(
  { book, chapter, href, prefix = '' }: Record<string, string>,
  encode: (xml: string) => Buffer = Buffer.from,
): Promise<string[]> {
  const [open, of] = prefix === '' ? ['', ''] : [`${prefix}:`, `:${prefix}`]
  const bytes = makeZip([
    { path: 'mimetype', content: 'application/epub+zip', isStored: true },
    {
      path: 'META-INF/container.xml',
      content: encode(
        `<${open}container xmlns${of}="urn:oasis:names:tc:opendocument:xmlns:container"><${open}rootfiles><${open}rootfile full-path="${book}"/></${open}rootfiles></${open}container>`,
      ),
    },
    {
      path: book ?? '',
      content: encode(
        `<${open}package xmlns${of}="http://www.idpf.org/2007/opf"><${open}manifest><${open}item id="a" href="${href}"/></${open}manifest><${open}spine><${open}itemref idref="a"/></${open}spine></${open}package>`,
      ),
    },
    { path: chapter ?? '', content: '<html><body><p>Once.</p></body></html>' },
  ])
  const told: string[] = []
  await readEpub(bytes, {
    add: ({ text }) => told.push(text),
    note: (sentence) => told.push(sentence),
    progress() {},
    sent: async () => {},
  })
  return told
}

test.each([
  ['book.opf', 'c 1.xhtml', 'c%201.xhtml'],
  ['OEBPS/book.opf', 'OEBPS/c%201.xhtml', 'c%201.xhtml'],
  ['OEBPS/package/book.opf', 'OEBPS/Text/c.xhtml', '../Text/c.xhtml'],
  ['OEBPS/package/book.opf', 'OEBPS/Text/c 1.xhtml', '../Text/c%201.xhtml'],
  ['OEBPS/book.opf', 'OEBPS/Salt & ä.xhtml', 'Salt%20&amp;%20&#228;.xhtml'],
  // The zip does not say that its names are UTF-8.
  ['OEBPS/книга.opf', 'OEBPS/Глава 1.xhtml', 'Глава%201.xhtml'],
])('a chapter is found from the folder of %s at %s by %s', async (book, chapter, href) => {
  expect(await read({ book, chapter, href })).toEqual(['Once.'])
})

test('an address that is none loses its chapter and not the book', async () => {
  expect(await read({ book: 'book.opf', chapter: 'c.xhtml', href: 'http://[' })).toEqual([
    'Part 1 of the book is missing or damaged.',
  ])
})

test('a book may name its parts with a prefix', async () => {
  expect(await read({ book: 'book.opf', chapter: 'c.xhtml', href: 'c.xhtml', prefix: 'opf' })).toEqual([
    'Once.',
  ])
})

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a book may list its chapters in %s behind a byte order mark',
  async (encoding) => {
    const told = await read({ book: 'book.opf', chapter: 'Глава.xhtml', href: 'Глава.xhtml' }, (xml) => {
      const marked = Buffer.from(`\ufeff${xml}`, encoding === 'utf-8' ? 'utf8' : 'utf16le')
      return encoding === 'utf-16be' ? marked.swap16() : marked
    })
    expect(told).toEqual(['Once.'])
  },
)
