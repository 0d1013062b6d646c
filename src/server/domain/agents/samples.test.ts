import { expect, test } from 'vitest'
import { categories, categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import { agentSchema, newAgentSchema } from '../../../shared/agents/agents.ts'
import { handleSchema } from '../../../shared/agents/handles.ts'
import { SYSTEM_ADDRESS, sampleAgents } from './samples.ts'

// §3.10
test('there are twelve, three of each category', () => {
  const counts = categories.map(
    (category) => sampleAgents.filter((agent) => agent.category === category).length,
  )
  expect(counts).toEqual([3, 3, 3, 3])
})

test('no two share an id, a name or a picture', () => {
  for (const field of ['id', 'handle', 'name', 'imageUrl'] as const)
    expect(new Set(sampleAgents.map((agent) => agent[field])).size, field).toBe(sampleAgents.length)
})

test.each(sampleAgents)(
  '$name keeps every rule that a new agent must keep',
  ({ owner, handle, ...agent }) => {
    expect(handleSchema.parse(handle)).toBe(handle)
    expect(newAgentSchema.parse(agent)).toEqual(agent)
    expect(owner).toBe(SYSTEM_ADDRESS)
    const since = {
      pictureUrl: agent.imageUrl,
      upvotes: 0,
      allowsCopies: false,
      upvoted: false,
      favourite: false,
      version: 1,
      documents: 0,
    }
    const stored = {
      ...agent,
      handle,
      owner,
      ownerName: null,
      ...since,
      createdAt: new Date(0).toISOString(),
    }
    expect(agentSchema.parse(stored)).toEqual(stored)
  },
)

test.each(sampleAgents)('$name is listed and answers', (agent) => {
  expect(agent).toMatchObject({ isPublic: true, visibilityEnabled: true, pumpToken: null })
})

test.each(sampleAgents)('$name can do what its category can, and one or two things of its own', (agent) => {
  const ofCategory = categoryCapabilities[agent.category]
  expect(agent.capabilities.slice(0, 3)).toEqual(ofCategory)
  expect(agent.capabilities.length).toBeGreaterThan(3)
  expect(agent.capabilities.length).toBeLessThanOrEqual(5)
  expect(new Set(agent.capabilities).size).toBe(agent.capabilities.length)
})

test.each(sampleAgents)('$name introduces itself by name and has enough to steer a model', (agent) => {
  expect(agent.personality.startsWith(`You are ${agent.name}, `)).toBe(true)
  const sentences = agent.personality.split(/(?<=[.!?])\s+/)
  expect(sentences.length).toBeGreaterThanOrEqual(8)
  expect(sentences.length).toBeLessThanOrEqual(15)
  expect(agent.knowledgeDomains.length).toBeGreaterThanOrEqual(3)
  expect(agent.knowledgeDomains.length).toBeLessThanOrEqual(5)
})

test.each(sampleAgents)('the description of $name fits on a card', (agent) => {
  expect(agent.description.length).toBeLessThanOrEqual(160)
})
