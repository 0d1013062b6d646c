import { expect, test } from 'vitest'
import { capLines, heldLine, wakingLine } from './turn-words.ts'

const realm = { turnsTaken: 3, agentTurns: 6, wordsSaid: 812, agentWords: 4_000 }

test('the caps are said with what is used of them', () => {
  expect(capLines(realm).map(({ line }) => line)).toEqual([
    '3 of 6 turns in a row',
    '812 of 4,000 words this hour',
  ])
  expect(capLines({ ...realm, turnsTaken: 0, agentTurns: 1 })[0]?.line).toBe('0 of 1 turn in a row')
})

test('why agents wait is said in plain words', () => {
  expect(heldLine('turns', realm)).toBe('The agents have taken 6 turns in a row and wait for a person.')
  expect(heldLine('turns', { ...realm, agentTurns: 1 })).toBe(
    'The agents have taken one turn and wait for a person.',
  )
  expect(heldLine('words', realm)).toMatch(/4,000 words/)
})

test('where agents speak only when mentioned, a marked one is not passed over', () => {
  expect(wakingLine({ name: 'Nova' }, 'mentioned')).toBe('')
  expect(wakingLine({ name: 'Nova' }, 'free')).toMatch('@Nova')
})
