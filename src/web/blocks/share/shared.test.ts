import { expect, test } from 'vitest'
import { sharedAgent } from './shared.ts'

const agent = { id: 'a', name: 'Meridian', isPublic: true, visibilityEnabled: true }

test('an agent is shared with who can open it, and one that was taken down is not', () => {
  expect(sharedAgent(agent)?.about).toMatch(/^Anyone with the link/)
  expect(sharedAgent({ ...agent, moderation: 'unlisted' })?.path).toBe('/chat/a')
  expect(sharedAgent({ ...agent, moderation: 'down' })).toBeNull()
})
