import { expect, test } from 'vitest'
import { chatCompletionSchema } from './chat-schemas.ts'
import { responseRequestSchema } from './responses-schemas.ts'

test('the id of a call comes back however long its model server made it', () => {
  const id = `call_1__thought__${'x'.repeat(4_000)}`
  const call = { name: 'look', arguments: '{}' }
  const messages = [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: 'A lamp' },
  ]
  expect(chatCompletionSchema.safeParse({ model: 'ada', messages }).error).toBeUndefined()
  const input = [
    { type: 'function_call', call_id: id, ...call },
    { type: 'function_call_output', call_id: id, output: 'A lamp' },
  ]
  expect(responseRequestSchema.safeParse({ model: 'ada', input }).error).toBeUndefined()
})
