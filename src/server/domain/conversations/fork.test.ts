import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationChangesSchema } from '../../../shared/chat/conversations.ts'
import { limits } from '../../../shared/common/limits.ts'
import { forkTitle } from './fork.ts'

test('a copy is marked, and a copy of a copy is counted', () => {
  expect(forkTitle('Light')).toBe('Light (fork)')
  expect(forkTitle('Light (fork)')).toBe('Light (fork 2)')
  expect(forkTitle('Light (fork 9)')).toBe('Light (fork 10)')
  expect(forkTitle('Light (forked)')).toBe('Light (forked) (fork)')
})

test('a title that leaves no room for the mark is cut between characters', () => {
  const title = '🧠'.repeat(limits.conversationTitle / 2)
  expect(forkTitle(title)).toBe(`${'🧠'.repeat(36)}… (fork)`)
  expect(forkTitle(forkTitle(title))).toBe(`${'🧠'.repeat(35)}… (fork 2)`)
})

test('however often a title is copied, it is one that a person could give', () => {
  const character = fc.constantFrom('a', ' ', '(', ')', 'fork', '1', '🧠', '漢')
  const titles = fc
    .array(character, { minLength: 1, maxLength: 40 })
    .map((characters) => characters.join('').trim().slice(0, limits.conversationTitle).toWellFormed())
    .filter((title) => title !== '')
  fc.assert(
    fc.property(titles, (title) => {
      let copy = title
      for (let times = 0; times < 12; times++) {
        const next = forkTitle(copy)
        expect(next).not.toBe(copy)
        expect(conversationChangesSchema.safeParse({ title: next }).success).toBe(true)
        copy = next
      }
    }),
  )
})
