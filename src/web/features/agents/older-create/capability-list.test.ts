import { expect, test } from 'vitest'
import { listHolds, toggleInList } from './capability-list.ts'

test('an item goes into the list at its end, and out of it again', () => {
  expect(toggleInList('', 'Debugging')).toBe('Debugging')
  expect(toggleInList(' Walking ,, Roads,', 'Debugging')).toBe('Walking, Roads, Debugging')
  expect(toggleInList('Walking, Debugging, Roads', 'Debugging')).toBe('Walking, Roads')
  expect(toggleInList('Debugging', 'Debugging')).toBe('')
})

test('what was typed in other letters, or twice, is the same item', () => {
  expect(listHolds(['seo optimization'], 'SEO Optimization')).toBe(true)
  expect(listHolds(['SEO'], 'SEO Optimization')).toBe(false)
  expect(toggleInList('debugging, Walking, Debugging', 'Debugging')).toBe('Walking')
})
