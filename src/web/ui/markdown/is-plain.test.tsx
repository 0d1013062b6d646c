import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import MarkdownContent from './content.tsx'
import { isPlain } from './is-plain.ts'

test.each([
  ['Hello, everybody! How are you?', true],
  ['Two lines:\nand a half-done thing (1.5 of 2)', true],
  ['@Ada what is light?', true],
  ['**loud**', false],
  ['- an item', false],
  ['1. an item', false],
  ['Title\n===', false],
  ['see https://x.example', false],
  ['write to ada@x.example', false],
  ['    code', false],
])('%j is plain: %s', (text, plain) => {
  expect(isPlain(text)).toBe(plain)
})

test('what is plain has no markup for the renderer either: it is paragraphs of the same words', () => {
  const marks = 'aé1 .,!?()-+#=>:"\'/@%^{};*_`|$[\t\n'
  const part = fc.constantFrom(...marks, 'Ada', '1.', '2)', '  ', '\n\n', '👩‍👩‍👧')
  const texts = fc.array(part, { maxLength: 24 }).map((parts) => parts.join('').trim())
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(text !== '' && isPlain(text))
      // A break that is asked for by two spaces is one of the line breaks that people's messages keep anyway.
      const drawn = renderToStaticMarkup(<MarkdownContent text={text} growing={false} />).replaceAll(
        '<br/>',
        '',
      )
      expect(drawn.replaceAll(/<\/?p>/g, '')).not.toMatch(/[<]/)
      const words = (of: string) => of.replaceAll(/\s+/g, '')
      const shown = drawn
        .replaceAll(/<\/?p>/g, '')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
      expect(words(shown.replaceAll('&#x27;', "'"))).toBe(words(text))
    }),
    { numRuns: 2_000 },
  )
})
