import { expect, test } from 'vitest'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { offeredWords } from './fact-words.ts'

test.each([
  ['  I am\n\n colour-blind.  ', 'I am colour-blind.'],
  ['# Lamps\n\n- **Red** one [1]\n- `green` [one](https://x.example/)', 'Lamps Red one green one'],
  ['', ''],
])('a message is offered as one line of plain words: %j', (message, line) => {
  expect(offeredWords(message)).toBe(line)
})

test('a long message is cut between words, and never within a letter', () => {
  const words = offeredWords('word '.repeat(200))
  expect(words.length).toBeLessThanOrEqual(memoryLimits.fact)
  expect(words).toMatch(/(word )+word$/)
  expect(offeredWords('🌊'.repeat(300)).isWellFormed()).toBe(true)
})
