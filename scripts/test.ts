import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'
import { type JourneysReport, journeyFailures } from './journey-failures.ts'

/**
 * All tests: units and integration (Vitest, on the embedded database and, with DATABASE_URL, on PostgreSQL too), then
 * journeys in a browser (Playwright) on the production build. Closes with one line that counts them.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')

interface Count {
  passed: number
  failed: number
  /** What there is to say of each failure beyond what the runner has printed already, far above the last line. */
  failures?: string[] | undefined
}

/** As much of Vitest's JSON report as is read here. */
interface UnitsReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    /** Why the file failed as a whole, such as in a hook. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
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

/** A runner that ends badly without a failed test (a crash, no report) still counts as one failure. */
function counted(code: number, count: Count): Count {
  return { ...count, failed: code === 0 ? count.failed : Math.max(1, count.failed) }
}

async function units(): Promise<Count> {
  const report = join(cache, 'units.json')
  await rm(report, { force: true })
  const code = await run('vitest', 'vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const found = await readReport<UnitsReport>(report)
  return counted(code, {
    passed: found?.numPassedTests ?? 0,
    failed: found?.numFailedTests ?? 0,
    failures: found?.testResults.flatMap(failuresOf) ?? [],
  })
}

/** The failed tests of a file with their reasons; where it failed outside its tests, the file with its own. */
function failuresOf({ name, message, assertionResults }: UnitsReport['testResults'][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return message ? [`${name}\n${message}`] : []
  return failed.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

async function journeys(): Promise<Count> {
  const report = join(cache, 'journeys.json')
  await rm(report, { force: true })
  const code = await run('@playwright/test', 'cli.js', ['test'])
  const found = await readReport<JourneysReport>(report)
  return counted(code, {
    passed: found?.stats.expected ?? 0,
    failed: (found?.stats.unexpected ?? 0) + (found?.stats.flaky ?? 0),
    failures: found && journeyFailures(found, (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')),
  })
}

async function readReport<Report>(path: string): Promise<Report | undefined> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => 'null')) ?? undefined
}

await mkdir(cache, { recursive: true })
await buildWeb(console.log)
const parts = [await units(), await journeys()]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
// Once more at the end, where somebody who sees only that finds it.
for (const failure of parts.flatMap(({ failures = [] }) => failures)) console.log(`\nFailed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
