import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { composePost } from './compose-post.ts'
import { createOfflineEngine } from './offline.ts'

const nova = {
  name: 'Nova',
  description: 'A patient physics teacher.',
  personality: 'You are Nova.',
  capabilities: ['Tutorial Writing'],
  knowledgeDomains: ['Physics', 'Quantum Computing'],
}
const post = (position: number, instead = '', topic = 'Our course on quantum circuits') =>
  composePost(nova, { topic, position, instead })

test('a post begins as its topic does, and names the field of the agent that bears on it', () => {
  expect(post(1)).toMatch(/^Our course on quantum circuits\. /)
  expect(post(1)).toContain('Quantum Computing')
  expect(post(1)).toBe(post(1))
  expect(post(1, '', 'Why is the sky blue?\nExplain it to a child.')).toMatch(
    /^Why is the sky blue\? [^\n]+$/,
  )
  expect(post(1, '', 'many words '.repeat(90))).toMatch(/^(many words ){5,}many words… The main/)
})

test('five posts are five, and one that replaces another is another', () => {
  const posts = [1, 2, 3, 4, 5].map((position) => post(position))
  expect(new Set(posts).size).toBe(5)
  const replaced = posts.map((instead, index) => post(index + 1, instead))
  expect(new Set([...posts, ...replaced]).size).toBe(10)
  expect(replaced.map((instead, index) => post(index + 1, instead))).toEqual(posts)
  expect(post(1, `${posts[0]} And more.`)).toBe(replaced[0])
})

test('whatever the topic and the agent, a post fits every platform and holds no second line', () => {
  const list = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 3 })
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('漢'.repeat(400), '𠀀'.repeat(90)))
  fc.assert(
    fc.property(text, list, fc.integer({ min: 1, max: 5 }), text, (topic, domains, position, instead) => {
      const agent = { ...nova, knowledgeDomains: domains.map((domain) => domain.replace(/\s/g, ' ')) }
      const written = composePost(agent, { topic, position, instead })
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(280)
      expect(written).not.toContain('\n')
    }),
  )
})

test('the engine writes the post that is asked for, and nothing of the messages around it', async () => {
  const wanted = { topic: 'Our course on quantum circuits', position: 2, instead: '' }
  const messages = [{ role: 'user' as const, content: 'Write one post.\n> SECRET of a pasted text' }]
  const request = { agent: nova, messages, post: wanted }
  const events = await collect(createOfflineEngine({ pauseMs: 0 })(request, new AbortController().signal))
  expect(events.map((event) => (event.type === 'words' ? event.text : '')).join('')).toBe(post(2))
})
