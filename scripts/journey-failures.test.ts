import { expect, test } from 'vitest'
import { journeyFailures } from './journey-failures.ts'

const long = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n')

/** Playwright left no file. */
const nothing = () => ''

test('a failed journey is told with its place, its titles and the beginning of its reason, without colours', () => {
  const failed = { status: 'unexpected', results: [{ errors: [{ message: `\u001b[31m${long}\u001b[39m` }] }] }
  const passed = { status: 'expected', results: [{ errors: [] }] }
  const report = {
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
  }
  expect(journeyFailures(report, 'unexpected', nothing)).toEqual([
    `home.spec.ts:9 › the wallet › it connects\n${long.split('\n').slice(0, 15).join('\n')}`,
    'home.spec.ts:20 › the wallet › it signs\na\n> 21',
  ])
})

test('what went wrong outside every journey is told too', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0 }
  const errors = [{ message: 'No tests found' }]
  expect(journeyFailures({ stats, errors, suites: [] }, 'unexpected', nothing)).toEqual(['No tests found'])
})

test('a journey that passed at a second try alone is told apart from those that failed, with why', () => {
  const results = [{ errors: [{ message: 'too late' }] }, { errors: [] }]
  const specs = [{ title: 'it is there', line: 3, tests: [{ status: 'flaky', results }] }]
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 1 },
    errors: [],
    suites: [{ title: 'home.spec.ts', file: 'home.spec.ts', specs }],
  }
  expect(journeyFailures(report, 'flaky', nothing)).toEqual(['home.spec.ts:3 › it is there\ntoo late'])
  expect(journeyFailures(report, 'unexpected', nothing)).toEqual([])
})

test('a failed journey is told with what its page had, which is its end where that is long', () => {
  const attachments = [
    { name: 'screenshot', path: 'page.png' },
    { name: 'console', body: Buffer.from('TypeError: Failed to fetch').toString('base64') },
    { name: 'error-context', path: 'context.md' },
  ]
  const results = [{ errors: [{ message: 'not there' }], attachments }]
  const specs = [{ title: 'it is there', line: 3, tests: [{ status: 'unexpected', results }] }]
  const report = {
    stats: { expected: 0, unexpected: 1, flaky: 0 },
    errors: [],
    suites: [{ title: 'home.spec.ts', file: 'home.spec.ts', specs }],
  }
  const files = new Map([
    ['context.md', `# Page\n\n\`\`\`yaml\n${'- main\n'.repeat(100)}- dialog "Choose"\n\`\`\`\n`],
  ])
  const [told] = journeyFailures(report, 'unexpected', (path) => files.get(path) ?? '')
  expect(told).toBe(
    `home.spec.ts:3 › it is there\nnot there\nTypeError: Failed to fetch\n${'- main\n'.repeat(79)}- dialog "Choose"`,
  )
})
