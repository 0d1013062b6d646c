import { expect, test } from 'vitest'
import { type Lane, lanesOf, newLane } from '../draft-store/lanes.ts'
import { announcement, announcementOf } from './announcement.ts'

const texts = (...contents: string[]) =>
  lanesOf(contents.map((content, index) => ({ id: `${index}`, content, state: 'finished', edited: false })))
const announced = (lanes: Lane[], written = 0) =>
  announcementOf({ lanes, written }, (text) => text.length > 5)

test('nothing is said while words come in, and everything once when the last draft is there', () => {
  const writing = announced([...texts('short'), newLane('1', 2)])
  expect(announcement(announced([]), writing)).toBe('')
  expect(announcement(writing, announced(texts('short', 'much too long', ''), 1))).toBe(
    '2 of 3 drafts are written. Draft 2 is too long.',
  )
})

test('drafts that were written between two looks are told, and drafts that were brought back are not', () => {
  expect(announcement(announced([]), announced(texts('short', 'other'), 1))).toBe(
    '2 of 2 drafts are written.',
  )
  expect(announcement(announced(texts('short'), 1), announced(texts('other'), 2))).toBe(
    '1 of 1 draft is written.',
  )
  expect(announcement(announced(texts('short'), 1), announced(texts('short', 'other'), 1))).toBe('')
})

test('an edited draft says once that it is too long, and once that it fits again', () => {
  const fits = announced(texts('short'))
  const tooLong = announced(texts('not so short'))
  expect(announcement(fits, tooLong)).toBe('Draft 1 is too long.')
  expect(announcement(tooLong, announced(texts('not so short at all')))).toBe('')
  expect(announcement(tooLong, fits)).toBe('Draft 1 fits.')
})
