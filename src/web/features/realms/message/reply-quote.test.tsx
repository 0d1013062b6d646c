import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import ReplyBar from '../composer/reply-bar.tsx'
import type { Quoted } from './quoted.ts'
import { ReplyQuote } from './reply-quote.tsx'

const quote: Quoted = {
  number: 3,
  author: { wallet: 'w', name: 'נועה!', isAgent: true },
  words: 'שלום (ada)!',
}

test('a name and words from right to left move nothing around them where a message is quoted', () => {
  const above = renderToStaticMarkup(
    <ReplyQuote quote={quote} self={undefined} onGo={() => {}} blocked={new Set()} />,
  )
  const below = renderToStaticMarkup(<ReplyBar quote={quote} self={undefined} onCancel={() => {}} />)
  for (const shown of [above, below])
    expect(shown).toMatch(/<bdi[^>]*>נועה!<\/bdi>.*<bdi[^>]*>שלום \(ada\)!<\/bdi>/)
})
