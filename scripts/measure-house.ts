import { dirname } from 'node:path'
import { circlesOf, folderPairsOf, readSources, testedPaths } from './read-house.ts'
import { unusedExports } from './unused-exports.ts'

/**
 * `node scripts/measure-house.ts`: measures the size of the product's sources and how they are divided, so that a
 * restructuring can be compared with the state before. `--crumbs`, `--functions`, `--circles`, `--pairs`, `--large`
 * and `--exports` list what is counted.
 */

/**
 * A crumb is a file with at most this number of lines, one importer and no test of its own that is not loaded lazily.
 */
const CRUMB_LINES = 40

/** A folder with more files than this is hard to survey. */
const FOLDER_FILES = 15

/** What a reader likes is shorter than this. */
const FILE_LINES = 240

const sources = readSources()
const tested = testedPaths()
const importers = new Map<string, string[]>()
for (const { path, imports } of sources)
  for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path])
const lazy = new Set(sources.flatMap((source) => source.lazy))

const crumbs = sources.filter(
  ({ path, lines }) =>
    lines <= CRUMB_LINES &&
    importers.get(path)?.length === 1 &&
    !lazy.has(path) &&
    !tested.has(path.replace(/\.tsx?$/, '')),
)

const inFolder = new Map<string, number>()
for (const { path } of sources) inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1)
const folders = [...inFolder].sort(([, one], [, other]) => other - one)
const crowded = folders.filter(([, count]) => count > FOLDER_FILES)

const functions = sources.flatMap((source) => source.functions).sort((one, other) => other.lines - one.lines)
const longer = (lines: number) => functions.filter((one) => one.lines > lines)
const circles = circlesOf(sources)
const pairs = folderPairsOf(sources)
const large = sources.filter(({ lines }) => lines > FILE_LINES)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const lines = sum(sources.map((source) => source.lines))
const commentLines = sum(sources.map((source) => source.commentLines))
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`

function say(label: string, figure: string | number, flag: string, list: readonly string[]): void {
  console.log(`${label.padEnd(38)}${figure}`)
  if (process.argv.includes(flag)) for (const line of list) console.log(`  ${line}`)
}

const numbered = (number: number, text: string) => `${String(number).padStart(4)}  ${text}`
say('files', sources.length, '', [])
say('lines', lines, '', [])
say('comments', percent(commentLines, lines), '', [])
say('folders', folders.length, '', [])
say(
  `folders over ${FOLDER_FILES} files`,
  crowded.length,
  '--folders',
  crowded.map(([folder, count]) => numbered(count, folder)),
)
say(
  `files over ${FILE_LINES} lines`,
  large.length,
  '--large',
  large.map(({ path, lines }) => numbered(lines, path)),
)
say(
  'functions over 150 / 100 / 60 lines',
  [150, 100, 60].map((lines) => longer(lines).length).join(' / '),
  '--functions',
  longer(60).map(({ path, name, lines }) => numbered(lines, `${name}  ${path}`)),
)
say(
  'import circles, types included',
  circles.length,
  '--circles',
  circles.map((members) => members.join('  ')),
)
say('pairs of folders', pairs.length, '--pairs', pairs)
const exported = unusedExports()
say('exported for nobody', exported.length, '--exports', exported)
say(
  'crumbs',
  `${crumbs.length} (${percent(crumbs.length, sources.length)})`,
  '--crumbs',
  crumbs.map(({ path, lines }) => numbered(lines, `${path}  <-  ${importers.get(path)?.[0]}`)),
)
