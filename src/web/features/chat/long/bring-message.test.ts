import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Conversation, EarlierMessages } from '../../../../shared/chat/conversations.ts'
import { type Message, newReply } from '../../../../shared/chat/messages.ts'
import { createApi } from '../../../lib/http/api.ts'
import { toast } from '../../../ui/toast.ts'
import { ConversationSession } from '../conversation/conversation-session.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { bringMessage } from './bring-message.ts'
import * as texts from './texts.ts'

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
  /** Another version of what follows the first reply. */
  const other: Message[] = [
    { id: 'v3', parentId: 'm1', number: 2_001, createdAt, role: 'user', content: 'Or why?' },
    {
      ...newReply({ id: 'v4', parentId: 'v3', number: 2_002, createdAt }),
      content: 'Or so.',
      state: 'finished',
    },
  ]
  const turned: string[] = []
  const asked: string[] = []
  const opening = (messages: readonly Message[], earlier: number): Conversation => ({
    ...{ id: 'c', agentId: 'a', agentName: 'Ada', agentImageUrl: '', agentAnswers: true, title: 'Why' },
    ...{
      modelRef: null,
      state: 'finished',
      createdAt,
      updatedAt: createdAt,
      earlier,
      messages: [...messages],
    },
    activeLeaf: messages.at(-1)?.id ?? '',
  })
  let isDown = false
  const api = createApi('http://localhost', async (input, init) => {
    if (init?.method === 'PATCH') {
      const { showVersion } = JSON.parse(String(init.body))
      if (![...line, ...other].some(({ id }) => id === showVersion))
        return Response.json(
          { title: 'Validation failed', code: 'validation_failed' },
          { status: 422, headers: { 'content-type': 'application/problem+json' } },
        )
      turned.push(showVersion)
    }
    if (init?.method === 'PATCH' || !String(input).includes('before='))
      return Response.json(opening([...line.slice(0, 2), ...other], 0))
    const before = new URL(String(input)).searchParams.get('before') ?? ''
    asked.push(before)
    if (isDown) throw new TypeError('Failed to fetch')
    return Response.json(pageBefore(line.findIndex(({ id }) => id === before)))
  })
  const transport = pageTransport(null, async function* () {})
  const session = new ConversationSession({ id: 'c', transport, nextFrame: () => {} })
  const { messages, earlier } = pageBefore(total)
  session.merge(opening(messages, earlier))
  const goDown = () => {
    isDown = true
  }
  return { session, page: { api, client: new QueryClient() }, asked, turned, other, goDown }
}

test('a message that is not loaded is brought page by page, each asked for once', async () => {
  const { session, page, asked } = opened(100)
  const both = [bringMessage(session, page, 'm31'), bringMessage(session, page, 'm55')]
  expect(await Promise.all(both)).toEqual([true, true])
  expect(session.getState().messages.map(({ id }) => id)).toContain('m31')
  expect(new Set(asked).size).toBe(asked.length)
  expect(session.getView().earlier).toBe(30)
})

test('one that is too far up, is nowhere, or can not be loaded is not brought, and what is shown stays', async () => {
  const far = opened(1_000)
  expect(await bringMessage(far.session, far.page, 'm3', { quietly: true })).toBe(false)
  expect(far.asked).toHaveLength(20)
  const short = opened(30)
  expect(await bringMessage(short.session, short.page, 'gone', { quietly: true })).toBe(false)
  expect(short.session.getView().earlier).toBe(0)
  const down = opened(30)
  down.goDown()
  expect(await bringMessage(down.session, down.page, 'm1', { quietly: true })).toBe(false)
  expect(down.session.getView().turns).toHaveLength(PAGE / 2)
})

test('a message of another version has that version shown: what is loaded at once, else as the server has it', async () => {
  const shown = ({ session }: ReturnType<typeof opened>) =>
    session.getView().turns.map(({ question }) => question.id)
  const short = opened(4)
  short.session.change((state) => ({
    ...state,
    isPartial: false,
    messages: [...state.messages, ...short.other],
  }))
  expect(await bringMessage(short.session, short.page, 'v3', { quietly: true })).toBe(false)
  expect(await bringMessage(short.session, short.page, 'v3')).toBe(true)
  expect(shown(short)).toEqual(['m0', 'v3'])
  expect(short.turned).toEqual([])
  const long = opened(30)
  expect(await bringMessage(long.session, long.page, 'v4')).toBe(true)
  expect(shown(long)).toEqual(['m0', 'v3'])
  expect(long.turned).toEqual(['v4'])
})

test('of one that is nowhere, which the server refuses to turn to, it is said that it is not there', async () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {})
  const { session, page } = opened(30)
  expect(await bringMessage(session, page, 'gone')).toBe(false)
  expect(said.mock.calls).toEqual([[texts.messageNotFound, {}]])
  said.mockRestore()
})
