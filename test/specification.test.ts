import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** docs/specification.md has every statement of the specification; tests carry the numbers of those that they prove. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8')
const records = readdirSync(join(root, 'docs', 'decisions'))

interface Row {
  section: string
  number: string
  statement: string
  decisions: string[]
}

function readRows(): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const line of page.split('\n')) {
    section = /^## (\d)\. /.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : section)
    if (!/^\| \d/.test(line) || section === '') continue
    const [number = '', statement = '', decision = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    rows.push({ section, number, statement, decisions: decision === '' ? [] : decision.split(', ') })
  }
  return rows
}

const rows = readRows()

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
const files = globSync('{src,e2e,test,scripts}/**/*.{ts,tsx,css}', { cwd: root })

/** The tests that carry each number, as `file:line`: comments of numbers alone, right above a test or the loop around it. */
const proofs = new Map<string, string[]>()
/** Numbers that stand above something else, which nothing runs. */
const strays: string[] = []
for (const path of files.filter(isTest)) {
  let numbers: string[] = []
  for (const [index, line] of read(path).split('\n').entries()) {
    const place = `${path}:${index + 1}`
    if (/^\s*\/\/(?: §\d+\.\d+,?)+$/.test(line)) numbers.push(...(line.match(/\d+\.\d+/g) ?? []))
    else {
      if (numbers.length > 0 && !/^\s*(?:test\b|requestTest\b|keptTest\b|for \()/.test(line))
        strays.push(place)
      else for (const number of numbers) proofs.set(number, [...(proofs.get(number) ?? []), place])
      numbers = []
    }
  }
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

test('every statement has a test that carries its number, or a decision', () => {
  const bare = rows.filter(({ number, decisions }) => !proofs.has(number) && decisions.length === 0)
  expect(bare.map((row) => row.number)).toEqual([])
})

test('every number above a test is that of a statement, and stands above a test', () => {
  const numbers = new Set(rows.map((row) => row.number))
  expect([...proofs].filter(([number]) => !numbers.has(number))).toEqual([])
  expect(strays).toEqual([])
})

test('every text in quotes of a statement that is proved stands, letter for letter, in the sources or its tests', () => {
  const unescaped = (text: string) => text.replaceAll(/\\(['"])/g, '$1')
  const sources = files.filter((path) => path.startsWith('src/') && !isTest(path))
  const product = unescaped(sources.map(read).join('\n'))
  const lost = rows.flatMap(({ number, statement }) => {
    const tests = (proofs.get(number) ?? []).map((place) => read(place.replace(/:\d+$/, '')))
    if (tests.length === 0) return []
    const texts = [product, unescaped(tests.join('\n'))]
    return [...statement.matchAll(/“([^”]+)”/g)]
      .map((match) => match[1] ?? '')
      .filter((quoted) => !texts.some((text) => hasWhole(text, quoted)))
      .map((quoted) => `${number}: ${quoted}`)
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
