import { expect, test } from 'vitest'
import { NOBODY } from '../../../domain/doors/door-questions.ts'
import type { CallerContext } from '../../context.ts'
import { callerAndAgent } from './ask-door.ts'

test('an agent that is named by its id is the same in either case of letters', async () => {
  const id = '6a2f41a3-c54c-4de4-9f5b-0c1d2e3f4a5b'
  const context = { var: { caller: NOBODY } } as CallerContext
  const doors = {} as Parameters<typeof callerAndAgent>[1]
  expect(await callerAndAgent(context, doors, id.toUpperCase())).toEqual({ caller: NOBODY, agentId: id })
})
