import { expect, test } from 'vitest'
import { spokenText } from './reply-announcer.tsx'

test('a reply is read aloud without the marks of its markdown', () => {
  expect(
    spokenText(
      '## Title\n\n- **bold** and `code`\n> quoted\n\n```ts\nlet a = 1\n```\n[a link](https://x.example)',
    ),
  ).toBe('Title bold and code quoted let a = 1 a link')
})
