import { expect, test } from 'vitest'
import { modelPart } from '../../../../../test/model-part.ts'
import { answered, said, wentOn } from '../../../../../test/realm-messages.ts'
import { newsAfter, newsNow, newsOf, receiveAll } from './news.ts'

const author = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
const numbers = (messages: readonly { number: number }[]) => messages.map(({ number }) => number)

test('one message is said as it is, by whom, and a long one only as far as one listens', () => {
  expect(newsOf([said(1, { author, content: 'Hello' })])).toBe('GmaD..AEGB: Hello')
  expect(newsOf([said(1, { author, content: 'x'.repeat(2_000) })])).toBe(`GmaD..AEGB: ${'x'.repeat(200)}…`)
})

test('several are a number, and none is nothing', () => {
  expect(newsOf([said(1), said(2), answered(3)])).toBe('3 new messages')
  expect(newsOf([])).toBe('')
})

test('an answer is told under the name of its agent, and how it ended', () => {
  expect(newsOf([answered(2, { content: 'It is **fast**.' })])).toBe('Nova: It is fast.')
  expect(newsOf([answered(2, { content: 'It is', state: 'stopped' })])).toBe('Nova: It is… Stopped.')
  expect(newsOf([answered(2, { content: '', state: 'failed', trouble: 'failed' })])).toBe(
    'Nova: Did not answer.',
  )
  const model = modelPart({ ended: 'refused' })
  expect(newsOf([answered(2, { content: '', model })])).toMatch(/^Nova: The model declined .* may help\.$/)
})

test("what was there is no news, nor are earlier pages, the reader's own words and what was removed", () => {
  const received = receiveAll([said(5), said(6)])
  const later = [said(4), said(5), said(6), said(7, { author: 'bob' }), said(8), wentOn(9)]
  expect(numbers(newsAfter(received, later, 'ada'))).toEqual([7])
  expect(newsAfter(received, [said(7, { author: 'bob', removed: true, content: '' })], 'ada')).toEqual([])
})

test('an answer is told once, when it has ended, and never word by word', () => {
  const received = receiveAll([said(1), answered(2, { state: 'running', content: '' })])
  expect(newsAfter(received, [said(1), answered(2, { state: 'running', content: 'Well' })], 'ada')).toEqual(
    [],
  )
  const ended = [said(1), answered(2, { content: 'Well.' })]
  expect(numbers(newsAfter(received, ended, 'ada'))).toEqual([2])
  expect(newsAfter(receiveAll(ended), ended, 'ada')).toEqual([])
})

test('words that are removed after they were told are not there to be read any more', () => {
  const word = said(7, { author, content: 'A secret' })
  const answer = answered(8, { content: 'Another secret' })
  expect(newsNow([word.id], [word, answer])).toBe('GmaD..AEGB: A secret')
  expect(newsNow([answer.id], [word, answer])).toBe('Nova: Another secret')
  const removed = [
    { ...word, removed: true, content: '' },
    { ...answer, removed: true, content: '' },
  ]
  expect(newsNow([word.id], removed)).toBe('')
  expect(newsNow([answer.id], removed)).toBe('')
  expect(newsNow([word.id], [])).toBe('')
})

test('a number of messages that were told stays, as it has no words of any', () => {
  const announced = [said(7, { content: 'A secret' }), said(8)]
  const ids = announced.map(({ id }) => id)
  const removed = announced.map((message) => ({ ...message, removed: true, content: '' }))
  expect(newsNow(ids, announced)).toBe('2 new messages')
  expect(newsNow(ids, removed)).toBe('2 new messages')
  expect(newsNow([], announced)).toBe('')
})
