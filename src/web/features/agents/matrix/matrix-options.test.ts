import { expect, test } from 'vitest'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { offeredTags } from './matrix-options.tsx'

const listed = (...lists: string[][]) => lists.map((capabilities) => ({ capabilities }) as AgentSummary)

test('the tags of most of the listed agents are offered, each once, and no more than fit a line', () => {
  expect(offeredTags(listed(['Debugging', 'Testing', 'Debugging'], ['Testing'], ['Cooking']))).toEqual([
    'Testing',
    'Debugging',
    'Cooking',
  ])
  expect(offeredTags(listed(Array.from({ length: 20 }, (_, index) => `Tag ${index}`)))).toHaveLength(8)
  expect(offeredTags([])).toEqual([])
})

test('what every agent of a category has is no tag', () => {
  expect(offeredTags(listed(['Neural Processing', 'Encryption', 'Chess']))).toEqual(['Chess'])
})
