import { expect, test } from 'vitest'
import { boundSeen, seenLimits } from './bound-seen.ts'

const seen = { title: 'A thing', maker: '', href: '/', picture: null, texts: [] }
const lengthOf = (texts: readonly { text: string }[]) => texts.reduce((sum, { text }) => sum + text.length, 0)

test('texts of 100 KB are cut to what a report keeps, and what is left out is counted', () => {
  const texts = Array.from({ length: 100 }, (_, number) => ({
    label: `${number}`,
    text: 'é'.repeat(100_000),
  }))
  const bounded = boundSeen({ ...seen, title: 'x'.repeat(100_000), texts })
  expect(bounded.title).toHaveLength(seenLimits.line)
  expect(lengthOf(bounded.texts)).toBeLessThanOrEqual(seenLimits.all + 20)
  expect(bounded.texts.at(-1)?.text).toMatch(/^\d+ more$/)
})

test('a cut leaves no half of a character, and cutting again changes nothing', () => {
  for (const before of ['', 'x']) {
    const text = before + '🦉'.repeat(seenLimits.text)
    const bounded = boundSeen({ ...seen, texts: [{ label: 'Text', text }] })
    expect(bounded.texts[0]?.text.isWellFormed()).toBe(true)
    expect(boundSeen(bounded)).toEqual(bounded)
  }
})

test('empty texts are left out', () => {
  expect(boundSeen({ ...seen, texts: [{ label: 'About', text: ' ' }] }).texts).toEqual([])
})
