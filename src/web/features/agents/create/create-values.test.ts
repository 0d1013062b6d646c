import { expect, test } from 'vitest'
import { categories, categoryCapabilities } from '../../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { type AgentTexts, emptyAgentTexts } from '../form/agent-values.ts'
import { checkCreateValues, toNewAgent } from './create-values.ts'

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
    expect(Object.keys(checkCreateValues({ ...filled, [field]: ' \n ' }))).toEqual([field])
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
