import { expect, test } from 'vitest'
import { sampleAgents } from '../../server/domain/agents/samples.ts'
import { handleProblem, handleSchema } from './handles.ts'

test.each([
  ['night-owl'],
  ['abc'],
  ['3d_printer'],
  ['z'.repeat(32)],
  ['ada2'],
  ...sampleAgents.map(({ handle }) => [handle ?? '']),
])('%j can be a handle', (handle) => {
  expect(handleProblem(handle)).toBeNull()
})

test.each([
  ['ab'],
  ['a'.repeat(33)],
  ['Ada'],
  ['night owl'],
  ['-owl'],
  ['owl-'],
  ['öwl'],
  ['аda'],
  ['ad\u200ba'],
  ['a/b'],
  ['a.b'],
  ['admin'],
  ['adm1n'],
  ['ad-min'],
  ['sys_tem'],
  ['assistant'],
  ['openai'],
  ['find_agents'],
  ['0'.repeat(32)],
])('%j can not be a handle', (handle) => {
  expect(handleProblem(handle)).not.toBeNull()
})

test('a handle is taken as people write it, and an empty one is none', () => {
  expect(handleSchema.parse(' @Night-Owl ')).toBe('night-owl')
  for (const none of [null, '', ' ', '@']) expect(handleSchema.parse(none)).toBeNull()
  expect(handleSchema.safeParse('@@owl').success).toBe(false)
})
