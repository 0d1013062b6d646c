import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { circlesOf, folderPairsOf, readSources } from '../scripts/read-house.ts'
import { unusedExports } from '../scripts/unused-exports.ts'

/** The arrows of ARCHITECTURE.md, read from the imports themselves. */
const source = fileURLToPath(new URL('../src', import.meta.url))

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(source, join(entry.parentPath, entry.name)).split(sep).join('/'))

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?(?:\n[^'"\n;]*?)*?\sfrom\s+)?['"]([^'"]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8')
  const resolve = (name: string) =>
    name.startsWith('.') ? join(dirname(from), name).split(sep).join('/') : name
  return [
    ...[...text.matchAll(statement)].map((match) => ({
      from,
      to: resolve(match[2] ?? ''),
      typeOnly: Boolean(match[1]),
    })),
    ...[...text.matchAll(dynamic)].map((match) => ({ from, to: resolve(match[1] ?? ''), typeOnly: false })),
  ]
})

const features = readdirSync(join(source, 'web', 'features'))

/** Which part of the house a file belongs to; a part imports only what `allowed` gives it, and itself. */
function partOf(path: string): string {
  const [room = '', folder = ''] = path.split('/')
  if (room === 'shared') return 'shared'
  if (room === 'server')
    return /\.tsx?$/.test(folder) ? (serverRoot[folder] ?? 'server/app') : `server/${folder}`
  if (room === 'web' && folder === 'features') return `web/features/${path.split('/')[2]}`
  if (room === 'web') return /\.tsx?$/.test(folder) ? 'web/entry' : `web/${folder}`
  return 'package'
}
const serverRoot: Record<string, string> = {
  'assemble.ts': 'server/main',
  'main.ts': 'server/main',
  'listen.ts': 'server/main',
  'start-server.ts': 'server/main',
}

const assembled = [
  'shared',
  'server/base',
  'server/db',
  'server/llm',
  'server/domain',
  'server/http',
  'server/realtime',
]

const allowed: Record<string, string[]> = {
  shared: [],
  'server/base': ['shared'],
  'server/db': ['shared', 'server/base'],
  'server/llm': ['shared', 'server/base'],
  'server/domain': ['shared', 'server/base', 'server/db', 'server/llm'],
  'server/http': ['shared', 'server/base', 'server/domain'],
  'server/realtime': ['shared', 'server/base', 'server/domain'],
  'server/assembly': assembled,
  'server/operator': ['shared', 'server/base', 'server/db', 'server/llm', 'server/domain', 'server/assembly'],
  'server/app': [...assembled, 'server/assembly'],
  'server/main': [...assembled, 'server/assembly', 'server/app'],
  'web/lib': ['shared'],
  'web/ui': ['shared', 'web/lib'],
  'web/styles': [],
  'web/service-worker': [],
  'web/verify': ['shared'],
  'web/blocks': ['shared', 'web/lib', 'web/ui'],
  ...Object.fromEntries(
    features.map((name) => [`web/features/${name}`, ['shared', 'web/lib', 'web/ui', 'web/blocks']]),
  ),
  'web/app': [
    'shared',
    'web/lib',
    'web/ui',
    'web/blocks',
    'web/service-worker',
    ...features.map((name) => `web/features/${name}`),
  ],
  'web/entry': ['shared', 'web/lib', 'web/ui', 'web/app', 'web/styles'],
}

test('every import follows the arrows', () => {
  const against = imports.filter(({ from, to, typeOnly }) => {
    const [source, target] = [partOf(from), partOf(to)]
    if (target === 'package' || target === source) return false
    if (from === 'web/lib/http/api.ts' && to === 'server/app.ts') return false
    // A route may name what it hands on, such as a database or an engine, without using it.
    if (source === 'server/http' && typeOnly && ['server/db', 'server/llm'].includes(target)) return false
    return !allowed[source]?.includes(target)
  })
  expect(against.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('the web takes nothing of the server but the type of the app, in lib/http/api.ts', () => {
  const taken = imports.filter(({ from, to }) => from.startsWith('web/') && to.startsWith('server/'))
  expect(taken).toEqual([{ from: 'web/lib/http/api.ts', to: 'server/app.ts', typeOnly: true }])
})

test('shared runs anywhere: it imports nothing but zod/mini', () => {
  const packages = imports.filter(({ from, to }) => from.startsWith('shared/') && partOf(to) === 'package')
  expect(new Set(packages.map(({ to }) => to))).toEqual(new Set(['zod/mini']))
})

test('the environment is read where a program begins, and nowhere else', () => {
  const readers = files.filter((file) => /\bprocess\.env\b/.test(readFileSync(join(source, file), 'utf8')))
  expect(readers).toEqual(['server/main.ts', 'server/operator/main.ts'])
})

test('no file is a bag: utils, helpers, misc, types, index', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|types|common|index)\.tsx?$/.test(file))).toEqual(
    [],
  )
})

test('nothing is exported for nobody: what only its own file uses stays there, and what nothing uses goes', () => {
  expect(unusedExports()).toEqual([])
})

/** What `node scripts/measure-house.ts` counted when it was last improved: whoever gets below lowers the figure. */
test('files, functions and folders are no larger and no more entangled than they were', () => {
  const sources = readSources()
  const functions = sources.flatMap((one) => one.functions)
  const longer = (lines: number) => functions.filter((one) => one.lines > lines).length
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const comments = sum(sources.map(({ commentLines }) => commentLines))
  expect(comments / sum(sources.map(({ lines }) => lines))).toBeLessThan(0.08)
  expect(circlesOf(sources)).toEqual([])
  expect(folderPairsOf(sources).length).toBeLessThanOrEqual(5)
  expect(sources.filter(({ lines }) => lines > 240).length).toBeLessThanOrEqual(10)
  expect(sources.filter(({ lines }) => lines > 300)).toEqual([])
  expect(longer(100)).toBe(0)
  expect(longer(60)).toBeLessThanOrEqual(70)
})
