import { expect, test } from 'vitest'
import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { turnsToSend } from '../../../../shared/chat/message-tree.ts'
import { type Message, newReply } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { pageTransport } from './page-transport.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 1 }

/** Questions with their replies; an empty text is a reply that failed. */
function pathOf(...pairs: [question: string, reply: string][]): Message[] {
  return pairs.flatMap(([question, reply], index): Message[] => {
    const id = `q${index}`
    const parentId = index === 0 ? null : `r${index - 1}`
    const state = reply === '' ? 'failed' : 'finished'
    return [
      { id, parentId, number: 2 * index + 1, content: question, createdAt, role: 'user' },
      {
        ...newReply({ id: `r${index}`, parentId: id, number: 2 * index + 2, createdAt }),
        content: reply,
        state,
      },
    ]
  })
}

async function ask(before: Message[], agentId: string | null = null) {
  const requests: ChatRequest[] = []
  const transport = pageTransport(agentId, async function* (request) {
    requests.push(request)
    yield started
  })
  const question = { id: 'q', parentId: null, number: 1, content: 'new', createdAt, role: 'user' } as const
  const link = { signal: new AbortController().signal, onConnection: () => {} }
  const events = await Array.fromAsync(
    transport.ask({ replyId: 'r', question, isNew: true, model: null, before }, link),
  )
  return { request: requests[0], events }
}

test('a question carries what was said before it; what nobody answered is left out with its silence', async () => {
  const { request, events } = await ask(pathOf(['one', 'first'], ['two', ''], ['three', 'third']), 'nova')
  expect(request).toEqual({
    agentId: 'nova',
    message: 'new',
    history: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'first' },
      { role: 'user', content: 'three' },
      { role: 'assistant', content: 'third' },
    ],
  })
  expect(events).toEqual([started])
})

test('what one request can not carry counts as forgotten, oldest first, in whole pairs', async () => {
  const many = pathOf(
    ...Array.from({ length: limits.chatHistoryTurns }, (_, n): [string, string] => [`question ${n}`, 'yes']),
  )
  const { request, events } = await ask(many)
  expect(request?.history).toHaveLength(limits.chatHistoryTurns)
  expect(request?.history?.at(-2)?.content).toBe(`question ${limits.chatHistoryTurns - 1}`)
  expect(events).toEqual([{ ...started, forgotten: 1 + limits.chatHistoryTurns }])
})

test('a history too large for one request begins with a question', async () => {
  // So large that the limit is reached between a question and its reply.
  const large = pathOf(
    ...Array.from({ length: 60 }, (): [string, string] => ['q'.repeat(4_000), 'ä'.repeat(12_030)]),
  )
  const said = large.map(({ role, content }) => ({ role, content }))
  expect(turnsToSend(said)[0]?.role).toBe('assistant')
  const { request } = await ask(large)
  expect(request?.history?.[0]?.role).toBe('user')
  expect((request?.history?.length ?? 1) % 2).toBe(0)
})
