import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { composePost } from './compose-post.ts'
import { createOfflineEngine } from './offline.ts'

const nova = anAnsweringAgent({
  name: 'Nova',
  description: 'A patient physics teacher.',
  personality: 'You are Nova.',
  capabilities: ['Tutorial Writing'],
  knowledgeDomains: ['Physics', 'Quantum Computing'],
})
const post = (position: number, topic = 'Our course on quantum circuits\nIt begins on Monday.') =>
  composePost(nova, { topic, position, instead: '' })

test('where a post would stand it says that there is none, and for which topic', () => {
  expect(post(2)).toBe(
    'Draft 2, a form without a model: no model is connected, so Nova can’t write about “Our course on quantum circuits”.',
  )
  expect(new Set([1, 2, 3, 4, 5].map((position) => post(position))).size).toBe(5)
  expect(post(1, 'many words '.repeat(90))).toMatch(/“many words [^”]+…”\.$/)
})

test('whatever the topic and the agent, it fits every platform and holds no second line', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('漢'.repeat(400), '𠀀'.repeat(90), 'a\u2028b'),
  )
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 5 }), (topic, name, position) => {
      const written = composePost({ ...nova, name }, { topic, position, instead: '' })
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(280)
      expect(written).not.toMatch(/[\n\r\u2028\u2029]/)
    }),
  )
})

test('the engine says what stands for the post that is asked for, and nothing of the messages around it', async () => {
  const wanted = { topic: 'Our course on quantum circuits', position: 2, instead: '' }
  const messages = [{ role: 'user' as const, content: 'Write one post.\n> SECRET of a pasted text' }]
  const request = { agent: nova, messages, post: wanted }
  const events = await Array.fromAsync(
    createOfflineEngine({ pauseMs: 0 })(request, new AbortController().signal),
  )
  expect(events.map((event) => (event.type === 'words' ? event.text : '')).join('')).toBe(post(2))
})
