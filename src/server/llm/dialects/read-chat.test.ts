import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunk, delta } from '../../../../e2e/fakes/model-server.ts'
import { Answer } from '../asking/answer.ts'
import { ModelError } from '../model-error.ts'
import type { CompletionEvent } from './answer-events.ts'
import { ChatReader } from './read-chat.ts'

const done = 'data: [DONE]\n\n'
const encoder = new TextEncoder()

async function* pieces(...given: (string | Uint8Array)[]) {
  for (const piece of given) yield typeof piece === 'string' ? encoder.encode(piece) : piece
}

/** Reads an answer as a model asked for it does, from its bytes. */
async function* heardOf(given: (string | Uint8Array)[], contentType = 'text/event-stream') {
  const response = { status: 200, headers: { get: () => contentType }, body: pieces(...given) }
  const reader = new ChatReader({ carries: true })
  const answer = new Answer(response, { reader, timeoutMs: 10_000, collectMore: () => undefined, abort() {} })
  try {
    await answer.begin()
    for (let events = await answer.next(); events; events = await answer.next())
      for (const event of events) if (event.type !== 'answering') yield event
  } finally {
    answer.close()
  }
}

async function read(...given: (string | Uint8Array)[]) {
  const events = await Array.fromAsync(heardOf(given))
  return {
    text: events.map((event) => (event.type === 'words' ? event.text : '')).join(''),
    end: events.at(-1),
  }
}

const well = { type: 'end', reason: 'stop' }

test('wherever the packets cut the bytes, the words are the same', async () => {
  const body = encoder.encode(
    `${delta('Größe 👩‍🚀')}${delta('\n你好')}${chunk({ delta: {}, finish_reason: 'stop' })}${done}`,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(body.length), { maxLength: 40 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), body.length]
      const parts = edges.slice(1).map((edge, index) => body.subarray(edges[index], edge))
      expect(await read(...parts)).toEqual({ text: 'Größe 👩‍🚀\n你好', end: well })
    }),
  )
})

test('text of one piece is one event, thoughts another, and what precedes an error is told before it', async () => {
  const heard: CompletionEvent[] = []
  const thought = (text: string) => chunk({ delta: { reasoning_content: text } })
  const said = [
    thought('Hm'),
    thought('m.'),
    delta('On'),
    chunk({ delta: null }),
    delta('e.'),
    delta(' Two.'),
  ]
  const broken = 'data: {\n\n'
  const reading = async () => {
    for await (const event of heardOf([[...said, broken].join('')])) heard.push(event)
  }
  await expect(reading()).rejects.toMatchObject({ name: 'ModelAnswerMalformed' })
  expect(heard).toEqual([
    { type: 'reasoning', text: 'Hmm.' },
    { type: 'words', text: 'One. Two.' },
  ])
})

test('a character that two deltas share comes out whole', async () => {
  expect(await read(delta('\ud83d'), delta('\ude80'), done)).toEqual({ text: '🚀', end: well })
})

test.each([
  ['a role alone', chunk({ delta: { role: 'assistant' } })],
  ['null content', chunk({ delta: { content: null } })],
  ['content that is no text', chunk({ delta: { content: { text: 'x' } } })],
  [
    'a tool call',
    chunk({ delta: { tool_calls: [{ index: 0, function: { name: 'rm', arguments: '{}' } }] } }),
  ],
  ['a null delta', chunk({ delta: null })],
  ['no choices', 'data: {"choices":[]}\n\n'],
  ['a null choice', 'data: {"choices":[null]}\n\n'],
  ['choices that are no list', 'data: {"choices":{"length":1}}\n\n'],
  ['JSON that is no object', 'data: 7\n\ndata: null\n\ndata: "text"\n\ndata: []\n\n'],
  ['a comment', ': keep-alive\n\n'],
  ['another field', 'event: ping\nid: 7\nretry: 10\n\n'],
  ['an empty event', '\n\n\n'],
])('%s is passed over', async (_, hostile) => {
  expect(await read(delta('a'), hostile, delta('b'), done)).toEqual({ text: 'ab', end: well })
})

test.each([
  ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ['carriage returns alone', (text: string) => text.replaceAll('\n', '\r')],
  ['no space after the colon', (text: string) => text.replaceAll('data: ', 'data:')],
  ['no blank line at the end', (text: string) => text.trimEnd()],
  ['a byte order mark', (text: string) => `\ufeff${text}`],
])('a body with %s is read as any other', async (_, change) => {
  expect(await read(change(delta('a') + delta('b') + done))).toEqual({ text: 'ab', end: well })
})

test('what is thought beside the words is no part of them, by whichever field or part it comes', async () => {
  const thoughts = [
    chunk({ delta: { reasoning_content: 'secret' } }),
    chunk({ delta: { reasoning: 'secret' } }),
    chunk({ delta: { reasoning_content: 'secret', content: null } }),
    chunk({ delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'secret' }] }] } }),
  ]
  const words = chunk({ delta: { content: [{ type: 'text', text: 'b' }, null, 7] } })
  const events = await Array.fromAsync(heardOf([...thoughts, delta('a'), words, done]))
  const thought = { type: 'reasoning', text: 'secret' }
  expect(events.slice(0, -3)).toEqual(thoughts.map(() => thought))
  expect(events.slice(-3).map(({ type }) => type)).toEqual(['words', 'words', 'end'])
  expect(JSON.stringify(events.slice(-3))).not.toContain('secret')
})

test('what is thought in a form that nobody knows is no text, but a thought', async () => {
  const thought = chunk({ delta: { reasoning: { summary: 'secret' } } })
  expect(await Array.fromAsync(heardOf([thought, done]))).toEqual([{ type: 'reasoning', text: '' }, well])
})

test('an answer in one piece is read like a streamed one', async () => {
  const message = { role: 'assistant', content: 'All of it.', reasoning_content: 'secret' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'length' }] })
  const readWhole = (...given: string[]) => Array.fromAsync(heardOf(given, 'application/json; charset=utf-8'))
  expect(await readWhole(whole.slice(0, 40), whole.slice(40))).toEqual([
    { type: 'reasoning', text: 'secret' },
    { type: 'words', text: 'All of it.' },
    { type: 'end', reason: 'length' },
  ])
  for (const broken of ['{"choices":[]}', '{"error":{"message":"no"}}', 'no JSON', 'x'.repeat(2 ** 20 + 1)])
    await expect(readWhole(broken)).rejects.toBeInstanceOf(ModelError)
})

test('a huge delta comes through whole', async () => {
  const text = 'x'.repeat(500_000)
  expect((await read(delta(text), done)).text).toBe(text)
})

test('the finish reason ends the answer, also in the chunk of the last word and without [DONE]', async () => {
  const last = chunk({ delta: { content: 'b' }, finish_reason: 'length' })
  expect(await read(delta('a'), last, delta('after'))).toEqual({
    text: 'ab',
    end: { type: 'end', reason: 'length' },
  })
  expect((await read(chunk({ delta: {}, finish_reason: 'content_filter' }))).end).toEqual({
    type: 'end',
    reason: 'filtered',
  })
})

test.each([
  ['that just stops', [delta('a')], 'ModelAnswerBroken'],
  ['that is empty', [], 'ModelAnswerBroken'],
  ['of another kind', ['<!doctype html><title>Sign in</title>'], 'ModelAnswerBroken'],
  ['with an event that is no JSON', [delta('a'), 'data: {"choices":[{"del\n\n'], 'ModelAnswerMalformed'],
  ['whose event never ends', new Array(20).fill('x'.repeat(64 * 1024)), 'ModelAnswerMalformed'],
  [
    'with data lines without an end',
    new Array(20).fill(`data: ${'x'.repeat(64 * 1024)}\n`),
    'ModelAnswerMalformed',
  ],
  ['with an error inside', [delta('a'), 'data: {"error":{"message":"overloaded"}}\n\n'], 'APIError'],
  ['with an error without a message', ['data: {"error":{"message":7}}\n\n'], 'APIError'],
])('an answer %s is a failure', async (_, given, name) => {
  await expect(read(...given)).rejects.toMatchObject({ name })
})

test.each([
  ['model_length', 'length'],
  ['content_filter: RECITATION', 'filtered'],
  ['a reason of tomorrow', 'stop'],
])('the finish reason “%s” is the end “%s”', async (finish, reason) => {
  const events = await read(delta('a'), chunk({ delta: {}, finish_reason: finish }))
  expect(events).toEqual({ text: 'a', end: { type: 'end', reason } })
})

test.each([
  'error',
  'abort',
  'insufficient_system_resource',
  'function_call_filter: MALFORMED_FUNCTION_CALL',
])('an answer whose finish reason is “%s” broke off after what was said', async (finish) => {
  const heard: CompletionEvent[] = []
  const reading = async () => {
    for await (const event of heardOf([delta('a'), chunk({ delta: {}, finish_reason: finish }), done]))
      heard.push(event)
  }
  await expect(reading()).rejects.toMatchObject({ name: 'ModelAnswerBroken' })
  expect(heard).toEqual([{ type: 'words', text: 'a' }])
})

test('calls of tools are put together from their pieces and stand before the end, with the figures of use', async () => {
  const call = (piece: object) => chunk({ delta: { tool_calls: [piece] } })
  const collected = (...given: string[]) => Array.fromAsync(heardOf(given))
  const usage = { prompt_tokens: 5, completion_tokens: 6 }
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'tool_calls' }], usage })}\n\n`
  const calls = [
    { id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
    { id: 'call_2', name: 'time', arguments: '' },
  ]
  expect(
    await collected(
      delta('Well.'),
      call({ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }),
      call({ index: 1, function: { name: 'time' } }),
      call({ index: 0, function: { arguments: '"Oslo"}' } }),
      call({ index: 2, function: null }),
      end,
    ),
  ).toEqual([
    { type: 'words', text: 'Well.' },
    { type: 'calls', calls },
    { type: 'end', reason: 'stop', usage: { prompt: 5, completion: 6 } },
  ])
  // Without indexes, an id begins the next call.
  const [first] = (
    await collected(
      call({ id: 'a', function: { name: 'one', arguments: '{' } }),
      call({ function: { arguments: '}' } }),
      call({ id: 'b', function: { name: 'two', arguments: '' } }),
      done,
    )
  ).filter((event) => event.type === 'calls')
  expect(first?.calls).toEqual([
    { id: 'a', name: 'one', arguments: '{}' },
    { id: 'b', name: 'two', arguments: '' },
  ])
  const flood = call({ index: 0, id: 'a', function: { name: 'one', arguments: 'x'.repeat(100_000) } })
  await expect(collected(flood, flood, flood)).rejects.toMatchObject({ name: 'ModelAnswerMalformed' })
})

test.each([
  [
    'whole',
    [
      ['a', 'one', '{"n":1}'],
      ['b', 'one', '{"n":2}'],
      ['c', 'two', ''],
    ],
    0,
  ],
  [
    'in pieces, whose later ones have neither id nor name',
    [
      ['a', 'one', '{"n"'],
      ['', '', ':1}'],
      ['b', 'one', '{"n":'],
      ['', '', '2}'],
      ['c', 'two', ''],
    ],
    0,
  ],
  [
    'in pieces with the id and the name in each',
    [
      ['a', 'one', '{"n"'],
      ['a', 'one', ':1}'],
      ['b', 'one', '{"n":2}'],
      ['c', 'two', ''],
    ],
    0,
  ],
  [
    'in pieces with an id of their own',
    [
      ['a', 'one', '{"n"'],
      ['x', '', ':1}'],
      ['b', 'one', '{"n":2}'],
      ['y', '', ''],
      ['c', 'two', ''],
    ],
    0,
  ],
  [
    'whole, after another index',
    [
      ['a', 'one', '{"n":1}'],
      ['b', 'one', '{"n":2}'],
      ['c', 'two', ''],
    ],
    7,
  ],
])('several calls that come under one index, %s, are several', async (_, sent, index) => {
  const pieces = sent.map(([id, name, given]) =>
    chunk({ delta: { tool_calls: [{ index, id, function: { name, arguments: given } }] } }),
  )
  expect(await Array.fromAsync(heardOf([...pieces, done]))).toContainEqual({
    type: 'calls',
    calls: [
      { id: 'a', name: 'one', arguments: '{"n":1}' },
      { id: 'b', name: 'one', arguments: '{"n":2}' },
      { id: 'c', name: 'two', arguments: '' },
    ],
  })
})

test('arguments that come as an object are its JSON, and what is neither is nothing', async () => {
  const called = (given: unknown) =>
    chunk({ delta: { tool_calls: [{ id: 'a', function: { name: 'one', arguments: given } }] } })
  const [object, list, nothing] = await Promise.all(
    [{ city: 'Zürich' }, [1], null].map((given) => Array.fromAsync(heardOf([called(given), done]))),
  )
  const calls = (given: string) => ({ type: 'calls', calls: [{ id: 'a', name: 'one', arguments: given }] })
  expect(object).toContainEqual(calls('{"city":"Zürich"}'))
  expect(list).toContainEqual(calls('[1]'))
  expect(nothing).toContainEqual(calls(''))
})
