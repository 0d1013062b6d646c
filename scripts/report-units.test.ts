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
  'hook.test.js': `beforeAll(() => { throw new Error('no database') })
    test('it is left out', () => {})`,
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
  expect({ passed, failed }).toEqual({ passed: 4, failed: 1 })
  const failure = (file: string) => failures.find((text) => text.startsWith(file)) ?? failures
  expect(failure('fails.test.js')).toMatch(/› it does not hold\n.*expected 'blue' to be 'red'/s)
  expect(failure('hook.test.js')).toContain('no database')
  expect(failure('Error: too late')).toContain('late.test.js')
  expect(failures).toHaveLength(3)
  expect(lost).toEqual({
    files: [{ path: 'killed.test.js', project: '' }],
    reasons: [expect.stringMatching(/Caused by: .*Worker exited unexpectedly/s)],
  })
  expect(flaky).toEqual([
    expect.stringMatching(/^second-try\.test\.js .*› it holds at last\n.*expected 1 to be 2/s),
  ])
  expect(timed).toHaveLength(5)
})
