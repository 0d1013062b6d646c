import { expect, test } from 'vitest'
import { personalityPresets } from '../../../../shared/agents/agent-catalogue.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import {
  checkOlderCreateForm,
  emptyOlderCreateValues,
  type OlderCreateValues,
  toDraftAgent,
} from './older-create-values.ts'

const mint = 'So11111111111111111111111111111111111111112'
const filled: WithFile<OlderCreateValues> = {
  ...emptyOlderCreateValues,
  name: 'Corvid',
  category: 'synthetic',
  description: 'Collects bright things.',
  customInstructions: 'Be brief.',
  imageUrl: 'https://example.com/a.png',
  file: null,
}

// §5.9, §5.10, §5.11, §5.12
test('an untouched form names all that is missing, in the words of the specification', () => {
  expect(checkOlderCreateForm({ ...emptyOlderCreateValues, file: null })).toEqual({
    name: 'Name is required.',
    category: 'Choose one of the four categories.',
    description: 'Please provide a description for your agent',
    customInstructions: 'Please provide custom instructions for your agent',
    imageUrl: 'Please provide an image for your agent',
  })
  expect(checkOlderCreateForm(filled)).toEqual({})
})

test.each([' ', '\n\t', '\u200b', '\u00a0\u2060'])('blank text (%j) counts as missing', (blank) => {
  expect(
    checkOlderCreateForm({
      ...filled,
      description: blank,
      customInstructions: blank,
      imageUrl: blank.trim() === '' ? blank : '',
    }),
  ).toMatchObject({
    description: 'Please provide a description for your agent',
    customInstructions: 'Please provide custom instructions for your agent',
    imageUrl: 'Please provide an image for your agent',
  })
  expect(Object.keys(checkOlderCreateForm({ ...filled, personality: blank }))).toEqual(['personality'])
})

test('a file is an image, too', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' })
  expect(checkOlderCreateForm({ ...filled, imageUrl: '', file })).toEqual({})
})

test.each([
  ['name', 'x'.repeat(limits.agentName + 1)],
  ['description', 'x'.repeat(limits.agentDescription + 1)],
  ['personality', 'x'.repeat(limits.personality + 1)],
  ['customInstructions', 'x'.repeat(limits.customInstructions + 1)],
  ['capabilities', `short, ${'x'.repeat(limits.listItem + 1)}`],
  ['capabilities', Array.from({ length: limits.listItems + 1 }, (_, index) => `skill ${index}`).join()],
  ['knowledgeDomains', Array.from({ length: limits.listItems + 1 }, (_, index) => `domain ${index}`).join()],
  ['imageUrl', 'http://example.com/a.png'],
  ['pumpToken', 'not a mint'],
  ['pumpToken', mint.slice(0, -3)],
  ['pumpToken', mint.replace('o', '0')],
] as const)('%s over its limit or in a wrong form is said at that field alone: %#', (field, value) => {
  expect(Object.keys(checkOlderCreateForm({ ...filled, [field]: value }))).toEqual([field])
})

// §4.13
test('decision 9: the agent of the form is a draft, with the parts of its personality', () => {
  const values = {
    ...filled,
    tone: 'humorous' as const,
    capabilities: ' Data Analysis ,, Debugging,',
    knowledgeDomains: 'Nests',
    pumpToken: ` ${mint} `,
  }
  expect(toDraftAgent(values, filled.imageUrl)).toEqual({
    name: 'Corvid',
    category: 'synthetic',
    description: 'Collects bright things.',
    personality: personalityPresets[0]?.prompt,
    tone: 'humorous',
    customInstructions: 'Be brief.',
    capabilities: ['Data Analysis', 'Debugging'],
    knowledgeDomains: ['Nests'],
    imageUrl: 'https://example.com/a.png',
    pumpToken: mint,
    model: null,
    tools: null,
    isPublic: false,
    visibilityEnabled: true,
  })
})

// §3.30
test('lists may be left empty and a token left out; the tone is professional unless another is chosen', () => {
  expect(toDraftAgent({ ...filled, capabilities: ' , ' }, filled.imageUrl)).toMatchObject({
    tone: 'professional',
    capabilities: ['General Assistance'],
    knowledgeDomains: ['General Knowledge'],
    pumpToken: null,
  })
})
