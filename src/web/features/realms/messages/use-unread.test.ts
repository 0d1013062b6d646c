import { expect, test } from 'vitest'
import { answered, said } from '../../../../../test/realm-messages.ts'
import { isNews } from './use-unread.ts'

test('what others said and what agents answered is counted, but not where nothing is to be read', () => {
  const held = { content: '', withheld: true as const }
  expect(isNews(said(1, { author: 'bob' }), 'ada')).toBe(true)
  expect(isNews(said(1, { author: 'ada' }), 'ada')).toBe(false)
  expect(isNews(answered(2, { author: 'ada' }), 'ada')).toBe(true)
  expect(isNews(said(3, { author: '', ...held }), 'ada')).toBe(false)
  expect(isNews(answered(4, held), 'ada')).toBe(false)
  // Its words are there for the realm's creator.
  expect(isNews(said(5, { author: 'bob', content: 'Words', withheld: true }), 'ada')).toBe(true)
})
