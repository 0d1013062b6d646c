import { expect, test } from 'vitest'
import { hasTest } from './test-titles.ts'

// Put together from pieces, so that this file's own tests are not taken for those of its samples.
const declared = (title: string, before = 'test') => `${before}(${title}, () => {})`

test('a title counts as it is written', () => {
  expect(hasTest(declared("'a reply stays'"), 'a reply stays')).toBe(true)
  expect(hasTest(declared("'a reply stays stopped'"), 'a reply stays')).toBe(false)
  expect(hasTest(declared("'the reader\\'s reply'"), "the reader's reply")).toBe(true)
  expect(hasTest(`\n  ${declared("\n    'further down'", 'test.each([1])')}`, 'further down')).toBe(true)
  expect(hasTest(declared("'a group'", 'test.describe'), 'a group')).toBe(false)
  expect(hasTest("const name = 'a mere text'", 'a mere text')).toBe(false)
})

test('a title that is filled in counts where what fills it stands beside it', () => {
  const each = `test.each([502, 503])${declared("'a refresh that meets %i waits'", '')}`
  expect(hasTest(each, 'a refresh that meets %i waits')).toBe(true)
  expect(hasTest(each, 'a refresh that meets 503 waits')).toBe(true)
  expect(hasTest(each, 'a refresh that meets 504 waits')).toBe(false)
  const template = `for (const path of ['/nest']) ${declared('`$' + '{path} is served`')}`
  expect(hasTest(template, '/nest is served')).toBe(true)
  expect(hasTest(template, '/swarm is served')).toBe(false)
})
