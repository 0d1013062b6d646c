import { expect, test } from 'vitest'
import type { EarlierMessages } from '../../../../shared/chat/conversations.ts'
import { type Message, newReply } from '../../../../shared/chat/messages.ts'
import { createApi } from '../../../lib/http/api.ts'
import { ConversationSession } from '../conversation/conversation-session.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { bringMessage } from './bring-message.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const PAGE = 10

/** A conversation of so many messages in one line, of which the newest page is loaded, and a server with the others. */
function opened(total: number) {
  const line = Array.from({ length: total }, (_, index): Message => {
    const parentId = index === 0 ? null : `m${index - 1}`
    const place = { id: `m${index}`, parentId, number: index + 1, createdAt }
    if (index % 2 === 0) return { ...place, role: 'user', content: 'Why?' }
    return { ...newReply(place), content: 'Because.', state: 'finished' }
  })
  const pageBefore = (end: number): EarlierMessages => {
    const earlier = Math.max(0, end - PAGE)
    return { messages: line.slice(earlier, end), earlier }
  }
  const asked: string[] = []
  let isDown = false
  const api = createApi('http://localhost', async (input) => {
    const before = new URL(String(input)).searchParams.get('before') ?? ''
    asked.push(before)
    if (isDown) throw new TypeError('Failed to fetch')
    return Response.json(pageBefore(line.findIndex(({ id }) => id === before)))
  })
  const transport = pageTransport(null, async function* () {})
  const session = new ConversationSession({ id: 'c', transport, nextFrame: () => {} })
  const summary = { id: 'c', agentId: 'a', agentName: 'Ada', agentImageUrl: '', agentAnswers: true }
  session.merge({
    ...{ ...summary, title: 'Why', modelRef: null, state: 'finished', createdAt, updatedAt: createdAt },
    ...pageBefore(total),
    activeLeaf: `m${total - 1}`,
  })
  const goDown = () => {
    isDown = true
  }
  return { session, api, asked, goDown }
}

test('a message that is not loaded is brought page by page, each asked for once', async () => {
  const { session, api, asked } = opened(100)
  const both = [bringMessage(session, api, 'm31'), bringMessage(session, api, 'm55')]
  expect(await Promise.all(both)).toEqual([true, true])
  expect(session.getState().messages.map(({ id }) => id)).toContain('m31')
  expect(new Set(asked).size).toBe(asked.length)
  expect(session.getView().earlier).toBe(30)
})

test('one that is too far up, is nowhere, or can not be loaded is not brought, and what is shown stays', async () => {
  const far = opened(1_000)
  expect(await bringMessage(far.session, far.api, 'm3', { quietly: true })).toBe(false)
  expect(far.asked).toHaveLength(20)
  const short = opened(30)
  expect(await bringMessage(short.session, short.api, 'gone', { quietly: true })).toBe(false)
  expect(short.session.getView().earlier).toBe(0)
  const down = opened(30)
  down.goDown()
  expect(await bringMessage(down.session, down.api, 'm1', { quietly: true })).toBe(false)
  expect(down.session.getView().turns).toHaveLength(PAGE / 2)
})
