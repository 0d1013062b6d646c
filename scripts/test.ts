import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringTools } from './bring-tools.ts'
import { build } from './build.ts'
import { type JourneysReport, journeyFailures } from './journey-failures.ts'
import type { Count, UnitsCount } from './report-units.ts'
import { patternOf, selectTests } from './select-tests.ts'
import { slowestTests, timedJourneys } from './slowest-tests.ts'

/**
 * All tests: unit and integration tests (Vitest, on the embedded database and, with DATABASE_URL, on PostgreSQL too),
 * then journeys in a browser (Playwright) on the production build. Ends with a list of the slowest and one line with
 * the counts. With words it runs only tests that have the words in the path of their file or in their title.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')

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
  if (code === 0) return count
  const { failures = [] } = count
  const unnamed = `A runner ended with the code ${code} and named no failure; its output says more.`
  return {
    ...count,
    failed: Math.max(1, count.failed),
    failures: failures.length > 0 ? failures : [unnamed],
  }
}

/** @param selection the files and titles, as Vitest's arguments; empty for all */
async function units(selection: readonly string[] = []): Promise<Count> {
  const { code, count } = await runVitest(selection)
  const { lost } = count
  if (lost.files.length === 0) return counted(code, count)
  if (process.env.RETRY_FAILED !== '1')
    return counted(code, { ...count, failures: [...count.failures, ...lost.reasons] })
  // Each on the database that it was lost on, and with the titles that were chosen.
  const chosen = selection.includes('-t') ? selection.slice(selection.indexOf('-t')) : []
  const projects = lost.files.map(({ project }) => `--project=${project}`)
  const again = await runVitest([...new Set([...lost.files.map(({ path }) => path), ...projects]), ...chosen])
  const failures = [...count.failures, ...again.count.failures, ...again.count.lost.reasons]
  return counted(again.code || failures.length, {
    passed: count.passed - lost.passed + again.count.passed,
    failed: count.failed + again.count.failed,
    failures,
    flaky: [...count.flaky, ...again.count.flaky, ...(again.code === 0 ? lost.reasons : [])],
    timed: [...count.timed, ...again.count.timed],
  })
}

async function runVitest(args: readonly string[]): Promise<{ code: number; count: UnitsCount }> {
  const report = join(cache, 'units.json')
  await rm(report, { force: true })
  process.env.UNITS_REPORT = report
  const reporters = ['--reporter=default', '--reporter=./scripts/report-units.ts']
  const code = await run('vitest', 'vitest.mjs', ['run', ...args, '--passWithNoTests', ...reporters])
  const nothing = {
    passed: 0,
    failed: 0,
    failures: [],
    flaky: [],
    timed: [],
    lost: { files: [], reasons: [], passed: 0 },
  }
  return { code, count: (await readReport<UnitsCount>(report)) ?? nothing }
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
