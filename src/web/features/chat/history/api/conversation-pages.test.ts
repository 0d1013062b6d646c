import { expect, test } from 'vitest'
import type { ConversationPage, ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { listedConversations, withoutConversations, withTitle } from './conversation-pages.ts'

const conversation = (id: string, updatedAt: string, more: Partial<ConversationSummary> = {}) => ({
  id,
  agentId: 'lattice',
  agentName: 'Lattice',
  agentImageUrl: '/images/default.webp',
  agentAnswers: true,
  title: `Title of ${id}`,
  state: 'finished' as const,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt,
  ...more,
})
const page = (...conversations: ConversationSummary[]): ConversationPage => ({
  conversations,
  nextCursor: null,
})
const infinite = (...pages: ConversationPage[]) => ({ pages, pageParams: pages.map(() => '') })

test('a conversation that moved up while the pages came in is listed once, as it was last said to be', () => {
  const old = conversation('a', '2026-11-02T10:00:00.000Z', { state: 'finished' })
  const now = conversation('a', '2026-11-02T12:00:00.000Z', { state: 'running' })
  const other = conversation('b', '2026-11-02T11:00:00.000Z')
  expect(listedConversations([page(now), page(other, old)])).toEqual([now, other])
  expect(listedConversations([page(other, old), page(now)])).toEqual([now, other])
})

test('conversations used at the same moment keep the order in which the server gave them', () => {
  const at = '2026-11-02T10:00:00.000Z'
  const same = ['c', 'a', 'b'].map((id) => conversation(id, at))
  expect(listedConversations([page(...same)]).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('a deleted conversation leaves every page, and lists without it are left alone', () => {
  const [a, b] = [
    conversation('a', '2026-11-02T10:00:00.000Z'),
    conversation('b', '2026-11-01T10:00:00.000Z'),
  ]
  const data = infinite(page(a), page(b))
  expect(withoutConversations(data, ({ id }) => id === 'a').pages).toEqual([page(), page(b)])
  expect(withoutConversations(data, ({ id }) => id === 'z')).toBe(data)
  expect(withoutConversations(undefined, () => true)).toBeUndefined()
})

test('a new title reaches the conversation that has it, and no other', () => {
  const [a, b] = [
    conversation('a', '2026-11-02T10:00:00.000Z'),
    conversation('b', '2026-11-01T10:00:00.000Z'),
  ]
  expect(withTitle(infinite(page(a, b)), 'b', 'New').pages).toEqual([page(a, { ...b, title: 'New' })])
})
