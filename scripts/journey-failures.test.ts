import { expect, test } from 'vitest'
import { journeyFailures } from './journey-failures.ts'

const long = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n')

test('a failed journey is told with its place, its titles and the beginning of its reason, without colours', () => {
  const failed = { status: 'unexpected', results: [{ errors: [{ message: `\u001b[31m${long}\u001b[39m` }] }] }
  const passed = { status: 'expected', results: [{ errors: [] }] }
  const told = journeyFailures({
    stats: { expected: 1, unexpected: 2, flaky: 0 },
    errors: [],
    suites: [
      {
        title: 'home.spec.ts',
        file: 'home.spec.ts',
        specs: [{ title: 'it is there', line: 3, tests: [passed] }],
        suites: [
          {
            title: 'the wallet',
            file: 'home.spec.ts',
            specs: [
              { title: 'it connects', line: 9, tests: [failed] },
              {
                title: 'it signs',
                line: 20,
                tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'a', snippet: '> 21' }] }] }],
              },
            ],
          },
        ],
      },
    ],
  })
  expect(told).toEqual([
    `home.spec.ts:9 › the wallet › it connects\n${long.split('\n').slice(0, 15).join('\n')}`,
    'home.spec.ts:20 › the wallet › it signs\na\n> 21',
  ])
})

test('what went wrong outside every journey is told too', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0 }
  const errors = [{ message: 'No tests found' }]
  expect(journeyFailures({ stats, errors, suites: [] })).toEqual(['No tests found'])
})

test('a journey that passed at a second try alone failed, and is told with why', () => {
  const results = [{ errors: [{ message: 'too late' }] }, { errors: [] }]
  const specs = [{ title: 'it is there', line: 3, tests: [{ status: 'flaky', results }] }]
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 1 },
    errors: [],
    suites: [{ title: 'home.spec.ts', file: 'home.spec.ts', specs }],
  }
  expect(journeyFailures(report)).toEqual(['home.spec.ts:3 › it is there\ntoo late'])
})
