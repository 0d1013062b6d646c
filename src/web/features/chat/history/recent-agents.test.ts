import { expect, test } from 'vitest'
import { recentAgents } from './recent-agents.ts'

const said = (agentId: string, agentAnswers = true) => ({
  id: crypto.randomUUID(),
  agentId,
  agentName: `Name of ${agentId}`,
  agentImageUrl: `/${agentId}.webp`,
  agentAnswers,
  title: 'About light',
  modelRef: null,
  state: 'finished' as const,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
})

test('agents come in the order in which they were last talked with, each once', () => {
  const conversations = [said('b'), said('a'), said('b'), said('c')]
  expect(recentAgents(conversations).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('an agent that answers no more is not offered', () => {
  expect(recentAgents([said('gone', false), said('a')])).toEqual([
    { id: 'a', name: 'Name of a', pictureUrl: '/a.webp' },
  ])
})
