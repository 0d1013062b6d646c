import { expect, test } from 'vitest'
import { makeEpub, makeZip } from '../../../../../test/documents/make-zip.ts'
import type { ReadDocument } from './document.ts'
import { htmlBlocks, readHtml } from './read-html.ts'
import { readDocx, readEpub } from './read-office.ts'
import { readCsv } from './read-plain.ts'

async function read(by: ReadDocument, content: string | Buffer): Promise<string[]> {
  const texts: string[] = []
  await by(Buffer.from(content), {
    add: ({ text }) => texts.push(text),
    note() {},
    progress() {},
    sent: async () => {},
  })
  return texts
}
const paragraphs = (body: string) => htmlBlocks(body).map(({ text }) => text)
const html = (body: string) => read(readHtml, `<!doctype html><html><body>${body}</body></html>`)

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`
function docx(body: string, footnotes = ''): Buffer {
  return makeZip([
    {
      path: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      path: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    { path: 'word/document.xml', content: `<w:document ${w}><w:body>${body}</w:body></w:document>` },
    { path: 'word/footnotes.xml', content: `<w:footnotes ${w}>${footnotes}</w:footnotes>` },
  ])
}
const row = (cells: string[], properties = '') =>
  `<w:tr>${properties}${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`

const prices = [
  ['Ware', 'Price', 'Delivery'],
  ['Kettle', '', 'three weeks'],
  ['Lantern', '21 crowns', 'one week'],
]
const rows = ['Ware: Kettle; Delivery: three weeks.', 'Ware: Lantern; Price: 21 crowns; Delivery: one week.']
const htmlTable = (rows: string[][], name = 'td') =>
  `<table>${rows.map((cells, index) => `<tr>${cells.map((cell) => (index === 0 ? `<${name}>${cell}</${name}>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`

test('a row is one line with the names of its columns, whatever the format, and an empty cell shifts nothing', async () => {
  expect(await read(readCsv, prices.map((cells) => cells.join(',')).join('\n'))).toEqual(rows)
  expect(await html(htmlTable(prices, 'th'))).toEqual(rows)
  expect(await html(htmlTable(prices))).toEqual(rows)
  expect(await read(readEpub, makeEpub([htmlTable(prices, 'th')]))).toEqual(rows)
  const names = '<w:trPr><w:tblHeader/></w:trPr>'
  expect(
    await read(
      readDocx,
      docx(`<w:tbl>${prices.map((cells, index) => row(cells, index === 0 ? names : '')).join('')}</w:tbl>`),
    ),
  ).toEqual(rows)
  expect(await read(readDocx, docx(`<w:tbl>${prices.map((cells) => row(cells)).join('')}</w:tbl>`))).toEqual(
    rows,
  )
})

test('cells over several columns and rows keep their places', async () => {
  expect(
    await html(
      `<table><caption>Tides</caption><thead><tr><th rowspan=2>Harbour</th><th colspan=2>Water</th></tr><tr><th>high</th><th>low</th></tr></thead>
      <tbody><tr><td rowspan=2>Skagen</td><td>4:10</td><td>10:20</td></tr><tr><td>16:30</td><td>22:50</td></tr>
      <tr><td colspan=3>Only on Sundays</td></tr><tr><td>Hals</td><td></td><td>9:00</td></tr></tbody></table>`,
    ),
  ).toEqual([
    'Tides',
    'Harbour: Skagen; Water, high: 4:10; Water, low: 10:20.',
    'Harbour: Skagen; Water, high: 16:30; Water, low: 22:50.',
    'Only on Sundays',
    'Harbour: Hals; Water, low: 9:00.',
  ])
})

test('a table whose rows are named gives each row with its name, and a list of pairs gets no false names', async () => {
  expect(
    await html('<table><tr><th>Opened</th><td>1901</td></tr><tr><th>Closed</th><td>1950</td></tr></table>'),
  ).toEqual(['Opened: 1901.', 'Closed: 1950.'])
  expect(
    await html('<table><tr><td>Keeper</td><td>Ada</td></tr><tr><td>Cook</td><td>Bo</td></tr></table>'),
  ).toEqual(['Keeper; Ada.', 'Cook; Bo.'])
  expect(
    await html('<table><tr><td>Ware</td><td>Price</td></tr><tr><td>Rope</td><td>9 crowns</td></tr></table>'),
  ).toEqual(['Ware: Rope; Price: 9 crowns.'])
})

test('a table that arranges a page stays paragraphs, and the tables in it are read as tables', () => {
  const long = 'The tower stands upon the rock. '.repeat(20).trim()
  expect(paragraphs(`<table><tr><td><p>${long}</p></td><td>Menu</td></tr></table>`)).toEqual([long, 'Menu'])
  expect(
    paragraphs(
      '<table><tr><td><h2>News</h2><p>First.</p></td><td>Side</td></tr><tr><td>a</td><td>b</td></tr></table>',
    ),
  ).toEqual(['News', 'First.', 'Side', 'a', 'b'])
  expect(paragraphs(`<table><tr><td>Left</td><td>${htmlTable(prices, 'th')}</td></tr></table>`)).toEqual([
    'Left',
    ...rows,
  ])
})

test('spans that are claimed without end cost nothing', async () => {
  const cell = '<td colspan=1000000 rowspan=1000000>a</td>'
  expect(
    await html(`<table><tr><th>Name</th><th>B</th></tr>${`<tr>${cell}${cell}</tr>`.repeat(300)}</table>`),
  ).toContain('Name: a.')
})

test('tracked changes are read as they would be accepted', async () => {
  const deleted = '<w:del w:id="1"><w:r><w:delText>noon</w:delText></w:r></w:del>'
  const inserted = `<w:ins w:id="2">${run('midnight')}</w:ins>`
  const movedFrom = `<w:moveFrom w:id="3">${run('old place ')}</w:moveFrom>`
  const movedTo = `<w:moveTo w:id="4">${run(' new place')}</w:moveTo>`
  expect(
    await read(
      readDocx,
      docx(`<w:p>${run('It closes at ')}${movedFrom}${deleted}${inserted}${run('.')}${movedTo}</w:p>`),
    ),
  ).toEqual(['It closes at midnight. new place'])
})

test('a footnote stands behind its paragraph, with its number', async () => {
  const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`
  const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
  expect(
    await read(
      readDocx,
      docx(
        `<w:p>${run('The lamp is lit at dusk')}${reference(2)}${run(' and cleaned at dawn')}${reference(3)}${run('.')}</w:p>${paragraph('The next one.')}`,
        note(2, 'By the almanac.') + note(3, 'With spirit.'),
      ),
    ),
  ).toEqual([
    'The lamp is lit at dusk[1] and cleaned at dawn[2].',
    '[1] By the almanac.',
    '[2] With spirit.',
    'The next one.',
  ])
})

test('a page inside of one form is read, without its controls, and code keeps its lines', async () => {
  const page =
    '<form><h1>Report</h1><p>It grew.<input value="no"><select><option>no</select></p><button>no</button></form>'
  expect(paragraphs(page)).toEqual(['Report', 'It grew.'])
  expect(paragraphs('<p>before</p><pre>\ndef f():\n  return 1\n</pre><p>after</p>')).toEqual([
    'before',
    'def f():\n  return 1',
    'after',
  ])
})

test('a page that is nested deeply is read without looking for its main part, which would take too long', async () => {
  const deep = `<p>before</p>${'<div>'.repeat(3_000)}<p>within</p>${'</div>'.repeat(3_000)}<p>after</p>`
  expect(await html(deep)).toEqual(['before', 'within', 'after'])
})
