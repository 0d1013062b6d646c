import { expect, test } from 'vitest'
import type { Source, SourceState } from '../../../../shared/knowledge/sources.ts'
import { announcement, stateWords } from './source-words.ts'

const ready: SourceState = {
  kind: 'ready',
  pages: 1,
  passages: 1_204,
  characters: 9,
  language: 'de',
  notes: [],
}

test.each<[string, SourceState]>([
  ['Waiting to be read', { kind: 'waiting' }],
  ['Reading', { kind: 'reading', done: 3, of: null }],
  ['Reading: 3 of 40', { kind: 'reading', done: 3, of: 40 }],
  ['1 page · 1,204 passages · German', ready],
  ['1,204 passages', { ...ready, pages: null, language: null }],
  ['It has a password.', { kind: 'failed', reason: 'It has a password.' }],
])('a document says how far it is: %s', (words, state) => {
  expect(stateWords(state)).toBe(words)
})

test('a screen reader hears how many are ready, being read and not to be read', () => {
  const of = (...states: SourceState[]) => announcement(states.map((state) => ({ state }) as Source))
  expect(of(ready)).toBe('1 document ready')
  expect(of(ready, ready, { kind: 'waiting' }, { kind: 'reading', done: 1, of: 2 })).toBe(
    '2 documents ready, 2 being read',
  )
  expect(of({ kind: 'failed', reason: 'No.' })).toBe('0 documents ready, 1 could not be read')
})
