import { expect, test } from 'vitest'
import { categories, categoryCapabilities } from '../../../../shared/agents/agent-defaults.ts'
import { tryOutSchema } from '../../../../shared/chat/try-out.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { type AgentTexts, emptyAgentTexts } from '../form/agent-values.ts'
import { checkCreateValues, checkSoFar, draftSoFar, toNewAgent } from './create-values.ts'

const filled: AgentTexts = {
  ...emptyAgentTexts,
  name: 'Meridian',
  category: 'neural',
  description: 'Finds the pattern.',
  personality: 'You are a careful reader.',
  customInstructions: 'Be brief.',
}

// §5.16
test('the form starts with the knowledge domains of the specification and asks for all the rest', () => {
  expect(Object.keys(checkCreateValues(emptyAgentTexts)).sort()).toEqual([
    'category',
    'customInstructions',
    'description',
    'name',
    'personality',
  ])
  expect(checkCreateValues(filled)).toEqual({})
})

// §5.16
test.each(['name', 'description', 'personality', 'customInstructions', 'knowledgeDomains'] as const)(
  '%s of nothing but blanks is missing',
  (field) => {
    for (const blanks of [' \n ', '\u200b'])
      expect(Object.keys(checkCreateValues({ ...filled, [field]: blanks }))).toEqual([field])
  },
)

test.each([
  ['name', 'x'.repeat(limits.agentName + 1)],
  ['description', 'x'.repeat(limits.agentDescription + 1)],
  ['personality', 'x'.repeat(limits.personality + 1)],
  ['customInstructions', 'x'.repeat(limits.customInstructions + 1)],
  ['knowledgeDomains', `short, ${'x'.repeat(limits.listItem + 1)}`],
  ['knowledgeDomains', Array.from({ length: limits.listItems + 1 }, (_, index) => `domain ${index}`).join()],
  ['imageUrl', 'http://example.com/a.png'],
  ['imageUrl', 'javascript:alert(1)'],
] as const)('%s over its limit or in a wrong form is said at that field alone: %#', (field, value) => {
  expect(Object.keys(checkCreateValues({ ...filled, [field]: value }))).toEqual([field])
})

// §1.8, §4.11, §4.12, §5.20
test('the agent of the form is public and visible, and its category decides what it can do', () => {
  for (const category of categories) {
    const agent = toNewAgent({ ...filled, category, knowledgeDomains: ' a ,, b,' }, '')
    expect(agent).toEqual({
      name: 'Meridian',
      category,
      description: 'Finds the pattern.',
      personality: 'You are a careful reader.',
      customInstructions: 'Be brief.',
      capabilities: categoryCapabilities[category],
      knowledgeDomains: ['a', 'b'],
      model: null,
      tools: null,
      isPublic: true,
      visibilityEnabled: true,
    })
  }
})

// §5.19
test('an image is sent only where there is one', () => {
  expect(toNewAgent(filled, '')).not.toHaveProperty('imageUrl')
  expect(toNewAgent(filled, 'https://example.com/a.png').imageUrl).toBe('https://example.com/a.png')
})

test('an agent can be tried out from the first letter of its name on, with what is typed and no more', () => {
  expect(checkSoFar(emptyAgentTexts)).toEqual({ name: 'Name is required.' })
  const first = { ...emptyAgentTexts, name: 'M' }
  expect(checkSoFar(first)).toEqual({})
  expect(draftSoFar(first)).toEqual({
    name: 'M',
    description: 'M',
    personality: 'You are M.',
    capabilities: ['General Assistance'],
    knowledgeDomains: ['Neural Processing', 'Quantum Computing', 'Machine Learning'],
    model: null,
    tools: null,
  })
  const described = { ...first, description: ' Finds the pattern. ', knowledgeDomains: ' , ' }
  expect(draftSoFar(described)).toMatchObject({
    personality: 'You are M. Finds the pattern.',
    knowledgeDomains: ['General Knowledge'],
  })
  for (const values of [first, described, filled])
    expect(tryOutSchema.shape.draft.parse(draftSoFar(values))).toEqual(draftSoFar(values))
})

test('what is typed wrongly keeps an agent from being tried out, and what is only missing does not', () => {
  const wrong = { ...emptyAgentTexts, name: 'M', personality: 'x'.repeat(limits.personality + 1) }
  expect(Object.keys(checkSoFar(wrong))).toEqual(['personality'])
})

test('a described agent is tried out as it would be made', () => {
  expect(draftSoFar(filled)).toEqual({
    name: 'Meridian',
    description: 'Finds the pattern.',
    personality: 'You are a careful reader.\n\nBe brief.',
    capabilities: categoryCapabilities.neural,
    knowledgeDomains: ['Neural Processing', 'Quantum Computing', 'Machine Learning'],
    model: null,
    tools: null,
  })
})
