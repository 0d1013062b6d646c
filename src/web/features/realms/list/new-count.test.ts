import { expect, test } from 'vitest'
import { newCount } from './new-count.ts'

test.each([
  ['a realm that was never opened here', 12, undefined, undefined],
  ['nothing new', 12, 12, undefined],
  ['a list from before the last visit', 9, 12, undefined],
  ['an empty realm', 0, 0, undefined],
  ['the first message', 1, 0, '1'],
  ['a few', 12, 8, '4'],
  ['as many as are counted', 100, 1, '99'],
  ['more than are counted', 4_000, 8, '99+'],
])('%s: %i said, %s read, mark %s', (_, lastMessage, read, mark) => {
  expect(newCount(lastMessage, read)).toBe(mark)
})
