import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newReply } from '../../../../shared/chat/messages.ts'
import type { Turn } from '../conversation/conversation.ts'
import { type ContextPart, contextOf } from './context-of.ts'
import { percentFull, sharesOf } from './context-shares.ts'

const nothing = {
  persona: 0,
  memory: 0,
  opening: 0,
  story: 0,
  turns: 0,
  recalled: 0,
  passages: 0,
  question: 0,
}
const part = (more: Partial<ContextPart> = {}): ContextPart => ({
  ...{ kind: 'context', id: 1, revision: 1, window: 1_000, reserved: 200, used: nothing },
  ...{ facts: [], story: null, recalled: [] },
  ...more,
})

const reversed = Object.fromEntries(Object.entries(nothing).reverse()) as typeof nothing

test('the shares say what takes how much of the window, in the order of a prompt, and what takes nothing is left out', () => {
  const shares = sharesOf(part({ used: { ...reversed, persona: 100, turns: 320 } }))
  expect(shares).toEqual([
    { kind: 'persona', percent: 10 },
    { kind: 'turns', percent: 32 },
    { kind: 'reserved', percent: 20 },
    { kind: 'free', percent: 38 },
  ])
  expect(percentFull(shares)).toBe(62)
})

test('all shares are one whole, even where the estimate is beyond the window', () => {
  const tokens = fc.nat(5_000)
  const used = fc.record(Object.fromEntries(Object.keys(nothing).map((kind) => [kind, tokens])))
  fc.assert(
    fc.property(used, tokens, tokens, (taken, window, reserved) => {
      const shares = sharesOf(part({ used: taken as typeof nothing, window, reserved }))
      const sum = shares.reduce((percents, { percent }) => percents + percent, 0)
      expect(sum).toBeCloseTo(shares.length === 0 ? 0 : 100)
      expect(percentFull(shares)).toBeLessThanOrEqual(100)
    }),
  )
})

test('the gauge shows the newest reply, and the one before until the newest has begun', () => {
  const createdAt = '2026-11-21T14:02:00.000Z'
  const turn = (number: number, parts: ContextPart[], state: 'running' | 'finished'): Turn => ({
    question: { id: `q${number}`, parentId: null, number, createdAt, role: 'user', content: 'Why?' },
    reply: { ...newReply({ id: `r${number}`, parentId: `q${number}`, number, createdAt }), state, parts },
    questions: { index: 0, ids: [] },
    replies: { index: 0, ids: [] },
    failure: null,
  })
  const [older, newer] = [part({ window: 1 }), part({ window: 2 })]
  const before = turn(1, [older], 'finished')
  expect(contextOf({ turns: [before, turn(2, [newer], 'finished')] })).toBe(newer)
  expect(contextOf({ turns: [before, turn(2, [], 'running')] })).toBe(older)
  expect(contextOf({ turns: [before, turn(2, [], 'finished')] })).toBeNull()
  expect(contextOf({ turns: [] })).toBeNull()
})
