import { expect, test } from 'vitest'
import { anAgent } from '../../../../../test/an-agent.ts'
import { DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../../shared/common/limits.ts'
import {
  changesBetween,
  checkChanges,
  checkDraft,
  draftOf,
  type EditValues,
  editValuesOf,
  hasChanges,
  valuesSince,
} from './edit-values.ts'

const agent = anAgent({
  name: 'Palisade',
  category: 'security',
  description: 'Reads your threat model.',
  personality: 'You are an attacker by trade.',
  capabilities: ['Threat Detection', 'Encryption, at rest'],
  knowledgeDomains: ['Security'],
  pumpToken: 'So11111111111111111111111111111111111111112',
})
const before = editValuesOf(agent)
const changed = (values: Partial<EditValues>) => changesBetween(before, { ...before, ...values })

test('what was not touched is not sent, even a list item with a comma of its own', () => {
  expect(changed({})).toEqual({})
  expect(changed({ name: 'Bastion' })).toEqual({ name: 'Bastion' })
})

// §1.8
test('lists are split, a removed image is the default one, and an emptied token is none', () => {
  expect(changed({ capabilities: ' a,, b ' })).toEqual({ capabilities: ['a', 'b'] })
  expect(changesBetween({ ...before, imageUrl: 'https://example.com/a.png' }, before)).toEqual({
    imageUrl: DEFAULT_IMAGE_URL,
  })
  expect(changed({ pumpToken: ' ' })).toEqual({ pumpToken: null })
})

test('a fault is said at its field, and no change at all is no fault', () => {
  expect(checkChanges({})).toEqual({})
  expect(Object.keys(checkChanges(changed({ name: ' ', description: 'fine' })))).toEqual(['name'])
  expect(Object.keys(checkChanges(changed({ capabilities: ',' })))).toEqual(['capabilities'])
  expect(
    Object.keys(checkChanges(changed({ knowledgeDomains: `a, ${'x'.repeat(limits.listItem + 1)}` }))),
  ).toEqual(['knowledgeDomains'])
  expect(Object.keys(checkChanges(changed({ imageUrl: 'http://example.com/a.png' })))).toEqual(['imageUrl'])
  expect(Object.keys(checkChanges(changed({ pumpToken: 'not a mint' })))).toEqual(['pumpToken'])
})

test('a personality that the create form joined fits the edit form', () => {
  const joined = 'x'.repeat(limits.joinedPersonality)
  expect(checkChanges(changed({ personality: joined }))).toEqual({})
  expect(Object.keys(checkChanges(changed({ personality: `${joined}x` })))).toEqual(['personality'])
})

test('what goes into replies is what it would be once saved, and nothing else of the form stands in its way', () => {
  const draft = draftOf(agent, { ...before, personality: 'You are a guard.', pumpToken: 'no token' })
  expect(draft).toEqual({
    name: 'Palisade',
    description: 'Reads your threat model.',
    personality: 'You are a guard.',
    // Unchanged, so its comma is not a separator.
    capabilities: ['Threat Detection', 'Encryption, at rest'],
    knowledgeDomains: ['Security'],
    model: null,
    tools: null,
  })
  expect(checkDraft(draft)).toEqual({})
  expect(draftOf(agent, { ...before, capabilities: ' Riddling, ,Rhyming' }).capabilities).toEqual([
    'Riddling',
    'Rhyming',
  ])
})

test('a draft that could not be saved is told field by field', () => {
  const values = {
    ...before,
    name: ' ',
    capabilities: ',',
    knowledgeDomains: 'x'.repeat(limits.listItem + 1),
  }
  expect(checkDraft(draftOf(agent, values))).toEqual({
    name: 'Name is required.',
    capabilities: 'Give at least one capability.',
    knowledgeDomains: 'Knowledge domain can have at most 60 characters.',
  })
})

test('what an earlier try saved is known again, in whatever order the database gives the keys of a choice', () => {
  const changes = changed({
    name: 'Bastion',
    capabilities: 'a, b',
    model: '{"ref":"near/plain","temperature":0.5,"length":null,"effort":null}',
  })
  const model = { ref: 'near/plain', effort: null, length: null, temperature: 0.5 }
  const saved = { ...agent, name: 'Bastion', capabilities: ['a', 'b'], model }
  expect(hasChanges(saved, changes)).toBe(true)
  expect(hasChanges({ ...saved, model: { ...model, temperature: 0.6 } }, changes)).toBe(false)
  expect(hasChanges({ ...saved, capabilities: ['b', 'a'] }, changes)).toBe(false)
})

test('of a form that was sent only what was typed or chosen since is left over', () => {
  const [portrait, other] = [new File(['p'], 'p.png'), new File(['o'], 'o.png')]
  const sent = { ...before, name: ' Bastion ', file: portrait }
  const saved = anAgent({
    ...agent,
    name: 'Bastion',
    imageUrl: '/api/images/p.webp',
    description: 'By another.',
  })
  const now = { ...editValuesOf(saved), name: ' Bastion ', file: portrait }
  expect(valuesSince(sent, sent, saved)).toBeUndefined()
  expect(valuesSince(sent, now, saved)).toBeUndefined()
  expect(valuesSince(sent, { ...now, personality: 'You wait.' }, saved)).toEqual({
    ...editValuesOf(saved),
    personality: 'You wait.',
    file: null,
  })
  expect(valuesSince(sent, { ...now, file: other }, saved)?.file).toBe(other)
})
