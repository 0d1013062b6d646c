import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringTools } from './bring-tools.ts'
import { build } from './build.ts'
import { type JourneysReport, journeyFailures } from './journey-failures.ts'
import { patternOf, selectTests } from './select-tests.ts'
import { slowestTests, type TimedTest, timedJourneys } from './slowest-tests.ts'

/**
 * All tests: unit and integration tests (Vitest, on the embedded database and, with DATABASE_URL, on PostgreSQL too),
 * then journeys in a browser (Playwright) on the production build. Ends with a list of the slowest and one line with
 * the counts. With words it runs only tests that have the words in the path of their file or in their title.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')

interface Count {
  passed: number
  failed: number
  /** The details of each failure, in addition to the runner's output far above the last line. */
  failures?: string[] | undefined
  /** Tests that passed only when they were tried again, which RETRY_FAILED allows, with why they had failed. */
  flaky?: string[] | undefined
  timed?: TimedTest[] | undefined
}

/** The part of Vitest's JSON report that is used here. */
interface UnitsReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    /** Why the whole file failed, for example in a hook. */
    message: string
    assertionResults: {
      status: string
      fullName: string
      failureMessages: string[]
      duration?: number | null
    }[]
  }[]
}

async function run(packageName: string, program: string, args: string[]): Promise<number> {
  const entry = join(dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`))), program)
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => child.on('exit', (code) => resolve(code ?? 1)).on('error', reject))
}

/** A runner that fails without a failed test (a crash, no report) counts as one failure. */
function counted(code: number, count: Count): Count {
  return { ...count, failed: code === 0 ? count.failed : Math.max(1, count.failed) }
}

/** @param selection the files and titles, as Vitest's arguments; empty for all */
async function units(selection: readonly string[] = []): Promise<Count> {
  const report = join(cache, 'units.json')
  await rm(report, { force: true })
  const code = await run('vitest', 'vitest.mjs', [
    'run',
    ...selection,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const found = await readReport<UnitsReport>(report)
  return counted(code, {
    passed: found?.numPassedTests ?? 0,
    failed: found?.numFailedTests ?? 0,
    failures: found?.testResults.flatMap(failuresOf),
    flaky: found?.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`),
    ),
    timed: found?.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ fullName, duration }) => ({
          file: relative(root, name),
          title: fullName,
          milliseconds: duration ?? 0,
        })),
    ),
  })
}

/** The failed tests of a file with their errors; if it failed outside its tests, the file with its own. */
function failuresOf({ name, message, assertionResults }: UnitsReport['testResults'][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return message ? [`${name}\n${message}`] : []
  return failed.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

/** @param selection the journeys, as Playwright's arguments; empty for all */
async function journeys(selection: readonly string[] = []): Promise<Count> {
  const report = join(cache, 'journeys.json')
  await rm(report, { force: true })
  const code = await run('@playwright/test', 'cli.js', ['test', ...selection, '--pass-with-no-tests'])
  const found = await readReport<JourneysReport>(report)
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return counted(code, {
    passed: (found?.stats.expected ?? 0) + (found?.stats.flaky ?? 0),
    failed: found?.stats.unexpected ?? 0,
    failures: found && journeyFailures(found, 'unexpected', read),
    flaky: found && journeyFailures({ ...found, errors: [] }, 'flaky', read),
    timed: found && timedJourneys(found),
  })
}

/** Runs the tests with the words in their path or title, and starts no runner without any. */
async function runSelected(words: string): Promise<Count[]> {
  const readFiles = (pattern: string, exclude: string[]) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'dist/**', ...exclude] }).map((path) => ({
      path,
      source: readFileSync(join(root, path), 'utf8'),
    }))
  const tests = selectTests(readFiles('**/*.test.{ts,tsx}', ['e2e/**']), words)
  const specs = selectTests(readFiles('e2e/*.spec.ts', []), words)
  const counts: Count[] = []
  if (tests.byPath.length > 0) counts.push(await units(tests.byPath))
  if (tests.byTitle.length > 0) counts.push(await units([...tests.byTitle, '-t', patternOf(words)]))
  // Playwright matches its pattern with both a journey's file and its title.
  if (specs.byPath.length + specs.byTitle.length > 0) counts.push(await journeys(['-g', patternOf(words)]))
  return counts
}

async function readReport<Report>(path: string): Promise<Report | undefined> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => 'null')) ?? undefined
}

const words = process.argv.slice(2).join(' ')
await mkdir(cache, { recursive: true })
await Promise.all([build(console.log), bringTools('referees')]).catch((error: Error) => {
  console.error(`The tests can’t run: ${error.message}`)
  process.exit(1)
})
const parts = words ? await runSelected(words) : [await units(), await journeys()]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
// Repeated at the end, because some readers see only that.
for (const flaky of parts.flatMap(({ flaky = [] }) => flaky))
  console.log(`\nPassed at a second try only: ${flaky}`)
for (const failure of parts.flatMap(({ failures = [] }) => failures)) console.log(`\nFailed: ${failure}`)
const slowest = slowestTests(parts.flatMap(({ timed = [] }) => timed))
if (slowest.length > 0) console.log(`\nThe slowest:\n${slowest.join('\n')}`)
if (passed + failed === 0)
  console.log(words ? `\nNo test has “${words}” in its file or its title.` : '\nNo test has run.')
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
