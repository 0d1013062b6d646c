import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * `node scripts/measure-house.ts`: measures the size of the product's sources and how they are divided, so that a
 * restructuring can be compared with the state before. Tests are left out.
 */

/**
 * A crumb is a file with at most this number of lines, one importer and no test of its own that is not loaded lazily.
 */
const CRUMB_LINES = 40

/** A folder with more files than this is hard to survey. */
const FOLDER_FILES = 15

interface SourceFile {
  path: string
  text: string
  lines: number
}

const sources: SourceFile[] = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.(test|d)\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, lines: text.split('\n').length - 1 }
  })
const tested = new Set(globSync('src/**/*.test.{ts,tsx}').map((path) => path.replace(/\.test\.tsx?$/, '')))

/** The importers of each file, and the files that are loaded lazily. */
const importers = new Map<string, Set<string>>()
const lazily = new Set<string>()
for (const { path, text } of sources)
  for (const [, dynamic, specifier = ''] of text.matchAll(
    /(?:from|(import\s*\()|import|new URL\()\s*'(\.[^']+)'/g,
  )) {
    const target = normalize(join(dirname(path), specifier))
    importers.set(target, (importers.get(target) ?? new Set()).add(path))
    if (dynamic) lazily.add(target)
  }

const crumbs = sources.filter(
  ({ path, lines }) =>
    lines <= CRUMB_LINES &&
    importers.get(path)?.size === 1 &&
    !lazily.has(path) &&
    !tested.has(path.replace(/\.tsx?$/, '')),
)

const inFolder = new Map<string, number>()
for (const { path } of sources) inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1)
const folders = [...inFolder].sort(([, one], [, other]) => other - one)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const percent = (part: number) => `${((part / sources.length) * 100).toFixed(1)} %`
const large = sources.filter(({ lines }) => lines > 250)

console.log(`files                    ${sources.length}`)
console.log(`lines                    ${sum(sources.map(({ lines }) => lines))}`)
console.log(`folders                  ${folders.length}`)
console.log(
  `folders over ${FOLDER_FILES} files    ${folders.filter(([, count]) => count > FOLDER_FILES).length}`,
)
for (const [folder, count] of folders.filter(([, count]) => count > FOLDER_FILES))
  console.log(`  ${String(count).padStart(3)}  ${folder}`)
console.log(`files over 250 lines     ${large.length}`)
for (const { path, lines } of large) console.log(`  ${String(lines).padStart(4)} ${path}`)
console.log(`crumbs                   ${crumbs.length} (${percent(crumbs.length)})`)
if (process.argv.includes('--crumbs'))
  for (const { path, lines } of crumbs)
    console.log(`  ${String(lines).padStart(3)}  ${path}  <-  ${[...(importers.get(path) ?? [])][0]}`)
