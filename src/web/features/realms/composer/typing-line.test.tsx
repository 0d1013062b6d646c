import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TypingLine } from './typing-line.tsx'

const wallets = [
  'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
  '7pXyQ1fFrgPHWnkmRk1yC2DDPqFHqJ5nuV1aUoWn4KtZ',
]
const wordsFor = (typing: readonly string[]) =>
  renderToStaticMarkup(<TypingLine typing={typing} names={{ [wallets[1] ?? '']: 'ada' }} />).replace(
    /<[^>]*>/g,
    '',
  )

test('who is typing is named, and more than two are a number', () => {
  expect(wordsFor([])).toBe('')
  expect(wordsFor(wallets.slice(0, 1))).toBe('GmaD..AEGB is typing')
  expect(wordsFor(wallets)).toBe('GmaD..AEGB and ada are typing')
  expect(wordsFor([...wallets, 'x'.repeat(44)])).toBe('3 people are typing')
})

test('the line has the same height whether somebody is typing or nobody is', () => {
  const opening = (typing: readonly string[]) =>
    /^<p[^>]*>/.exec(renderToStaticMarkup(<TypingLine typing={typing} names={{}} />))?.[0]
  expect(opening([])).toBe(opening(wallets))
  expect(opening([])).toMatch(/\bh-6\b/)
})
