import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../../shared/common/limits.ts'
import { compareLists, compareTexts, type Part } from './compare-texts.ts'

const signs = { same: '', added: '+', removed: '-', skipped: '…' }
const written = (parts: Part[]) =>
  parts.map(({ text, is }) => (is === 'same' ? text : `[${signs[is]}${text}]`)).join('')

test.each([
  ['a word', 'You are a patient guard.', 'You are a quick guard.', 'You are a [-patient][+quick] guard.'],
  ['an end', 'You are Ada.', 'You are Ada. Be brief.', 'You are Ada. [+Be brief.]'],
  ['nothing but a space', 'a b', 'a\nb', 'a\nb'],
  ['a text that was empty', '', 'Hello', '[+Hello]'],
  ['a word of another script', 'Ты добрый страж', 'Ты быстрый страж', 'Ты [-добрый][+быстрый] страж'],
  ['an emoji of several characters', 'Go 👨‍👩‍👧!', 'Go 👨‍👩‍👦!', 'Go [-👨‍👩‍👧][+👨‍👩‍👦]!'],
])('%s that changed is shown in its place', (_, before, after, shown) => {
  expect(written(compareTexts(before, after))).toBe(shown)
})

test('what is far from a change is left out, at a word’s end', () => {
  const filler = 'word '.repeat(100)
  const [first, second, third, ...more] = compareTexts(`${filler}old ${filler}`, `${filler}new ${filler}`)
  expect([first?.is, second?.is, third?.text]).toEqual(['skipped', 'same', 'old'])
  expect(second?.text).toMatch(/^( word)+ $/)
  expect(more.at(-1)?.is).toBe('skipped')
})

test('two long texts that have nothing in common are compared without a search that never ends', () => {
  const [before, after] = ['.'.repeat(limits.joinedPersonality), ',a'.repeat(limits.joinedPersonality / 2)]
  expect(compareTexts(before, after)).toEqual([
    { text: before, is: 'removed' },
    { text: after, is: 'added' },
  ])
})

test('without what was added it is the older list, without what was removed the newer, in their orders', () => {
  const list = fc.array(fc.constantFrom('Explaining', 'Waiting', 'Walking', 'Explaining twice'), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(list, list, (before, after) => {
      const parts = compareLists(before, after)
      const without = (left: Part['is']) => parts.filter(({ is }) => is !== left).map(({ text }) => text)
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})
