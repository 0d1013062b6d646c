import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { faultsOf, shapes } from '../../../../../test/openai-shapes.ts'
import { createOfflineEngine } from '../../../llm/offline/offline.ts'

const { send, signIn } = testApp(await anyDatabase(), {
  chat: { engine: { kind: 'offline' }, ask: createOfflineEngine({ pauseMs: 0 }) },
})
const { makeAgent, makeKey, call } = doorClient(send)
const ada = await signIn()
const { id: model } = await makeAgent(ada)
const { key } = await makeKey(ada)

/** Texts with what is hard to store, to send and to read. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', 'Hi'),
)
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }))
/** A part that is as clients send it, or mostly so. */
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: anything })
const part = mostly(
  fc.record(
    { type: mostly(fc.constantFrom('text', 'input_text', 'image_url', 'refusal')), text: mostly(text) },
    { requiredKeys: [] },
  ),
)
const toolCall = fc.record({
  id: mostly(text),
  type: mostly(fc.constant('function')),
  function: mostly(fc.record({ name: text, arguments: text })),
})
const message = fc.record(
  {
    role: mostly(fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool')),
    content: mostly(fc.oneof(text, fc.array(part, { maxLength: 3 }), fc.constant(null))),
    type: mostly(fc.constantFrom('message', 'function_call', 'function_call_output', 'reasoning')),
    tool_calls: mostly(fc.array(toolCall, { maxLength: 2 })),
    tool_call_id: text,
    call_id: text,
    name: text,
    arguments: text,
    output: mostly(text),
  },
  { requiredKeys: ['role', 'content'] },
)
const request = fc.record(
  {
    model: fc.oneof({ weight: 8, arbitrary: fc.constant(model) }, { weight: 1, arbitrary: text }),
    messages: mostly(fc.array(message, { maxLength: 5 })),
    input: mostly(fc.oneof(text, fc.array(message, { maxLength: 5 }))),
    instructions: mostly(text),
    stream: mostly(fc.boolean()),
    store: mostly(fc.boolean()),
    max_tokens: mostly(fc.integer({ min: -1, max: 10_000_000 })),
    tools: mostly(
      fc.array(mostly(fc.record({ type: fc.constant('function'), function: anything, name: text })), {
        maxLength: 2,
      }),
    ),
    metadata: anything,
  },
  { requiredKeys: ['model'] },
)

test.each(['/v1/chat/completions', '/v1/responses'])(
  'whatever %s is asked, it answers, or refuses in OpenAI’s shape',
  async (path) => {
    await fc.assert(
      fc.asyncProperty(request, async (json) => {
        const answer = await call(key, 'POST', path, json)
        const body = await answer.text()
        if (answer.status === 200) return
        expect([400, 404]).toContain(answer.status)
        expect(faultsOf(shapes.error, JSON.parse(body))).toEqual([])
      }),
    )
  },
)
