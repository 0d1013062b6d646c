import { expect, test } from 'vitest'
import { countShared } from './subjects.ts'

test('texts share the subjects that they have in common, whatever ending a word takes, and no others', () => {
  expect(countShared('Write unit tests, and test the web server', 'Testing of servers')).toBe(2)
  expect(countShared('What is a web server in Node.js?', 'Node.js')).toBe(1)
  expect(countShared('Write unit tests', 'Physics')).toBe(0)
  expect(countShared('what is it?', 'what is it?')).toBe(0)
})
