import { expect, test } from 'vitest'
import { limits } from '../common/limits.ts'
import { splitList } from './agent-fields.ts'
import { isImageData } from './agent-images.ts'
import { agentChangesSchema, newAgentSchema } from './agents.ts'
import { joinPersonality } from './personality.ts'

const base = {
  name: 'Ada',
  description: 'Explains.',
  category: 'neural',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
}

// §5.14
test('section 5: a list is split on commas and trimmed; blank items fall away', () => {
  expect(splitList(' Neural Processing, Quantum Computing ,,\n, x ')).toEqual([
    'Neural Processing',
    'Quantum Computing',
    'x',
  ])
  expect(splitList(' , ')).toEqual([])
})

// §5.15
test('section 5: the personality is its parts joined; what was not given leaves nothing behind', () => {
  expect(joinPersonality({ personality: ' You are Ada. ' })).toBe('You are Ada.')
  expect(joinPersonality({ personality: 'You are Ada.', tone: 'casual', customInstructions: ' \n' })).toBe(
    'You are Ada.\n\nSpeak in a casual tone.',
  )
  expect(joinPersonality({ personality: 'A', tone: 'humorous', customInstructions: 'B' })).toBe(
    'A\n\nSpeak in a humorous tone.\n\nB',
  )
})

test('the longest parts, joined, can be edited as a whole', () => {
  const personality = joinPersonality({
    personality: 'x'.repeat(limits.personality),
    tone: 'professional',
    customInstructions: 'y'.repeat(limits.customInstructions),
  })
  expect(agentChangesSchema.safeParse({ personality }).success).toBe(true)
})

test('texts are taken trimmed', () => {
  const parsed = newAgentSchema.parse({ ...base, name: '\u00a0 Ada\n', capabilities: [' Explaining '] })
  expect([parsed.name, parsed.capabilities]).toEqual(['Ada', ['Explaining']])
})

// §3.3
test.each([
  'https://example.com/a.png',
  'HTTPS://EXAMPLE.COM',
  'https://example.com:8443/a b'.replace(' ', '%20'),
  'https://bücher.example/?q=1#x',
  '/images/default.webp',
  '/images/samples/meridian.webp',
  `/images/${'0a'.repeat(32)}.webp`,
  'data:image/avif;base64,AAAA',
])('an image can be %s', (imageUrl) => {
  expect(newAgentSchema.safeParse({ ...base, imageUrl }).success).toBe(true)
})

test.each([
  '',
  'http://example.com/a.png',
  '//example.com/a.png',
  'ftp://example.com/a.png',
  'javascript:alert(1)',
  'https://',
  'https://localhost/a.png',
  'https://user:password@example.com/',
  'https://example.com\\@evil.example/',
  'https://example.com/a\u0000b',
  'https://example.com/\u202egnp.exe',
  ' https://example.com/a.png',
  '/images/../secret.webp',
  '/images/samples/../../x.webp',
  'data:image/svg+xml;base64,AAAA',
  'data:image/png,AAAA',
  'data:image/png;base64,',
  'data:image/png;base64,AA===',
  'data:image/png;base64,AA AA',
  'DATA:text/html;base64,AAAA',
  'blob:https://example.com/1',
])('an image cannot be %j', (imageUrl) => {
  expect(newAgentSchema.safeParse({ ...base, imageUrl }).success).toBe(false)
})

test('an embedded image of many megabytes is looked through without trouble', () => {
  const data = `data:image/png;base64,${'A'.repeat(20_000_000)}`
  expect([isImageData(data), isImageData(`${data}==`), isImageData(`${data}<`)]).toEqual([true, true, false])
})
