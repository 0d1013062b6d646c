import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasTest } from './test-titles.ts'

/** docs/specification.md is the map from every statement of the specification to the test that proves it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8')
const records = readdirSync(join(root, 'docs', 'decisions'))

interface Row {
  section: string
  number: string
  statement: string
  where: string[]
  proofs: { file: string; title: string }[]
  decisions: string[]
}

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
const linesOf = (cell: string) => (cell === '' ? [] : cell.split('<br>'))

function readRows(): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const line of page.split('\n')) {
    section = /^## (\d)\. /.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : section)
    if (!/^\| \d/.test(line) || section === '') continue
    const [number = '', statement = '', where = '', proof = '', decision = ''] = cellsOf(line)
    rows.push({
      section,
      number,
      statement,
      where: linesOf(where).map((path) => path.replaceAll('`', '')),
      proofs: linesOf(proof).map((text) => {
        const [file = '', ...title] = text.split(' › ')
        return { file, title: title.join(' › ') }
      }),
      decisions: decision === '' ? [] : decision.split(', '),
    })
  }
  return rows
}

const rows = readRows()
const sources = new Map<string, string>()
function sourceOf(path: string): string | undefined {
  if (!sources.has(path) && existsSync(join(root, path)))
    sources.set(path, readFileSync(join(root, path), 'utf8'))
  return sources.get(path)
}

/** Whether a text is there as it is, and not as a part of a longer word. */
function hasWhole(texts: string, quoted: string): boolean {
  const literal = quoted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u').test(texts)
}

test('the table covers all nine sections, in well over two hundred rows, each with a number of its own', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200)
  expect(new Set(rows.map((row) => row.section))).toEqual(new Set('123456789'))
  const numbers = rows.map((row) => row.number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  for (const { section, number } of rows) expect(number).toMatch(new RegExp(`^${section}\\.\\d+$`))
})

test('every row says what is stated, and has a proof or a decision', () => {
  const bare = rows.filter(
    (row) => row.statement === '' || (row.proofs.length === 0 && row.decisions.length === 0),
  )
  expect(bare.map((row) => row.number)).toEqual([])
})

test('every file that a row names is there, and what is proved lives somewhere', () => {
  const lost = rows.flatMap((row) =>
    [...row.where, ...row.proofs.map((proof) => proof.file)]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${row.number}: ${path}`),
  )
  expect(lost).toEqual([])
  expect(rows.filter((row) => row.proofs.length > 0 && row.where.length === 0)).toEqual([])
})

test('every test that a row names is there', () => {
  const lost = rows.flatMap((row) =>
    row.proofs
      .filter(
        ({ file, title }) => !/\.(test|spec)\.tsx?$/.test(file) || !hasTest(sourceOf(file) ?? '', title),
      )
      .map(({ file, title }) => `${row.number}: ${file} › ${title}`),
  )
  expect(lost).toEqual([])
})

test('every text in quotes of a row that is proved stands, letter for letter, in its sources or its tests', () => {
  const lost = rows.flatMap((row) => {
    if (row.proofs.length === 0) return []
    const texts = [...row.where, ...row.proofs.map((proof) => proof.file)]
      .map((path) => (sourceOf(path) ?? '').replaceAll(/\\(['"])/g, '$1'))
      .join('\n')
    return [...row.statement.matchAll(/“([^”]+)”/g)]
      .map((match) => match[1] ?? '')
      .filter((quoted) => !hasWhole(texts, quoted))
      .map((quoted) => `${row.number}: ${quoted}`)
  })
  expect(lost).toEqual([])
})

test('every decision that a row cites is explained below the table, or is a record of its own', () => {
  const explained = new Set([...page.matchAll(/^\| (D\d+) \| .+ \|$/gm)].map((match) => match[1]))
  const unknown = rows
    .flatMap((row) => row.decisions)
    .filter((name) =>
      name.startsWith('D')
        ? !explained.has(name)
        : !records.some((file) => /^\d{4}/.exec(file)?.[0] === name),
    )
  expect([...new Set(unknown)]).toEqual([])
  const cited = new Set(rows.flatMap((row) => row.decisions))
  expect([...explained].filter((name) => name && !cited.has(name))).toEqual([])
})
