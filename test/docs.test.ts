import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What the pages about the product point at is there. */
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const exclude = ['**/node_modules/**', 'dist/**', 'data/**']
const files = globSync(['**/*', '.ci/*'], { cwd: root, exclude })
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort()
const sources = globSync('{src,e2e,test,scripts,bench,lab}/**/*.{ts,tsx,css}', { cwd: root })

/** The folders that a path in backticks begins with, as the pages shorten them: `domain/chat` is in `src/server`. */
const beginnings =
  /^(?:\.ci|bench|docs|drizzle|e2e|scripts|src|test|shared|server|base|db|domain|http|lab|llm|realtime|web|app|blocks|features|lib|ui)\//

/** Names of files that the pages speak of and that are not in this repository: why is said beside each. */
const elsewhere = [
  // What an export and a card of another program hold.
  /^(?:analytics|bionic|blocks|card|favourites|inbox|mcp|mcp-servers|model-keys|profile|ratings|reports)\.json$|^\.(?:json|md)$/,
  // What an operator writes.
  /^models\.json$/,
  // What a build makes, and a file of other people's projects.
  /^dist\/|^config\/v3\.json$|^SPECIFICATION\.md$|^validations\.ts$|^commonmark\.json$/,
  // What record 0014 decided and record 0042 took back.
  /^(?:scripts\/mend-postgres\.mjs|driver-options\.ts)$/,
]

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')

test('every link between the pages leads to a file, and to a heading of it', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return [`${page}: ${link}`]
      if (anchor === undefined) return []
      const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
      return headings.includes(anchor) ? [] : [`${page}: ${link}`]
    }),
  )
  expect(dead).toEqual([])
})

test('every path in backticks is that of a file or a folder', () => {
  const isThere = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`))
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w@.][\w@./-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => beginnings.test(path) || /\.(?:tsx?|mjs|md|json)$/.test(path))
      .filter((path) => !elsewhere.some((pattern) => pattern.test(path)))
      .filter((path) => !isThere(path.replace(/\/$/, '')))
      .map((path) => `${page}: ${path}`),
  )
  expect(dead).toEqual([])
})

test('the index has each record once, by its title', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)].map(
    ([, number, file, title]) => ({ number, file, title }),
  )
  const expected = records.map((path) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)/.exec(read(path)) ?? []
    return { number: number.padStart(4, '0'), file: basename(path), title }
  })
  expect(listed.toSorted((one, other) => ((one.file ?? '') < (other.file ?? '') ? -1 : 1))).toEqual(expected)
  for (const { number, file } of expected) expect(file.slice(0, 4)).toBe(number)
})

test('a comment that cites a decision or a record cites one that there is', () => {
  const decisions = [...read('docs/specification.md').matchAll(/^\| D(\d+) \|/gm)].map(([, number]) =>
    Number(number),
  )
  const pagesOf = { decision: decisions, record: records.map((path) => Number(basename(path).slice(0, 4))) }
  const dead = sources.flatMap((path) =>
    [...read(path).matchAll(/\b(decision|record)s? (\d+(?:(?:, | and |-)\d+)*)\b/gi)].flatMap(
      ([, kind = '', numbers = '']) =>
        numbers
          .split(/, | and |-/)
          .filter((number) => !pagesOf[kind.toLowerCase() as keyof typeof pagesOf].includes(Number(number)))
          .map((number) => `${path}: ${kind} ${number}`),
    ),
  )
  expect(dead).toEqual([])
})

test('the glossary explains each word once in each of its tables', () => {
  for (const table of read('docs/glossary.md').split(/^## /m)) {
    const words = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, words = '']) => words.split(', '))
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  }
})
