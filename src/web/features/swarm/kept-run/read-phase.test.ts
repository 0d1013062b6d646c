import { expect, test } from 'vitest'
import { readPhase, typedSince } from './read-phase.ts'

const debate = { mode: 'debate', seats: 5 } as const

test('a form that asks for something the server takes is a phase', () => {
  expect(readPhase({ task: ' And now? ', rounds: 2, words: 600 }, debate)).toEqual({
    ok: true,
    phase: { task: 'And now?', rounds: 2, words: 600 },
  })
})

test('each field says what is wrong with it, as the server would', () => {
  expect(readPhase({ task: ' ', rounds: 9, words: null }, debate)).toEqual({
    ok: false,
    errors: {
      task: 'A task is required.',
      rounds: 'This mode has 2 to 4 rounds.',
      words: 'The words must be a whole number.',
    },
  })
  expect(readPhase({ task: 'Go', rounds: 4, words: 600 }, debate)).toEqual({
    ok: false,
    errors: { words: 'That many turns need at least 1050 words.' },
  })
})

test('what is typed while a task is being sent stays for the next one, and what was sent is done with', () => {
  const sent = { task: 'And now?', rounds: 2, words: 600 }
  expect(typedSince({ task: 'And now?', words: 600 }, sent)).toEqual({})
  expect(typedSince({ task: 'And now? Why?', rounds: 2 }, sent)).toEqual({ task: 'And now? Why?' })
  expect(typedSince({ task: 'And now?', words: null }, sent)).toEqual({ words: null })
})
