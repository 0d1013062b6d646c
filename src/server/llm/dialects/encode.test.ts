import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import type { Dialect } from '../../../shared/models/own-keys.ts'
import type { ModelMessage, ModelRequest } from '../provider.ts'
import type { EncodeOptions } from './protocol.ts'
import { protocols } from './protocols.ts'

const agent = anAnsweringAgent({ name: 'Nova' })
const [system, question]: ModelMessage[] = [
  { role: 'system', content: 'You are Nova.' },
  { role: 'user', content: 'What is light?' },
]
const tools = [
  {
    type: 'function',
    function: { name: 'weather', description: 'Tells it.', parameters: { properties: {} } },
  },
]

function encode(dialect: Dialect, request: Partial<ModelRequest> = {}, options: Partial<EncodeOptions> = {}) {
  const messages = [system, question] as ModelMessage[]
  return protocols[dialect].encode({
    model: { chat: 'gpt-4-turbo-preview', responses: 'gpt-5.6', messages: 'claude-opus-5' }[dialect],
    request: { agent, messages, ...request },
    ...{ withPictures: true, without: new Set(), thinks: null, windowTokens: undefined, asksUsage: false },
    carryOf: ({ carry }) => carry?.bytes ?? null,
    ...options,
  })
}

// §7.2, §9.2, §9.3, §9.4, §9.5
test('chat completions are asked exactly as the specification says', () => {
  expect(encode('chat').body).toEqual({
    model: 'gpt-4-turbo-preview',
    messages: [system, question],
    temperature: 0.85,
    max_tokens: 1000,
    presence_penalty: 0.7,
    frequency_penalty: 0.4,
    stream: true,
  })
})

test('Responses keep nothing there, and give the reasoning back in its encrypted form', () => {
  expect(
    encode('responses', { effort: 'low', offered: { tools, choice: 'required', parallel: false } }).body,
  ).toEqual({
    model: 'gpt-5.6',
    instructions: 'You are Nova.',
    input: [question],
    store: false,
    include: ['reasoning.encrypted_content'],
    max_output_tokens: 5_000,
    temperature: 0.85,
    stream: true,
    reasoning: { effort: 'low', summary: 'auto' },
    tools: [
      {
        ...{ type: 'function', name: 'weather', description: 'Tells it.', strict: false },
        parameters: { type: 'object', properties: {} },
      },
    ],
    tool_choice: 'required',
    parallel_tool_calls: false,
  })
})

test('Messages are asked to think as they do, within a limit that has room for it', () => {
  const long = { role: 'system', content: 'Know this. '.repeat(500) } as const
  expect(
    encode('messages', {
      ...{ effort: 'high', maxTokens: 300, stop: ['END'], temperature: 1.4 },
      messages: [long, question as ModelMessage],
      offered: { tools, parallel: false },
    }).body,
  ).toEqual({
    model: 'claude-opus-5',
    max_tokens: 16_300,
    system: long.content,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is light?' }] }],
    temperature: 1,
    stream: true,
    stop_sequences: ['END'],
    cache_control: { type: 'ephemeral' },
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'high' },
    tools: [
      {
        name: 'weather',
        description: 'Tells it.',
        input_schema: { type: 'object', properties: {} },
      },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  })
})

test('what a model does not take is left out or changed', () => {
  const without = (...refused: string[]) => ({ without: new Set(refused) as EncodeOptions['without'] })
  const { body: chat } = encode('chat', { effort: 'high', offered: { tools } }, without('effort_with_tools'))
  expect(chat.reasoning_effort).toBe('none')
  const neither = without('effort_with_tools', 'effort_none')
  expect(encode('chat', { effort: 'high', offered: { tools } }, neither).body).not.toHaveProperty(
    'reasoning_effort',
  )
  const { body: messages } = encode('messages', { effort: 'none' }, without('effort_none'))
  expect(messages).toMatchObject({ output_config: { effort: 'low' }, max_tokens: 5_000 })
  expect(messages).not.toHaveProperty('thinking')
  const { body: responses } = encode('responses', { effort: 'none' }, without('effort_none', 'temperature'))
  expect(responses.reasoning).toEqual({ effort: 'low', summary: 'auto' })
  expect(responses).not.toHaveProperty('temperature')
  expect(encode('messages', {}, without('room')).body.max_tokens).toBe(1_000)
  expect(encode('messages', {}, { windowTokens: 8_000 }).body.max_tokens).toBe(3_000)
})

const called = (carry: unknown): ModelMessage[] => [
  question as ModelMessage,
  {
    role: 'assistant',
    content: 'Let me look.',
    calls: [
      { id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { id: 'b:1', name: 'weather', arguments: '{"city":' },
    ],
    ...(carry !== undefined && {
      carry: { provider: 'p', model: 'm', dialect: 'chat', bytes: JSON.stringify(carry) },
    }),
  },
  { role: 'tool', content: 'Rain.', callId: 'a' },
  { role: 'tool', content: 'Sun.', callId: 'b:1' },
]

test.each(['messages', 'responses'] as const)(
  '%s are sent each id of a call once, whatever models gave',
  (dialect) => {
    const step: ModelMessage[] = [
      { role: 'assistant', content: '', calls: [{ id: 'call_1', name: 'weather', arguments: '{}' }] },
      { role: 'tool', content: 'Rain.', callId: 'call_1' },
    ]
    const { body } = encode(dialect, { messages: [question as ModelMessage, ...step, ...step] })
    const found = [...JSON.stringify(body).matchAll(/"(?:id|call_id|tool_use_id)":"(\w+)"/g)]
    expect(found.map(([, id]) => id)).toEqual(['call_1', 'call_1', 'call_1_2', 'call_1_2'])
  },
)

test('what a model sent stands again where it stood, before the words and calls that followed it', () => {
  const [first, second] = [
    { type: 'reasoning', id: 'rs_1' },
    { type: 'reasoning', id: 'rs_2' },
  ]
  const { body } = encode('responses', { messages: called([first, 'words', second, 'call', 'call']) })
  const items = body.input as Record<string, unknown>[]
  expect(items.map(({ type, role, call_id, id }) => id ?? call_id ?? type ?? role)).toEqual([
    'user',
    'rs_1',
    'assistant',
    'rs_2',
    'a',
    'b_1',
    'a',
    'b_1',
  ])
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' }
  const { body: asked } = encode('messages', {
    messages: called([thought, 'words', 'call', 'call']),
    offered: { tools },
  })
  expect((asked.messages as { content: object[] }[])[1]?.content).toEqual([
    thought,
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Oslo' } },
    // What is no JSON is shown as it was written.
    { type: 'tool_use', id: 'b_1', name: 'weather', input: { arguments: '{"city":' } },
  ])
})

test('of a turn that is over, Messages get no thoughts back, and chat completions all that its calls need', () => {
  const later: ModelMessage[] = [
    { role: 'assistant', content: 'Rain.' },
    { role: 'user', content: 'Really?' },
  ]
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' }
  const { body } = encode('messages', { messages: [...called([thought, 'words', 'call', 'call']), ...later] })
  expect(JSON.stringify(body)).not.toContain('signature')
  // What was called is known to it, though it can't be called now.
  expect(body).toMatchObject({ tools: [{ name: 'weather' }], tool_choice: { type: 'none' } })
  const carry = { reasoning_content: 'Hm.', calls: [{ google: { thought_signature: 's' } }, null] }
  const { body: chat } = encode('chat', { messages: [...called(carry), ...later] })
  expect((chat.messages as object[])[1]).toMatchObject({
    reasoning_content: 'Hm.',
    tool_calls: [{ id: 'a', extra_content: { google: { thought_signature: 's' } } }, { id: 'b:1' }],
  })
})

describe.each(['chat', 'responses', 'messages'] as const)('%s', (dialect) => {
  const turn = fc.record({
    said: fc.string({ minLength: 1 }).map((text) => `a${text}`),
    answered: fc.string({ minLength: 1 }).map((text) => `b${text}`),
    calls: fc.boolean(),
    carries: fc.boolean(),
  })
  const carried = {
    chat: { reasoning_content: 'Hm.' },
    responses: [{ type: 'reasoning' }, 'call'],
    messages: [],
  }

  test('what was asked before is the beginning of what is asked next, byte for byte', () => {
    const turnsOf = (turns: readonly (typeof turn extends fc.Arbitrary<infer T> ? T : never)[]) =>
      turns.flatMap(({ said, answered, calls, carries }): ModelMessage[] => {
        const bytes = JSON.stringify(carried[dialect])
        const carry = carries ? { provider: 'p', model: 'm', dialect, bytes } : undefined
        const step: ModelMessage[] = [
          { role: 'assistant', content: '', calls: [{ id: 'c', name: 'weather', arguments: '{}' }], carry },
          { role: 'tool', content: 'Rain.', callId: 'c' },
        ]
        return [
          { role: 'user', content: said },
          ...(calls ? step : []),
          { role: 'assistant', content: answered },
        ]
      })
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
        const ask = (before: typeof turns, text: string) => {
          const messages = [
            system as ModelMessage,
            ...turnsOf(before),
            { role: 'user', content: text } as const,
          ]
          const { messages: asked, input, ...rest } = encode(dialect, { messages, offered: { tools } }).body
          return { asked: JSON.stringify(asked ?? input).slice(0, -1), rest: JSON.stringify(rest) }
        }
        const [first, next] = [ask(turns.slice(0, -1), turns.at(-1)?.said ?? ''), ask(turns, 'And then?')]
        expect(next.asked.startsWith(first.asked)).toBe(true)
        expect(next.rest).toBe(first.rest)
      }),
    )
  })
})
