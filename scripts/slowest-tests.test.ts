import { expect, test } from 'vitest'
import { slowestTests, timedJourneys } from './slowest-tests.ts'

test('the slowest tests are told with their time, the slowest first, and no more than asked for', () => {
  const tests = [20, 12_340, 400].map((milliseconds, index) => ({
    file: `test/${index}.test.ts`,
    title: `test ${index}`,
    milliseconds,
  }))
  expect(slowestTests(tests, 2)).toEqual([
    '  12.3 s  test/1.test.ts › test 1',
    '   0.4 s  test/2.test.ts › test 2',
  ])
})

test('journeys are told with their file, their titles and all their tries', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    line: 1,
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration, errors: [] })) }],
  })
  const inner = { title: 'the list', file: 'realm.spec.ts', specs: [spec('narrows', 70)] }
  const file = {
    title: 'realm.spec.ts',
    file: 'realm.spec.ts',
    specs: [spec('opens', 20, 30)],
    suites: [inner],
  }
  expect(timedJourneys({ suites: [file] })).toEqual([
    { file: 'e2e/realm.spec.ts', title: 'opens', milliseconds: 50 },
    { file: 'e2e/realm.spec.ts', title: 'the list narrows', milliseconds: 70 },
  ])
})
