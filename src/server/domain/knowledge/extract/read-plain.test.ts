import { expect, test } from 'vitest'
import { encodeAs } from '../../../../../test/documents/encode-as.ts'
import type { Block } from '../passages/cut-passages.ts'
import type { ReadDocument } from './document.ts'
import { readCsv, readMarkdown, readText } from './read-plain.ts'

async function blocksOf(read: ReadDocument, text: string | Buffer): Promise<Block[]> {
  const blocks: Block[] = []
  await read(Buffer.from(text), {
    add: (block) => blocks.push(block),
    note: () => {},
    progress: () => {},
    sent: async () => {},
  })
  return blocks
}
const textsOf = async (read: ReadDocument, text: string | Buffer) =>
  (await blocksOf(read, text)).map((block) => block.text)

/** More than a file's pieces have bytes. */
const PIECE = 256 * 1024

test.each(['\n', '\r\n', '\r'])('paragraphs end at blank lines, whatever ends a line: %j', async (end) => {
  const text = ['one', 'goes on', '', 'Two.', 'Three', ' \t', '', 'four\ffive'].join(end)
  expect(await textsOf(readText, text)).toEqual(['one goes on', 'Two.\nThree', 'four', 'five'])
})

test('a line end, a letter and a cell may lie across pieces', async () => {
  for (let shift = 0; shift < 10; shift += 1) {
    const filling = `a;b\r\n${'1;2\r\n'.repeat(PIECE / 5 - 5)}${'x'.repeat(shift)};\r\n`
    const rows = await textsOf(readCsv, `${filling}"é\r\n""2""";"3"\r\n4;5`)
    expect(rows.slice(-2)).toEqual(['a: é\n"2"; b: 3.', 'a: 4; b: 5.'])
    const words = `${'word '.repeat(PIECE / 5)}${'я'.repeat(shift + 1)}\r\n\r\nend`
    const read = await textsOf(readText, words)
    expect(read.at(-1)).toBe('end')
    expect(read.join('').replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
  }
})

test('one paragraph, line or cell as large as a file may be is read in parts, and nothing of it is lost', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} of a log.`)
  expect((await textsOf(readText, lines.join('\n'))).join('\n')).toBe(lines.join('\n'))
  expect((await textsOf(readText, lines.join(' '))).map((text) => text.trim()).join(' ')).toBe(
    lines.join(' '),
  )
  const rows = await textsOf(readCsv, `name,text\n1,"${lines.join('\n')}"\n2,end\n`)
  expect(rows.at(-1)).toBe('name: 2; text: end.')
  const words = rows.join(' ')
  expect(lines.filter((line) => !words.includes(line)).length).toBeLessThan(rows.length)
})

test('Markdown keeps what stands between fences as it is, with its blank lines, and finds headings outside of them', async () => {
  const code = '```sh\n# no heading\n\nls\n```'
  expect(await blocksOf(readMarkdown, `# One\n\ntext\ngoes on\n${code}\nTwo\n---\nend`)).toEqual([
    { text: 'One', isHeading: true },
    { text: 'text goes on' },
    { text: code },
    { text: 'Two', isHeading: true },
    { text: 'end' },
  ])
})

test('a table in an encoding of before UTF-8 is read by its letters', async () => {
  expect(
    await textsOf(readCsv, encodeAs('windows-1251', 'Имя;Город\r\nИван;Москва\r\nПётр;Казань\r\n')),
  ).toEqual(['Имя: Иван; Город: Москва.', 'Имя: Пётр; Город: Казань.'])
})

test('a fence is closed by one of its sign that is as long, so that what follows has its own heading', async () => {
  for (const [open, inner] of [
    ['````', '```'],
    ['~~~~', '```'],
    ['```', '``` no'],
  ])
    expect(
      await blocksOf(readMarkdown, `# One\n\n${open}\n${inner}\n# no\n${open}\n\n# Two\n\ntext`),
    ).toEqual([
      { text: 'One', isHeading: true },
      { text: `${open}\n${inner}\n# no\n${open}` },
      { text: 'Two', isHeading: true },
      { text: 'text' },
    ])
})

test.each([
  ['"Name, first";"Price"\n"Anna, B.";"1,50"\n"Cem, D.";"2,50"', 'Name, first: Anna, B.; Price: 1,50.'],
  ['"two\nlines";b\n1;2\n3;4', 'two\nlines: 1; b: 2.'],
  ['sep=;\nName;Price\nAnna;1,5', 'Name: Anna; Price: 1,5.'],
  ['Name|Price\nAnna|1,5', 'Name: Anna; Price: 1,5.'],
  ['Name;Price\nAnna;1,50\nCem;2,50\nEva;3,50', 'Name: Anna; Price: 1,50.'],
  ['Name\nAnna', 'Name: Anna.'],
])('the sign between cells is the one that rows agree on: %j', async (text, first) => {
  expect((await textsOf(readCsv, text))[0]).toBe(first)
})

test('a quotation mark that is never closed is told', async () => {
  const notes: string[] = []
  const output = {
    add: () => {},
    note: (note: string) => notes.push(note),
    progress: () => {},
    sent: async () => {},
  }
  await readCsv(Buffer.from('a,b\n1,"2\n3,4\n'), output)
  expect(notes).toEqual(['A quotation mark is never closed: what follows it was read as one cell.'])
})

test.each(['\r\n', ' \n\n', ';;\n'])(
  'empty rows above the names of a table are none of them: %j',
  async (above) => {
    expect(await textsOf(readCsv, `${above}Name;Price;In\nKettle;38;5\n`)).toEqual([
      'Name: Kettle; Price: 38; In: 5.',
    ])
  },
)

test('a heading is told whole, without the marks that close it', async () => {
  const marked = ['# Learn C#', '## Both ##  ', '### ###', '# a # b #']
  const blocks = await blocksOf(readMarkdown, marked.join('\n\n'))
  expect(blocks.filter(({ isHeading }) => isHeading).map(({ text }) => text)).toEqual([
    'Learn C#',
    'Both',
    'a # b',
  ])
})

test('a heading with much space in it takes no longer than other lines', async () => {
  const began = performance.now()
  const [block] = await blocksOf(readMarkdown, `# a${' '.repeat(3_000)}b${'#'.repeat(40_000)}c`)
  expect(block).toMatchObject({ isHeading: true })
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('a quoted cell may stand behind a space, and a quotation mark within a cell is a letter', async () => {
  const rows = ['Name, Says, Price', 'Kettle, "Boils, then ""sings"".", 38', 'Shelf, "oak" or pine, 40']
  expect(await textsOf(readCsv, [...rows, 'Rod, 5" long, 7', 'Pipe, "3, 9'].join('\n'))).toEqual([
    'Name: Kettle; Says: Boils, then "sings".; Price: 38.',
    'Name: Shelf; Says: "oak" or pine; Price: 40.',
    'Name: Rod; Says: 5" long; Price: 7.',
    'Name: Pipe; Says: "3; Price: 9.',
  ])
})
