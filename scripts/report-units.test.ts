import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { UnitsCount } from './report-units.ts'

/** Files of tests, each of which ends in another way. */
const files = {
  'passes.test.js': `test('it holds', () => {})`,
  'fails.test.js': `test('it does not hold', () => expect('blue').toBe('red'))`,
  'second-try.test.js': `let tries = 0
    test('it holds at last', { retry: 1 }, () => expect(++tries).toBe(2))`,
  'hook.test.js': `describe('a group', () => {
      beforeAll(() => { throw new Error('no database') })
      test('it is left out', () => {})
    })
    test('it holds', () => {})`,
  'late.test.js': `test('it leaves something behind', () => { setTimeout(() => { throw new Error('too late') }) })
    test('it waits', () => new Promise((resolve) => setTimeout(resolve, 100)))`,
  'killed.test.js': `test('it loses its process', () => new Promise(() => process.kill(process.pid, 'SIGKILL')))`,
}

test('a run says why it failed, outside of its tests, too, and which file lost its process', async () => {
  const root = await mkdtemp(resolve('.cache/report-units-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
  await writeFile(join(root, 'vitest.config.js'), 'export default { test: { globals: true } }')
  const report = join(root, 'report.json')
  const args = ['run', '--root', root, `--reporter=${resolve('scripts/report-units.ts')}`]
  await new Promise<void>((done) =>
    execFile(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), ...args],
      { env: { ...process.env, UNITS_REPORT: report } },
      () => done(),
    ),
  )

  const { passed, failed, failures, flaky, timed, lost } = JSON.parse(
    await readFile(report, 'utf8'),
  ) as UnitsCount
  expect({ passed, failed }).toEqual({ passed: 5, failed: 1 })
  const failure = (file: string) => failures.find((text) => text.startsWith(file)) ?? failures
  expect(failure('fails.test.js')).toMatch(
    /› it does not hold\n.*expected 'blue' to be 'red'.*Received: "blue"/s,
  )
  expect(failure('Error: too late')).toContain('late.test.js')
  expect(failures).toHaveLength(2)
  expect(lost.passed).toBe(1)
  expect(lost.files.sort((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: 'hook.test.js', project: '' },
    { path: 'killed.test.js', project: '' },
  ])
  const reasons = lost.reasons.join('\n')
  expect(reasons).toMatch(/^hook\.test\.js .*: Error: no database/m)
  expect(reasons).toMatch(/^killed\.test\.js .*: It did not come to its end\./m)
  expect(reasons).toMatch(/Caused by: .*Worker exited unexpectedly/)
  expect(flaky).toEqual([
    expect.stringMatching(/^second-try\.test\.js .*› it holds at last\n.*expected 1 to be 2/s),
  ])
  expect(timed).toHaveLength(6)
})
