import { expect, test } from 'vitest'
import { noteOf } from './try-out-note.ts'

test('a change is told from the first question on, and no longer once it is asked or taken back', () => {
  expect(noteOf({ contents: 'b', asked: null, refused: null })).toBeNull()
  expect(noteOf({ contents: 'b', asked: 'a', refused: null })).toBe('changed')
  expect(noteOf({ contents: 'b', asked: 'b', refused: null })).toBeNull()
  expect(noteOf({ contents: 'a', asked: 'a', refused: null })).toBeNull()
})

test('a question that was not taken is told until the form changes', () => {
  expect(noteOf({ contents: 'faulty', asked: null, refused: 'faulty' })).toBe('refused')
  expect(noteOf({ contents: 'faulty', asked: 'a', refused: 'faulty' })).toBe('refused')
  expect(noteOf({ contents: 'mended', asked: 'a', refused: 'faulty' })).toBe('changed')
  expect(noteOf({ contents: 'mended', asked: null, refused: 'faulty' })).toBeNull()
})
