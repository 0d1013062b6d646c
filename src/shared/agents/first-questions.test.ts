import { expect, test } from 'vitest'
import { capabilityCatalogue } from './agent-catalogue.ts'
import {
  categories,
  categoryCapabilities,
  DEFAULT_ENTITY,
  DEFAULT_KNOWLEDGE_DOMAINS,
} from './agent-defaults.ts'
import { splitList } from './agent-fields.ts'
import { firstQuestions } from './first-questions.ts'

const general = [
  'What can you do for me?',
  'What should I tell you first?',
  'Show me an example of what you do.',
]

test('questions are about what the maker chose, the maker’s own words first', () => {
  expect(
    firstQuestions({
      capabilities: [...categoryCapabilities.neural, 'Code Review', 'Tide Tables'],
      knowledgeDomains: ['Lighthouses', 'Fog'],
    }),
  ).toEqual([
    'Show me an example of Tide Tables.',
    'Where do I start with Lighthouses?',
    'What can you do for me?',
  ])
})

test('two agents that differ have different questions', () => {
  const [one, other] = ['Statistics', 'Poetry'].map((domain) =>
    firstQuestions({ capabilities: ['Debugging'], knowledgeDomains: [domain] }),
  )
  expect(one).not.toEqual(other)
})

test.each(categories)('nothing is asked about what every %s agent has', (category) => {
  const capabilities = categoryCapabilities[category]
  const knowledgeDomains = splitList(DEFAULT_KNOWLEDGE_DOMAINS)
  expect(firstQuestions({ capabilities, knowledgeDomains })).toEqual(general)
})

test('nobody is asked how they can help with General Assistance', () => {
  expect(firstQuestions(DEFAULT_ENTITY)).toEqual(general)
})

test.each(capabilityCatalogue.flatMap((group) => group.capabilities))(
  'the capability %s of the catalogue has a question of its own',
  (capability) => {
    const [question] = firstQuestions({ capabilities: [capability], knowledgeDomains: [] })
    expect(question).not.toContain('Show me an example of')
    expect(question).not.toBe(general[0])
  },
)
