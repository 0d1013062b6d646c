import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

const author = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'

test('one message is said as it is, by whom, and a long one only as far as one listens', () => {
  expect(newsOf([{ author, content: 'Hello' }])).toBe('GmaD..AEGB: Hello')
  expect(newsOf([{ author, content: 'x'.repeat(2_000) }])).toBe(`GmaD..AEGB: ${'x'.repeat(200)}…`)
})

test('several are a number, and none is nothing', () => {
  expect(newsOf(Array.from({ length: 3 }, () => ({ author, content: 'Hello' })))).toBe('3 new messages')
  expect(newsOf([])).toBe('')
})
