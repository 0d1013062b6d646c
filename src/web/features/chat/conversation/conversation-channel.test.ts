import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import {
  applyNews,
  type ConversationNews,
  notifyTabs,
  onConversationNews,
  readConversationNews,
  refreshConversation,
} from './conversation-channel.ts'

const one = (type: 'asked' | 'ended' | 'renamed' | 'deleted' | 'restored', conversationId = 'c1') => ({
  type,
  conversationId,
})

const erased = { type: 'erased', conversationId: 'c1', messageIds: ['m1'] } as const

test.each<[string, unknown, ConversationNews | null]>([
  ['news of one conversation', { ...one('ended'), more: true }, one('ended')],
  ['news of all', { type: 'all deleted' }, { type: 'all deleted' }],
  [
    'news of deleted messages',
    { ...erased, more: true },
    { type: 'erased', conversationId: 'c1', messageIds: ['m1'] },
  ],
  ['news of deleted messages that does not say which', { ...erased, messageIds: 'm1' }, null],
  ['news of one that does not say which', { type: 'ended' }, null],
  ['news that this page does not know', { type: 'painted', conversationId: 'c1' }, null],
  ['no news', undefined, null],
])('%s are read as what they are', (_, message, news) => {
  expect(readConversationNews(message)).toEqual(news)
})

/** Which of two lists and two open conversations are refetched. */
async function stale(news: ConversationNews, from: 'here' | 'elsewhere') {
  const client = new QueryClient()
  const keys = [
    ['conversations', 'list'],
    ['conversation', 'c1', 'wallet'],
    ['conversation', 'c2', 'wallet'],
  ]
  for (const key of keys) client.setQueryData(key, {})
  applyNews(client, news, from)
  const names = keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key[1])
  client.clear()
  return names
}

test.each<[ConversationNews, 'here' | 'elsewhere', string[]]>([
  [one('asked'), 'here', ['list']],
  [one('ended'), 'here', ['list']],
  [one('asked'), 'elsewhere', ['list', 'c1']],
  [one('renamed'), 'elsewhere', ['list', 'c1']],
  [one('deleted'), 'here', ['list', 'c1']],
  [one('restored'), 'elsewhere', ['list', 'c1']],
  [{ type: 'all deleted' }, 'elsewhere', ['list', 'c1', 'c2']],
  [{ type: 'all restored' }, 'here', ['list', 'c1', 'c2']],
])('after %j from %s exactly what may not be true any more is asked for again', async (news, from, names) => {
  expect(await stale(news, from)).toEqual(names)
})

test('a conversation that was not asked for in a while is asked for again by typing, once, and with a question', async () => {
  const client = new QueryClient()
  let asked = 0
  const queryKey = ['conversation', 'c1', 'wallet']
  const queryFn = async () => ++asked
  const end = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => {})
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await settled()
  refreshConversation(client, 'c1')
  applyNews(client, one('asked'), 'here')
  await settled()
  expect(asked).toBe(1)
  for (const again of [
    () => refreshConversation(client, 'c1'),
    () => applyNews(client, one('asked'), 'here'),
  ]) {
    client.setQueryData(queryKey, 0, { updatedAt: Date.now() - 60_000 })
    again()
    again()
    await settled()
  }
  expect(asked).toBe(3)
  end()
  client.clear()
})

test('news reach the other tabs, and whoever listens here', async () => {
  const received: unknown[] = []
  const elsewhere = new BroadcastChannel('bionic-conversations')
  const arrived = new Promise<unknown>((resolve) => {
    elsewhere.onmessage = ({ data }) => resolve(data)
  })
  const end = onConversationNews((news, from) => received.push([news, from]))
  notifyTabs(one('ended'))
  expect(await arrived).toEqual(one('ended'))
  expect(received).toEqual([[one('ended'), 'here']])

  const back = new Promise<unknown>((resolve) => {
    onConversationNews((news, from) => resolve([news, from]))
  })
  end()
  elsewhere.postMessage(one('asked'))
  expect(await back).toEqual([one('asked'), 'elsewhere'])
  expect(received).toHaveLength(1)
  elsewhere.close()
})

test('a list that had nothing and is not shown is read anew, in place of saying so once it is shown', () => {
  const client = new QueryClient()
  const list = (...items: string[]) => ({ pages: [{ items, nextCursor: null }], pageParams: [null] })
  const [empty, full, shown] = ['empty', 'full', 'shown'].map((name) => ['conversations', 'list', name])
  client.setQueryData(empty ?? [], list())
  client.setQueryData(full ?? [], list('one'))
  client.setQueryData(shown ?? [], list())
  const end = new QueryObserver(client, {
    queryKey: shown ?? [],
    queryFn: () => list(),
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {})
  applyNews(client, one('asked'), 'here')
  expect([empty, full, shown].map((key) => client.getQueryData(key ?? []) !== undefined)).toEqual([
    ...[false, true, true],
  ])
  end()
})
