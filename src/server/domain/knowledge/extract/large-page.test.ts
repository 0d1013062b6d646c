import { afterAll, expect, test } from 'vitest'
import { readDocument, reader } from '../../../../../test/read-document.ts'
import { SandboxWorker } from '../../sandbox/sandbox-worker.ts'
import { isLargePage, largePageBlocks } from './large-page.ts'

const worker = new SandboxWorker(reader, {
  limits: { memoryBytes: 256 * 1024 * 1024, quietMs: 60_000, totalMs: 240_000 },
})
afterAll(() => worker.close())

const WORDS = 'The rent is due on the fifth of each month, says line'
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('\n')

test.each<[string, string, string]>([
  ['40,000 paragraphs', lines(40_000, (index) => `<p>${WORDS} ${index}.</p>`), `${WORDS} 40000.`],
  ['40,000 lines with breaks', lines(40_000, (index) => `${WORDS} ${index}.<br>`), `${WORDS} 40000.`],
  [
    'a table of 40,000 rows',
    `<table><tr><th>No</th><th>What it says</th></tr>${lines(40_000, (index) => `<tr><td>${index}</td><td>${WORDS}</td></tr>`)}</table>`,
    `No: 40000; What it says: ${WORDS}.`,
  ],
  ['100,000 paragraphs without an end', lines(100_000, (index) => `<p>${index}`), '100000'],
  ['a million references to letters', `${'&amp;'.repeat(1_000_000)} the end`, 'the end'],
  ['200,000 attributes', `<p ${lines(200_000, (index) => `a${index}="b"`)}>The end.</p>`, 'The end.'],
])('a page of %s is read to its end within the usual memory', async (_, body, end) => {
  const document = await readDocument(worker, 'a.html', Buffer.from(`<html><body>${body}</body></html>`))
  expect(document).toMatchObject({
    is: 'read',
    notes: ['The page is so long that all of it was read, not only its main part.'],
  })
  if (document.is === 'read') expect(document.passages.at(-1)?.text.endsWith(end)).toBe(true)
})

test('of code that is longer than a document may be, the first five million characters are read', async () => {
  const page = `<html><body><pre>${`${WORDS}\n`.repeat(104_000)}</pre></body></html>`
  expect(await readDocument(worker, 'a.html', Buffer.from(page))).toMatchObject({
    is: 'read',
    notes: ['Only the first 5,000,000 characters were read.'],
    characters: 4_999_998,
  })
})

test('a large page loses its programs and its navigation, and begins with its title', () => {
  const page = `<html><head><title>Rent</title><style>a {}</style><meta name="a"></head><body>
    <nav><a href="/">Home</a></nav><h1>When</h1><p>On the <b>fifth</b>.<script>let a = 1 < 2</script>
    <table><tr><td><h2>Who</h2><p>All</p></td><td>of us</td></tr></table><pre>a
  b</pre></body></html>`
  expect([...largePageBlocks(page)].flat()).toEqual([
    { text: 'Rent', isHeading: true },
    { text: 'When', isHeading: true },
    { text: 'On the fifth.' },
    { text: 'Who', isHeading: true },
    { text: 'All' },
    { text: 'of us' },
    { text: 'a\n  b' },
  ])
})

test('an ordinary page keeps its main part, however much of it is programs', () => {
  expect(isLargePage(`<p>Words</p><script>${'if (a < b && c > d) e = "f"\n'.repeat(30_000)}</script>`)).toBe(
    false,
  )
})
