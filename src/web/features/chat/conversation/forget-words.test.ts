import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetWords } from './forget-words.ts'

test('no answer that the page has from the server keeps a word of a deleted message', async () => {
  const client = new QueryClient()
  const place = { parentId: null, number: 1, createdAt: '2026-11-21T14:02:00.000Z' }
  const messages = [
    { ...place, id: 'q', role: 'user', content: 'Secret', files: [{ id: 'f', name: 'Secret.pdf' }] },
    { ...place, id: 'r', parentId: 'q', role: 'assistant', content: 'Stays', state: 'finished' },
  ]
  const story = { id: 's', through: 'r', text: 'Secret' }
  client.setQueryData(['conversation', 'c', 'ada'], { id: 'c', messages, stories: [story] })
  client.setQueryData(['conversation', 'c', 'lore', 'r'], { reasons: ['Secret'] })
  const listed = { id: 'c', title: 'Light', excerpt: 'Secret', newestWords: 'Secret' }
  const other = { id: 'd', title: 'Dark', excerpt: 'Moon' }
  const page = { items: [listed, other], nextCursor: null }
  client.setQueryData(['conversations', 'list', 'ada', {}], { pages: [page], pageParams: [null] })

  await forgetWords(client, 'c', ['q'])
  const left = JSON.stringify(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
  expect(left).not.toContain('Secret')
  for (const word of ['Stays', 'Light', 'Moon', '"erased":true']) expect(left).toContain(word)
  expect(client.getQueryState(['conversation', 'c', 'ada'])?.isInvalidated).toBe(true)
  client.clear()
})
