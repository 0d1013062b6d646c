import { expect, test } from 'vitest'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { usesBefore } from './used-here.tsx'

const none = { persona: 1, memory: 0, opening: 0, story: 0, turns: 0, recalled: 0, passages: 0, question: 1 }
const context = (more: Partial<Extract<ReplyPart, { kind: 'context' }>>): ReplyPart => ({
  ...{ kind: 'context', id: 1, revision: 1, window: 100, reserved: 10, used: none },
  ...{ facts: [], story: null, recalled: [] },
  ...more,
})

test.each([
  ['facts', { facts: ['fact'] }, true],
  ['a story', { story: 'story' }, true],
  ['messages that were found again', { recalled: ['message'] }, true],
  ['nothing of before', {}, false],
] as const)('whether a reply made with %s says so', (_, more, says) => {
  expect(usesBefore({ parts: [context({ ...more } as never)] })).toBe(says)
})

test('a reply of which nothing is known says nothing', () => {
  expect(usesBefore({})).toBe(false)
})
