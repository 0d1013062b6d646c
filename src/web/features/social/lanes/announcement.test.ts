import { expect, test } from 'vitest'
import { lanesOf, newLane } from '../desk/lanes.ts'
import { announcement, toldOf } from './announcement.ts'

const texts = (...contents: string[]) =>
  lanesOf(contents.map((content, index) => ({ id: `${index}`, content, state: 'finished', edited: false })))
const told = (lanes: Parameters<typeof toldOf>[0]) => toldOf(lanes, (text) => text.length > 5)

test('nothing is said while words come in, and everything once when the last draft is there', () => {
  const writing = told([...texts('short'), newLane('1', 2)])
  expect(announcement(told([]), writing)).toBe('')
  expect(announcement(writing, told(texts('short', 'much too long', '')))).toBe(
    '2 of 3 drafts are written. Draft 2 is too long.',
  )
})

test('an edited draft says once that it is too long, and once that it fits again', () => {
  const fits = told(texts('short'))
  const tooLong = told(texts('not so short'))
  expect(announcement(fits, tooLong)).toBe('Draft 1 is too long.')
  expect(announcement(tooLong, told(texts('not so short at all')))).toBe('')
  expect(announcement(tooLong, fits)).toBe('Draft 1 fits.')
})
