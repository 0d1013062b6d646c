import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makePdf, type PdfLine } from '../../../../../test/documents/make-pdf.ts'
import { readPdf } from './read-pdf.ts'

async function read(bytes: Buffer) {
  const blocks: { text: string; isRow: boolean }[] = []
  await readPdf(bytes, {
    add: ({ text, isRow = false }) => blocks.push({ text, isRow }),
    note() {},
    progress() {},
    sent: async () => {},
  })
  return { rows: blocks.flatMap(({ text, isRow }) => (isRow ? [text] : [])), blocks }
}
const printed = (name: string) =>
  read(readFileSync(new URL(`../../../../../test/documents/${name}.pdf`, import.meta.url)))

const wares = [
  'Ware: Kettle; Delivery: three weeks, made to order by the smith of the lower harbour.',
  'Ware: Storm lantern; Price: 21 crowns; Delivery: one week.',
  'Ware: Rope; Price: 9 crowns; Delivery: at once.',
]

test('a table in the right one of two columns is read row by row, and the text around it as it goes on', async () => {
  const { rows, blocks } = await printed('harbour-columns')
  expect(rows).toEqual(wares)
  const texts = blocks.map(({ text }) => text)
  expect(texts.indexOf('Prices')).toBe(texts.indexOf(wares[0] ?? '') - 1)
  // Hyphens at the ends of lines are gone, and the number of a footnote stays at its word.
  expect(texts.join('\n')).toContain('on extraordinarily inconsequential crossings1 but the first one.')
  expect(texts.at(-1)).toBe('1 Not on holidays.')
})

test('a list of pairs is read row by row without names, and a numbered list is no table', async () => {
  const { rows, blocks } = await printed('harbour-tables')
  expect(rows).toEqual([...wares, 'Keeper; Ada.', 'Cook; Bo.', 'Boatman; Cy.'])
  expect(blocks.at(-1)?.text).toContain('1. First thing of the list')
})

test('a table that is read from the right has its first column there', async () => {
  expect((await printed('harbour-arabic')).rows).toEqual([
    'البضاعة: إبريق; التسليم: ثلاثة أسابيع.',
    'البضاعة: فانوس; السعر: 21; التسليم: أسبوع.',
    'البضاعة: حبل; السعر: 9; التسليم: فورا.',
  ])
})

test('a cell of several lines stays in its row', async () => {
  expect((await printed('harbour-libreoffice')).rows).toEqual([
    'Ware: Kettle; Delivery: three weeks, made to order by the smith of the lower harbour, who has no other work in the winter and is glad of it.',
    ...wares.slice(1),
  ])
})

/** Lines at several places across the page, row by row from the top. */
const across = (rows: readonly (readonly string[])[], places: readonly number[], leading = 16): PdfLine[] =>
  rows.flatMap((cells, row) =>
    cells.map((text, index) => ({ text, x: places[index] ?? 0, y: 780 - row * leading })),
  )

test.each<[string, PdfLine[]]>([
  [
    'two columns of prose that are written line by line',
    across(
      Array.from({ length: 8 }, (_, row) => [
        `The ferry of line ${row} leaves from the old pier`,
        `Bicycles in line ${row} travel free of charge on it`,
      ]),
      [50, 320],
    ),
  ],
  [
    'a list with signs',
    across(
      [
        ['-', 'tar'],
        ['-', 'rope'],
        ['-', 'oil'],
        ['-', 'salt'],
      ],
      [50, 80],
    ),
  ],
  [
    'two addresses side by side',
    across(
      [
        ['Ada', 'Bo'],
        ['Pier 1', 'Pier 2'],
      ],
      [50, 320],
    ),
  ],
  [
    'gaps that do not stand below one another',
    across(
      [
        ['Ada', 'and Bo'],
        ['The boatman', 'Cy'],
        ['A', 'long way'],
      ],
      [50, 120],
    ).map((line, index) => ({
      ...line,
      x: (line.x ?? 0) + (index % 2) * index * 40,
    })),
  ],
])('%s are no table', async (_, page) => {
  const { rows, blocks } = await read(makePdf([page]))
  expect(rows).toEqual([])
  const words = (text: string) => text.split(/\s+/).sort()
  expect(words(blocks.map(({ text }) => text).join(' '))).toEqual(
    words(page.map(({ text }) => text).join(' ')),
  )
})
