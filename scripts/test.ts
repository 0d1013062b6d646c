import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'

/**
 * All tests: units and integration (Vitest, on the embedded database and, with DATABASE_URL, on PostgreSQL too), then
 * journeys in a browser (Playwright) on the production build. Closes with one line that counts them.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')

interface Count {
  passed: number
  failed: number
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
  return { passed: count.passed, failed: code === 0 ? count.failed : Math.max(1, count.failed) }
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
  const counts = await readReport<{ numPassedTests: number; numFailedTests: number }>(report)
  return counted(code, { passed: counts?.numPassedTests ?? 0, failed: counts?.numFailedTests ?? 0 })
}

async function journeys(): Promise<Count> {
  const report = join(cache, 'journeys.json')
  await rm(report, { force: true })
  const code = await run('@playwright/test', 'cli.js', ['test'])
  const counts = await readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  return counted(code, {
    passed: counts?.stats.expected ?? 0,
    failed: (counts?.stats.unexpected ?? 0) + (counts?.stats.flaky ?? 0),
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
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
