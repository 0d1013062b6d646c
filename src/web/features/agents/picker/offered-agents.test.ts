import { expect, test } from 'vitest'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { offeredAgents } from './offered-agents.ts'

const recent = (id: string) => ({ id, name: `Entity ${id}`, imageUrl: `/${id}.webp` })
const listed = (id: string): AgentSummary => ({
  ...recent(id),
  description: 'Explains things.',
  capabilities: [],
  knowledgeDomains: [],
  pumpToken: null,
  category: 'quantum',
  owner: 'somebody',
  createdAt: '2026-11-01T00:00:00.000Z',
  isPublic: true,
  visibilityEnabled: true,
  upvotes: 0,
})

test('nobody that was talked with comes among the others as well', () => {
  const offered = offeredAgents([recent('b'), recent('mine')], [listed('a'), listed('b')], '')
  expect(offered.recent.map(({ id, category }) => [id, category])).toEqual([
    ['b', 'quantum'],
    ['mine', undefined],
  ])
  expect(offered.listed.map(({ id, category }) => [id, category])).toEqual([['a', 'quantum']])
})

test('a search leaves only those recent ones that have it in their name, whatever its case', () => {
  const offered = offeredAgents([recent('b'), recent('x')], [listed('b')], 'ENTITY B')
  expect(offered.recent.map(({ id }) => id)).toEqual(['b'])
  expect(offered.listed).toEqual([])
})

test('many recent ones never hide the public ones', () => {
  const many = Array.from({ length: 30 }, (_, index) => recent(`r${index}`))
  const offered = offeredAgents(many, [listed('r29'), listed('a')], '')
  expect(offered.recent.map(({ id }) => id)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  expect(offered.listed.map(({ id }) => id)).toEqual(['r29', 'a'])
})
