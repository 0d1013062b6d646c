import { expect, test } from 'vitest'
import { answered, said, wentOn } from '../../../../../test/realm-messages.ts'
import { quotedName, quoteOf, withoutMarks } from './quoted.ts'

const ada = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'

test('a quote is one line: who spoke, and how it began', () => {
  const quote = quoteOf(3, said(3, { author: ada, content: ` One\n\ntwo ${'x'.repeat(300)}` }))
  expect(quotedName(quote, undefined)).toBe('GmaD..AEGB')
  expect(quotedName(quote, ada)).toBe('You')
  expect(quote.words).toMatch(/^One two x{132}…$/)
})

test("an agent's words are quoted under its name, without the marks of markdown", () => {
  const quote = quoteOf(3, answered(3, { author: ada, content: '## Why\n\n- **Light** is `fast`' }))
  expect(quotedName(quote, ada)).toBe('Nova')
  expect(quote.words).toBe('Why Light is fast')
  expect(quoteOf(3, answered(3, { content: '', state: 'running' })).words).toBe('No text yet')
})

test('what was removed, what is not there and what has no words is said so', () => {
  expect(quoteOf(3, said(3, { removed: true, content: '' })).words).toBe('Removed')
  expect(quoteOf(3, undefined)).toEqual({ number: 3, author: undefined, words: 'Earlier message' })
  expect(quoteOf(3, wentOn(3)).words).toBe('let the agents continue')
})

test('markdown is read aloud without its marks', () => {
  expect(withoutMarks('# Title\n\n> *One* [link](https://x.example)\n\n```js\nlet a\n```')).toBe(
    'Title One link let a',
  )
})
