import { expect, test } from 'vitest'
import { newAgentSchema } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { copyName } from './copy-name.ts'

test('the duplicate of a duplicate says so, until the name is full', () => {
  expect(copyName('Ada')).toBe('Copy of Ada')
  expect(copyName(copyName('Ada'))).toBe('Copy of Copy of Ada')
  expect(copyName('x'.repeat(limits.agentName - 8))).toBe(`Copy of ${'x'.repeat(limits.agentName - 8)}`)
})

test.each([
  ['letters', 'x'.repeat(80), `Copy of ${'x'.repeat(71)}…`],
  ['surrogate pairs', `x${'🦊'.repeat(39)}`, `Copy of x${'🦊'.repeat(35)}…`],
  ['a family joined of seven code units and more', '👨‍👩‍👧‍👦'.repeat(7), `Copy of ${'👨‍👩‍👧‍👦'.repeat(6)}…`],
  ['letters with combining marks', 'e\u0301'.repeat(40), `Copy of ${'e\u0301'.repeat(35)}…`],
])('a full name of %s is never cut within a character, and is a name still', (_, name, copied) => {
  expect(copyName(name)).toBe(copied)
  expect(copied.length).toBeLessThanOrEqual(limits.agentName)
  expect(newAgentSchema.shape.name.parse(copied)).toBe(copied)
})
