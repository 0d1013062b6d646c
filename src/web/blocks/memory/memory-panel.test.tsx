import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import type { Fact, Memory } from '../../../shared/memory/facts.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import { StaticRouter } from '../../lib/router/router.tsx'
import { MemoryPanel } from './memory-panel.tsx'
import { withDeleted } from './use-deleted-facts.ts'

const at = '2026-11-21T14:02:00.000Z'
const aFact = (number: number, more: Partial<Fact> = {}): Fact => ({
  ...{ id: `fact-${number}`, number, text: `Thing ${number}`, by: 'person', from: null, isOff: false },
  ...{ createdAt: at, updatedAt: at, history: [] },
  ...more,
})

async function paint(facts: Fact[], choice: Memory['choice'] = { state: 'on', also: [] }): Promise<string> {
  const memory = {
    agentId: 'agent',
    agentName: 'Ada',
    agentImageUrl: '/a.webp',
    choice,
    count: facts.length,
    facts,
  }
  const stream = await renderToReadableStream(
    <ApiProvider value={createApi('http://place.example', fetch)}>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/settings">
          <MemoryPanel memory={memory} onLeave={() => {}} />
        </StaticRouter>
      </QueryClientProvider>
    </ApiProvider>,
  )
  await stream.allReady
  return new Response(stream).text()
}

test('of a memory that nothing was decided about there is a switch, a field and how to begin, and nothing to allow or delete', async () => {
  const html = await paint([], { state: 'unasked', also: [] })
  expect(html).toContain('Nothing is remembered yet')
  expect(html).toContain('Ada asks you before it remembers anything')
  expect(html.match(/role="switch"/g)).toHaveLength(1)
  expect(html).toContain('aria-checked="false"')
  for (const absent of ['Where else', 'Delete all', 'Export']) expect(html).not.toContain(absent)
})

test('a memory is used nowhere else unless it is said, each place with its sentence', async () => {
  const html = await paint([aFact(1)], { state: 'on', also: ['doors'] })
  for (const place of ['In rooms and runs', 'In try-outs', 'Through your API keys'])
    expect(html).toContain(place)
  expect(Array.from(html.matchAll(/aria-checked="(\w+)"/g), ([, on]) => on)).toEqual([
    ...['true', 'false', 'false', 'true'],
  ])
})

test('a fact says who wrote it, where it comes from, what it said before and that it is off', async () => {
  const html = await paint([
    aFact(2, {
      ...{ by: 'agent', from: { conversationId: 'talk', messageId: 'message' } },
      history: [{ text: 'Earlier', by: 'person', until: at }],
    }),
    aFact(1, { isOff: true }),
  ])
  expect(html).toContain('href="/chat/agent/talk#message"')
  for (const words of [
    'From what you said',
    'One version before',
    'Switched off',
    'Written by you',
    '2 things',
  ])
    expect(html).toContain(words)
  expect(html).toContain('Use again: Thing 1')
  expect(html).toContain('Do not use: Thing 2')
  expect(html).not.toContain('Search what is remembered')
})

test('many facts can be searched', async () => {
  expect(await paint(Array.from({ length: 8 }, (_, index) => aFact(8 - index)))).toContain(
    'Search what is remembered',
  )
})

test('what was deleted here keeps its place, and is there once if the server still has it', () => {
  const deleted = [2, 4].map((number) => ({ fact: aFact(number), deletedAt: at }))
  const numbers = withDeleted([aFact(4), aFact(3), aFact(1)], deleted).map(({ number }) => number)
  expect(numbers).toEqual([4, 3, 2, 1])
})
