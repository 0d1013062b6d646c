import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { encodeAs } from '../../../../../test/documents/encode-as.ts'
import { lines, makePdf } from '../../../../../test/documents/make-pdf.ts'
import { makeEpub, makeZip } from '../../../../../test/documents/make-zip.ts'
import { type ReadDocument, readDocument, reader } from '../../../../../test/read-document.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { SandboxWorker } from '../../sandbox/sandbox-worker.ts'

const MEGABYTE = 1024 * 1024
const worker = new SandboxWorker(reader, {
  limits: { memoryBytes: 256 * MEGABYTE, quietMs: 8_000, totalMs: 60_000 },
})
afterAll(() => worker.close())

/** A timeout for documents that are known to take too long. */
const impatient = new SandboxWorker(reader, {
  limits: { memoryBytes: 256 * MEGABYTE, quietMs: 3_000, totalMs: 8_000 },
})
afterAll(() => impatient.close())

const read = (name: string, bytes: Buffer, by = worker) => readDocument(by, name, bytes)
const words = (document: ReadDocument) => (document.is === 'refused' ? document.words : document.is)

/** The maximum resident memory of this process's readers so far, in bytes; the peak of each is read while it runs. */
function peakOfReaders(): number {
  return Math.max(
    0,
    ...readdirSync('/proc').flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const isOurs = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) === process.pid
        const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
        return isOurs && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('extract-child') ? [peak] : []
      } catch {
        return []
      }
    }),
  )
}

const docx = (xml: string | Buffer, claimed?: number) =>
  makeZip([
    { path: '[Content_Types].xml', content: '<Types/>' },
    { path: 'word/document.xml', content: xml, ...(claimed !== undefined && { claimed }) },
  ])

/** A stream that unpacks to this many bytes, in place of a page's content. */
function packedPage(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 })
  const [before = '', after = ''] = makePdf(['HERE'])
    .toString('latin1')
    .split(/<< \/Length 4 >>\nstream\nHERE\nendstream/)
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([
    Buffer.from(before + head, 'latin1'),
    packed,
    Buffer.from(`\nendstream${after}`, 'latin1'),
  ])
}

/** Locks a PDF as most programs do: 40-bit RC4, with an unknown password. */
const locked = Buffer.from(
  makePdf([lines('Nobody reads this.')])
    .toString('latin1')
    .replace(
      /trailer\n<< /,
      `trailer\n<< /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> `,
    ),
  'latin1',
)

/** A PDF of one page, with some of its text replaced. */
function changedPdf(page: string, changes: readonly [from: string, to: string][]): Buffer {
  const pdf = changes.reduce((text, [from, to]) => text.replace(from, to), makePdf([page]).toString('latin1'))
  return Buffer.from(pdf, 'latin1')
}

/** The page's content is a form that draws itself. */
const drawsItself = changedPdf('/F Do', [
  [
    '<< /Length 5 >>',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 2 0 R >> >> /Length 5 >>',
  ],
  ['/Resources << /Font', '/Resources << /XObject << /F 2 0 R >> /Font'],
])

/** The list of pages is one of its own pages. */
const listsItself = changedPdf('BT (Once) Tj ET', [['/Count 1 /Kids [3 0 R ]', '/Count 5 /Kids [4 0 R ]']])

/** Document -> part of the resulting message. */
test.each<[string, string, () => Buffer, string]>([
  [
    'a DOCX that unpacks to 120 MB',
    'a.docx',
    () => docx(Buffer.alloc(120 * MEGABYTE)),
    'unpacks to more than 100 MB',
  ],
  [
    'a DOCX that unpacks to 20 MB and says it is a kilobyte',
    'a.docx',
    () => docx(Buffer.alloc(20 * MEGABYTE), 1024),
    'its text is missing',
  ],
  [
    'a DOCX of 20,000 files',
    'a.docx',
    () => makeZip(Array.from({ length: 20_000 }, (_, index) => ({ path: `word/${index}`, content: '' }))),
    '20,000 files',
  ],
  [
    'a DOCX without a text',
    'a.docx',
    () => makeZip([{ path: 'word/styles.xml', content: '<a/>' }]),
    'its text is missing',
  ],
  ['a DOCX of XML that never ends', 'a.docx', () => docx('<w:document><w:body>'), 'damaged'],
  ['a DOCX that was cut in half', 'a.docx', () => docx('<a/>').subarray(0, 60), 'damaged'],
  ['a book without chapters', 'a.epub', () => makeEpub([]), 'which chapters it has'],
  ['a PDF with a password', 'a.pdf', () => locked, 'locked with a password'],
  [
    'a PDF of pictures alone',
    'a.pdf',
    () => makePdf(['0 0 100 100 re f', '']),
    'only pictures of its 2 pages',
  ],
  ['a page that draws itself', 'a.pdf', () => drawsItself, 'only pictures of its page'],
  ['a list of pages that contains itself', 'a.pdf', () => listsItself, 'none of its pages can be read'],
  [
    'a zip that is called a PDF',
    'a.pdf',
    () => makeZip([{ path: 'a', content: 'b' }]),
    'neither DOCX nor EPUB',
  ],
  ['a PDF that is none', 'a.pdf', () => Buffer.from('%PDF-1.7\nand nothing else'), 'is cut off'],
  [
    'an HTML file of 8 MB',
    'a.html',
    () => Buffer.from(`<html>${'<p>word</p>'.repeat(800_000)}`),
    'at most 6 MB',
  ],
  ['a text of spaces', 'a.txt', () => Buffer.from(' \n'.repeat(1000)), 'no text'],
  [
    'an archive that is called a text',
    'a.txt',
    () => Buffer.from('1f8b0800000000000003', 'hex'),
    'Use a PDF',
  ],
])('%s is refused with a sentence', async (_, name, make, sentence) => {
  expect(words(await read(name, make()))).toContain(sentence)
  expect(peakOfReaders()).toBeLessThan(300 * MEGABYTE)
})

/** Each exceeds a limit: its reader is ended, and the next document is read. */
test.each<[string, string, () => Buffer, string[]]>([
  [
    'a page that unpacks to 500 MB',
    'a.pdf',
    () => packedPage(500 * MEGABYTE),
    ['memory', 'time', 'crash', 'refused'],
  ],
  [
    'a page with a loop of forms',
    'a.pdf',
    () => makePdf([`${'q 1 0 0 1 0 0 cm '.repeat(200_000)} BT /F1 9 Tf (deep) Tj ET`]),
    ['read', 'memory', 'time', 'refused'],
  ],
  [
    'a PDF that says it has 100,000 pages',
    'a.pdf',
    () => makePdf([lines('All pages say the same.')], { repeated: 100_000 }),
    ['read', 'memory', 'time'],
  ],
  [
    'a PDF of 90,000 pages',
    'a.pdf',
    () => makePdf(Array.from({ length: 90_000 }, () => 'BT /F1 9 Tf (a) Tj ET')),
    ['read', 'memory', 'time'],
  ],
  [
    'HTML a hundred thousand elements deep',
    'a.html',
    () => Buffer.from(`<html><body>${'<div>'.repeat(100_000)}deep`),
    ['read', 'memory', 'time', 'refused', 'crash'],
  ],
])('%s ends nothing but its own reading', async (_, name, make, outcomes) => {
  expect(outcomes).toContain((await read(name, make(), impatient)).is)
  expect(peakOfReaders()).toBeLessThan(300 * MEGABYTE)
  expect(await read('b.txt', Buffer.from('The next one is read.'))).toMatchObject({ is: 'read' })
})

test('a PDF that is called DOCX is read as what it is', async () => {
  expect(await read('a.docx', makePdf([lines('This is a PDF.')]))).toMatchObject({ is: 'read', pages: 1 })
})

test('of 2,100 pages the first 2,000 are read, and a note says so', async () => {
  const pages = Array.from({ length: 2_100 }, (_, index) => lines(`Page ${index + 1} says this.`))
  expect(await read('a.pdf', makePdf(pages))).toMatchObject({
    is: 'read',
    pages: 2_100,
    notes: ['Only the first 2,000 of its 2,100 pages were read.'],
  })
  expect(peakOfReaders()).toBeLessThan(300 * MEGABYTE)
})

test('a broken page loses no other page, and a note names it', async () => {
  const whole = makePdf([
    lines('The first page is whole.'),
    lines('Lost.'),
    lines('The third page is whole, too.'),
  ])
  const broken = whole
    .toString('latin1')
    .replace(/<< (\/Length \d+ >>\nstream\n)(?=BT \/F1 11 Tf 50 780 Td \(Lost)/, '<< /Filter /FlateDecode $1')
  const document = await read('a.pdf', Buffer.from(broken, 'latin1'))
  if (document.is !== 'read') throw new Error(words(document))
  expect(document.passages.map(({ text }) => text).join('\n')).toBe(
    'The first page is whole.\n\nThe third page is whole, too.',
  )
  expect(document.notes.join()).toMatch(/^Page 2 (has no text|can not be read)/)
})

test('a PDF that was cut off is read as far as it goes, and says where it ended', async () => {
  const whole = makePdf(
    Array.from({ length: 20 }, (_, index) => lines(`This is what page ${index + 1} says.`)),
  )
  const document = await read('a.pdf', whole.subarray(0, whole.indexOf('This is what page 13')))
  if (document.is !== 'read') throw new Error(words(document))
  expect(document.passages.map(({ text }) => text).join('\n')).toContain('This is what page 12 says.')
  expect(document.notes).toContain('The file ends in the middle: page 12 is the last one that could be read.')
})

test('a missing chapter loses no other chapter, and a note names it', async () => {
  const document = await read(
    'a.epub',
    makeEpub(['<h1>One</h1><p>First.</p>', null, '<h1>Three</h1><p>Third.</p>']),
  )
  if (document.is !== 'read') throw new Error(words(document))
  expect(document.passages.map(({ text }) => text).join('\n')).toMatch(/First\.[\s\S]*Third\./)
  expect(document.notes).toEqual(['Part 2 of the book is missing or damaged.'])
})

test('a text in an encoding of its time is read as it was meant', async () => {
  const document = await read('a.txt', Buffer.from('Die Straße zum Käser führt über die Brücke.', 'latin1'))
  expect(document).toMatchObject({
    is: 'read',
    passages: [{ text: 'Die Straße zum Käser führt über die Brücke.' }],
  })
})

/** A line, over and over until the file is as large as one may be. */
const filled = (line: string | Buffer) => {
  const bytes = Buffer.from(line)
  return Buffer.concat(Array<Buffer>(Math.floor(limits.sourceBytes / bytes.length)).fill(bytes))
}

test.each<[string, string, string | Buffer]>([
  ['one paragraph', 'a.log', 'Договор аренды: плата вносится до пятого числа.\n'],
  ['one line', 'a.txt', 'The rent is due on the fifth of each month. '],
  ['short paragraphs', 'a.md', '名前と年齢を入力してください。\n\n'],
  ['letters of an older encoding', 'a.txt', encodeAs('shift_jis', '名前と年齢を入力してください。\n')],
  ['rows', 'a.csv', 'name,text,"a ""third"" one"\r\n'],
])('a text as large as a file may be, of %s, is read as far as documents are', async (_, name, line) => {
  const document = await read(name, filled(line))
  if (document.is !== 'read') throw new Error(words(document))
  expect(document.notes).toContainEqual(
    expect.stringMatching(/^Only the first [0-9,]+ (?:characters|rows) were read\.$/),
  )
  expect(document.characters).toBeGreaterThan(3_000_000)
})
