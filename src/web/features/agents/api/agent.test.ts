import { expect, test } from 'vitest'
import { agentKey } from './agent.ts'

test('an agent that an address names in capital letters is the same agent', () => {
  const id = '0c12b9f2-b0f0-4f6a-9c1e-5d6f7a8b9c0d'
  expect(agentKey(id.toUpperCase())).toEqual(agentKey(id))
})
