import { expect, test } from 'vitest'
import { patternOf, selectTests } from './select-tests.ts'

const files = [
  { path: 'src/server/realms.test.ts', source: "test('a realm is made once', () => {})" },
  { path: 'e2e/chat.spec.ts', source: "describe('the list', () => { test('has realms', () => {}) })" },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source that fills its titles in
  { path: 'e2e/routes.spec.ts', source: 'for (const path of paths) test(`${path} is served`, () => {})' },
  { path: 'e2e/first-paint.spec.ts', source: "requestTest('assets are kept for ever', () => {})" },
  { path: 'src/shared/ids.test.ts', source: "test('an id is a UUID', () => {})" },
]

test('words in a path mean its whole file, words in a title or a title that is filled in its tests', () => {
  expect(selectTests(files, 'Realm')).toEqual({
    byPath: ['src/server/realms.test.ts'],
    byTitle: ['e2e/chat.spec.ts', 'e2e/routes.spec.ts'],
  })
  expect(selectTests(files, 'for ever').byTitle).toEqual(['e2e/routes.spec.ts', 'e2e/first-paint.spec.ts'])
  expect(selectTests(files, 'the list').byTitle).toEqual(['e2e/chat.spec.ts', 'e2e/routes.spec.ts'])
})

test('words find themselves in either case, whatever characters they have', () => {
  const pattern = new RegExp(patternOf('what? (once) 1.5 a-b'))
  expect('And WHAT? (once) 1.5 a-b').toMatch(pattern)
  expect('what (once) 1.5 a-b').not.toMatch(pattern)
  expect('what? (once) 125 a-b').not.toMatch(pattern)
})
