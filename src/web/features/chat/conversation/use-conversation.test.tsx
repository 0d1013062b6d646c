import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { newReply } from '../../../../shared/chat/messages.ts'
import { ApiError, ApiProvider, createApi } from '../../../lib/http/api.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import { statusOf, useConversation } from './use-conversation.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const requests: string[] = []
const api = createApi('http://localhost', async (input) => {
  requests.push(String(input))
  throw new TypeError('Nothing is asked while the server paints')
})
const stored: Conversation = {
  id: 'c1',
  agentId: 'nova',
  agentName: 'Nova',
  agentImageUrl: '',
  agentAnswers: true,
  title: 'Light',
  modelRef: null,
  state: 'running',
  createdAt,
  updatedAt: createdAt,
  activeLeaf: 'r1',
  messages: [
    { id: 'q1', parentId: null, number: 1, content: 'Why?', createdAt, role: 'user' },
    { ...newReply({ id: 'r1', parentId: 'q1', number: 2, createdAt }), content: 'Because' },
  ],
}

function Screen(props: { conversationId: string | null; keep: 'server' | 'page' }) {
  const { view, status } = useConversation({ agentId: 'nova', ...props })
  return [status, ...view.turns.map(({ reply }) => reply?.content)].join(' ')
}

/** The first paint for a wallet, from the data that the screen prefetched. */
function paint(
  viewer: string | null,
  props: { conversationId: string | null; keep: 'server' | 'page' },
  known = true,
) {
  const client = new QueryClient()
  client.setQueryData(viewerQuery(api).queryKey, viewer)
  if (known) client.setQueryData(conversationQuery(api, 'wallet', 'c1').queryKey, stored)
  const html = renderToString(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <Screen {...props} />
      </QueryClientProvider>
    </ApiProvider>,
  )
  client.clear()
  return html
}

test('the first paint has the stored conversation whole, and follows nothing', () => {
  expect(paint('wallet', { conversationId: 'c1', keep: 'server' })).toBe('ready Because')
  expect(requests).toEqual([])
})

test('what was painted for one is not there for the next', () => {
  paint('wallet', { conversationId: 'c1', keep: 'server' })
  expect(paint('wallet', { conversationId: 'c1', keep: 'server' }, false)).toBe('loading')
  expect(paint('another', { conversationId: 'c1', keep: 'server' })).toBe('loading')
  expect(paint(null, { conversationId: 'c1', keep: 'server' })).toBe('missing')
})

test('a new conversation is ready at once, wherever it will be kept', () => {
  expect(paint('wallet', { conversationId: null, keep: 'server' })).toBe('ready')
  expect(paint(null, { conversationId: null, keep: 'page' })).toBe('ready')
})

test.each<[string, number | null, boolean, string]>([
  ['that is not there', 404, false, 'missing'],
  ['that was deleted while it was shown', 404, true, 'missing'],
  ['of a session that has ended', 401, true, 'missing'],
  ['whose address has no id in it', 422, false, 'missing'],
  ['that the server fails at', 500, false, 'unreachable'],
  ['that the server fails at while it is shown', 500, true, 'ready'],
  ['that is asked for', null, false, 'loading'],
  ['that is here', null, true, 'ready'],
])('a stored conversation %s (%s, shown: %s) is %s', (_, code, isReady, status) => {
  const session = { isStored: () => true, isReady: () => isReady }
  const error = code === null ? null : new ApiError(code, undefined)
  expect(statusOf('server', 'wallet', session, error)).toBe(status)
})
