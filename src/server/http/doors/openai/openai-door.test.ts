import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { type Account, testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { eventData, faultsOf, shapes } from '../../../../../test/openai-shapes.ts'
import { handleProblem } from '../../../../shared/agents/handles.ts'
import { EMPTY_REPLY } from '../../../../shared/chat/chat.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await anyDatabase()
const { send, signIn, apiKeys, analytics } = testApp(database, { chat })
const { makeAgent, makeKey, revoke, call } = doorClient(send)

const WHOLE = 'Hello from the scripted model.'

let ada: Account
let made: MadeApiKey
let agentId: string
beforeAll(async () => {
  ada = await signIn()
  agentId = (await makeAgent(ada)).id
  await send('PATCH', `/api/agents/${agentId}`, { as: ada, json: { handle: 'ada-one' } })
  made = await makeKey(ada)
})

const hello = [{ role: 'user', content: 'What is light?' }]
const chatWith = (fields: object = {}, key: string | null = made.key) =>
  call(key, 'POST', '/v1/chat/completions', { model: agentId, messages: hello, ...fields })
const respond = (fields: object = {}, key: string | null = made.key) =>
  call(key, 'POST', '/v1/responses', { model: agentId, input: 'What is light?', ...fields })
const askedModel = async (request: number) => (await model.request(request)).body as Record<string, unknown>
const errorOf = async (response: Response) => {
  const body = await response.json()
  expect(faultsOf(shapes.error, body)).toEqual([])
  const { code, param, type, message } = (body as { error: Record<string, string> }).error
  return { status: response.status, code, param, type, message }
}

/** What comes of an answer, piece by piece, as text. */
const textsOf = (answer: Response) =>
  (answer.body as unknown as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader()

const toolCall = (index: number, part: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...part }] } }] })}\n\n`
const callsTool = {
  name: 'raw' as const,
  pieces: [
    toolCall(0, { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{"ci' } }),
    toolCall(0, { function: { arguments: 'ty":"Oslo"}' } }),
    toolCall(1, { id: 'call_b', type: 'function', function: { name: 'time', arguments: '{}' } }),
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}\n\n`,
    'data: [DONE]\n\n',
  ],
}
const weather = { name: 'weather', description: 'Tells it.', parameters: { type: 'object', properties: {} } }

test('a chat completion has OpenAI’s shape, whole and streamed, and the agent’s own opening comes first', async () => {
  const before = model.requests.length
  const messages = [
    { role: 'developer', content: [{ type: 'text', text: 'Answer in verse.' }] },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Ho' },
    ...hello,
    { role: 'system', content: 'Be brief.' },
  ]
  const whole = await chatWith({ messages, max_tokens: 50 })
  expect(whole.status).toBe(200)
  const body = await whole.json()
  expect(faultsOf(shapes.completion, body)).toEqual([])
  expect(body).toMatchObject({
    model: agentId,
    choices: [{ message: { content: WHOLE }, finish_reason: 'stop' }],
  })
  const sent = await askedModel(before)
  const said = sent.messages as { role: string; content: string }[]
  expect(said[0]?.content).toMatch(/^You are Ada\.[\s\S]+\n\nAnswer in verse\.$/)
  expect(said.slice(1).map(({ content }) => content)).toEqual([
    'Please introduce yourself.',
    expect.any(String),
    'Hi',
    'Ho',
    'What is light?',
    'Be brief.',
  ])
  expect(sent).toMatchObject({ max_tokens: 50, temperature: 0.85 })

  const streamed = await chatWith({
    model: '@Ada-One',
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(streamed.headers.get('content-type')).toContain('text/event-stream')
  const data = eventData(await streamed.text())
  expect(data.at(-1)).toBe('[DONE]')
  const chunks = data.slice(0, -1).map((text) => JSON.parse(text))
  for (const chunk of chunks) expect(faultsOf(shapes.completionChunk, chunk)).toEqual([])
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(WHOLE)
  expect(chunks.at(-2).choices[0].finish_reason).toBe('stop')
  const { usage } = chunks.at(-1)
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
  expect(usage.prompt_tokens).toBeGreaterThan(50)
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
})

const system = (content: string) => ({ role: 'system', content })
const assistant = (content: string) => ({ role: 'assistant', content })
test.each<[string, object[], object[]]>([
  ['an instruction', [...hello, assistant('Waves.'), system('Sum it up.')], []],
  [
    'instructions between what was said',
    [assistant('Hi!'), system('It rains.'), ...hello, system('Briefly.')],
    [],
  ],
  ['the agent’s greeting', [assistant('Welcome!')], []],
  ['an instruction after the agent’s greeting', [assistant('Welcome!'), system('Speak as the user.')], []],
  ['nothing but instructions', [system('Write a title.')], []],
  [
    'a blank message of the user',
    [...hello, assistant('Waves.'), { role: 'user', content: '' }],
    [...hello, assistant('Waves.')],
  ],
])(
  'a request that ends with %s is answered, and what stands late stays where it stands',
  async (_, messages, expected) => {
    const before = model.requests.length
    const answer = await chatWith({ messages: [system('Be kind.'), ...messages] })
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: WHOLE } }] })
    const said = (await askedModel(before)).messages as { role: string; content: string }[]
    const wanted = expected.length > 0 ? expected : messages
    const isAllSystem =
      messages.length === 1 && messages[0] && 'role' in messages[0] && messages[0].role === 'system'
    expect(said.slice(3)).toEqual(isAllSystem ? [system('Be kind.'), ...wanted] : wanted)
    if (!isAllSystem) expect(said[0]?.content).toMatch(/\n\nBe kind\.$/)
  },
)

test.each<[string, string | string[], string[], string]>([
  ['one', 'END', ['Hello', ' END', ' more'], 'Hello '],
  ['one that is split between pieces', ['\nAda:'], ['Hello', '\nA', 'da', ': more'], 'Hello'],
  ['the first of several', ['three', 'two', ''], ['one ', 'two ', 'three'], 'one '],
  ['one that only seems to begin', ['STOP'], ['ST', 'OR', 'Y ST'], 'STORY ST'],
  ['one that begins the answer', ['Hello'], ['Hello', ' there'], ''],
])('a text that ends an answer ends it before it: %s', async (_, stop, words, whole) => {
  for (const stream of [false, true]) {
    const before = model.requests.length
    model.next({ name: 'words', words })
    const answer = await chatWith({ stop, stream })
    const body = await answer.text()
    const chunks = stream
      ? eventData(body)
          .slice(0, -1)
          .map((data) => JSON.parse(data))
      : [JSON.parse(body)]
    const choices = chunks.map(({ choices }) => choices[0])
    expect(choices.map(({ delta, message }) => (delta ?? message).content ?? '').join('')).toBe(whole)
    expect(choices.at(-1).finish_reason).toBe('stop')
    expect((await askedModel(before)).stop).toEqual([stop].flat().filter((text) => text !== ''))
  }
})

test('the key is judged before the body is read, and nothing of it is told to who has none', async () => {
  for (const path of ['/v1/chat/completions', '/v1/responses'])
    for (const body of ['{"model":', '{}', `"${'x'.repeat(13 * 1024 * 1024)}"`])
      for (const headers of [{}, { authorization: `Bearer bk_${'x'.repeat(43)}` }])
        expect(
          await errorOf(
            await send('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } }),
          ),
        ).toMatchObject({ status: 401, code: 'invalid_api_key' })
})

test('what an agent has no use for is named in the answer', async () => {
  const useless = { temperature: 0.1, top_p: 1, logit_bias: null, user: 'me', 'x y': 1 }
  const named = async (answer: Response) => {
    await answer.text()
    return answer.headers.get('x-ignored-parameters')
  }
  for (const stream of [false, true]) {
    expect(await named(await chatWith({ ...useless, stream, stop: 'x' }))).toBe('temperature, top_p, user')
    expect(await named(await respond({ ...useless, stream, store: false }))).toBe('temperature, top_p, user')
  }
  expect(await named(await chatWith())).toBeNull()
})

test('a caller’s tools go to the model, its calls come back, and their results go on', async () => {
  const tools = [{ type: 'function', function: weather }]
  for (const stream of [false, true]) {
    const before = model.requests.length
    model.next(callsTool)
    const answer = await chatWith({ tools, tool_choice: 'auto', stream })
    const text = await answer.text()
    expect(await askedModel(before)).toMatchObject({ tools, tool_choice: 'auto' })
    const calls = [
      { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      { id: 'call_b', type: 'function', function: { name: 'time', arguments: '{}' } },
    ]
    if (!stream) {
      const body = JSON.parse(text)
      expect(faultsOf(shapes.completion, body)).toEqual([])
      expect(body.choices[0]).toMatchObject({
        message: { content: null, tool_calls: calls },
        finish_reason: 'tool_calls',
      })
      continue
    }
    const chunks = eventData(text)
      .slice(0, -1)
      .map((data) => JSON.parse(data))
    for (const chunk of chunks) expect(faultsOf(shapes.completionChunk, chunk)).toEqual([])
    expect(chunks.at(-2).choices[0].delta.tool_calls).toMatchObject(calls)
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls')
    expect(text).not.toContain('apologize')
  }
  const before = model.requests.length
  const used = [
    ...hello,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_a', content: 'Rain' },
  ]
  expect((await chatWith({ messages: used, tools })).status).toBe(200)
  expect((await askedModel(before)).messages).toMatchObject([{}, {}, {}, ...used])
})

test('a call that nobody offered a tool for is none, in no kind of reply', async () => {
  model.next(callsTool)
  const answer = await (await chatWith()).json()
  expect(answer.choices[0]).toMatchObject({ message: { content: EMPTY_REPLY }, finish_reason: 'stop' })
  model.next(callsTool)
  const json = { agentId, message: 'What is light?' }
  expect(await (await send('POST', '/api/chat', { json })).text()).toContain(EMPTY_REPLY)
})

test('figures that the model server sends with the end are passed on', async () => {
  const usage = { prompt_tokens: 70, completion_tokens: 7, total_tokens: 77 }
  const last = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }], usage }
  for (const path of ['chat/completions', 'responses']) {
    model.next({ name: 'raw', pieces: [`data: ${JSON.stringify(last)}\n\n`, 'data: [DONE]\n\n'] })
    const body = { model: agentId, messages: hello, input: 'Hi', store: false }
    const answer = await (await call(made.key, 'POST', `/v1/${path}`, body)).json()
    expect(answer.usage.total_tokens).toBe(77)
  }
})

test('a response has OpenAI’s shape, whole and streamed, and goes on where it was stored', async () => {
  const first = await (await respond({ instructions: 'Be brief.', metadata: { of: 'a test' } })).json()
  expect(faultsOf(shapes.response, first)).toEqual([])
  expect(first).toMatchObject({ status: 'completed', store: true, metadata: { of: 'a test' } })
  expect(first.output[0].content[0].text).toBe(WHOLE)

  const before = model.requests.length
  const answer = await respond({ previous_response_id: first.id, input: 'And dark?', stream: true })
  const text = await answer.text()
  const data = eventData(text)
  expect(data.at(-1)).toBe('[DONE]')
  const events = data.slice(0, -1).map((line) => JSON.parse(line))
  for (const event of events) expect(faultsOf(shapes.responseEvent, event)).toEqual([])
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  expect(text.match(/^event: (\S+)$/gm)?.map((line) => line.slice(7))).toEqual(events.map(({ type }) => type))
  const { response } = events.at(-1)
  expect(response).toMatchObject({ status: 'completed', previous_response_id: first.id })
  const said = (await askedModel(before)).messages as { content: string }[]
  expect(said.slice(3).map(({ content }) => content)).toEqual(['What is light?', WHOLE, 'And dark?'])

  const read = await call(made.key, 'GET', `/v1/responses/${response.id}`)
  const again = await read.json()
  expect(faultsOf(shapes.response, again)).toEqual([])
  expect(again).toMatchObject({ id: response.id, status: 'completed', output: response.output })
  const named = await (await respond({ model: '@Ada-One' })).json()
  const models = [first, ...events.flatMap((event) => event.response ?? []), again, named]
  expect(new Set(models.map(({ model }) => model))).toEqual(new Set(['ada-one']))
  const own = (await (await send('GET', '/api/conversations', { as: ada })).json()) as {
    conversations: { title: string }[]
  }
  expect(own.conversations.map(({ title }) => title)).toContain('What is light?')
})

test('a response that is read later says when it was completed, not when it is read', async () => {
  const { id } = await (await respond()).json()
  const reply = id.slice(-32)
  await database.sql`update messages set ended_at = '2026-01-02T03:04:05.678Z' where id = ${reply}`
  const read = await (await call(made.key, 'GET', `/v1/responses/${id}`)).json()
  expect(read.completed_at).toBe(Date.parse('2026-01-02T03:04:05Z') / 1000)
  // A client that asks for a stream would read nothing of a whole answer.
  const streamed = await call(made.key, 'GET', `/v1/responses/${id}?stream=true`)
  expect([streamed.status, (await streamed.json()).error]).toMatchObject([400, { param: 'stream' }])
})

test('a response that is not stored leaves nothing, and nothing goes on with it', async () => {
  const listed = async () => (await database.sql`select id from conversations`).length
  const conversations = await listed()
  const tools = [{ type: 'function', ...weather }]
  const unstored = await (await respond({ store: false })).json()
  model.next(callsTool)
  const withTools = await (await respond({ tools })).json()
  expect(faultsOf(shapes.response, withTools)).toEqual([])
  expect(withTools).toMatchObject({ store: false, output: [{ type: 'function_call' }, { name: 'time' }] })
  for (const { id } of [unstored, withTools]) {
    expect(await errorOf(await respond({ previous_response_id: id }))).toMatchObject({
      status: 400,
      param: 'previous_response_id',
    })
    expect((await call(made.key, 'GET', `/v1/responses/${id}`)).status).toBe(404)
  }
  expect(await errorOf(await respond({ tools, store: true }))).toMatchObject({ status: 400, param: 'store' })
  expect(await listed()).toBe(conversations)
})

test('calls of a response are streamed, and come back with their results', async () => {
  model.next(callsTool)
  const tools = [{ type: 'function', ...weather, strict: true }]
  const data = eventData(await (await respond({ tools, stream: true })).text()).slice(0, -1)
  const events = data.map((line) => JSON.parse(line))
  for (const event of events) expect(faultsOf(shapes.responseEvent, event)).toEqual([])
  expect(events.filter(({ type }) => type === 'response.function_call_arguments.done')).toMatchObject([
    { name: 'weather', arguments: '{"city":"Oslo"}', output_index: 0 },
    { name: 'time', arguments: '{}', output_index: 1 },
  ])
  const before = model.requests.length
  const input = [
    { role: 'user', content: [{ type: 'input_text', text: 'What is light?' }] },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'function_call', call_id: 'call_a', name: 'weather', arguments: '{}' },
    { type: 'function_call', call_id: 'call_b', name: 'time', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_a', output: 'Rain' },
    { type: 'function_call_output', call_id: 'call_b', output: 'Noon' },
  ]
  expect((await respond({ input, tools })).status).toBe(200)
  const sent = await askedModel(before)
  expect(sent.tools).toEqual([{ type: 'function', function: { ...weather, strict: true } }])
  expect(sent.messages).toMatchObject([
    ...[{}, {}, {}],
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', tool_calls: [{ id: 'call_a' }, { id: 'call_b' }] },
    { role: 'tool', tool_call_id: 'call_a', content: 'Rain' },
    { role: 'tool', tool_call_id: 'call_b', content: 'Noon' },
  ])
})

test('what was said before a stored response is stored with it', async () => {
  const input = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'output_text', text: 'Ho' }] },
    { role: 'user', content: 'What is light?' },
  ]
  const first = await (await respond({ input })).json()
  expect(first).toMatchObject({ store: true })
  const before = model.requests.length
  await (await respond({ previous_response_id: first.id, input: 'And dark?' })).text()
  const said = (await askedModel(before)).messages as { content: string }[]
  expect(said.slice(3).map(({ content }) => content)).toEqual([
    'Hi',
    'Ho',
    'What is light?',
    WHOLE,
    'And dark?',
  ])
})

test('a stored response runs on when its reader is gone, is read as it stands, and can be cancelled', async () => {
  const requests = model.requests.length
  model.next('stalls')
  const answer = await respond({ stream: true })
  const reader = textsOf(answer)
  let text = ''
  while (!text.includes('output_text.delta')) text += (await reader.read()).value ?? ''
  const { id } = JSON.parse(eventData(text)[0] ?? '').response
  await reader.cancel()
  const path = `/v1/responses/${id}`
  expect(await (await call(made.key, 'GET', path)).json()).toMatchObject({
    status: 'in_progress',
    output: [],
  })
  const other = await makeKey(ada)
  expect((await call(other.key, 'POST', `${path}/cancel`)).status).toBe(404)
  const cancelled = await (await call(made.key, 'POST', `${path}/cancel`)).json()
  expect(faultsOf(shapes.response, cancelled)).toEqual([])
  expect(cancelled).toMatchObject({ status: 'cancelled' })
  expect(await model.closed(requests)).toBe('cut')
})

test('the list of models is open, with a key its own agents come first, and one is found by either name', async () => {
  const open = await (await call(null, 'GET', '/v1/models')).json()
  expect(faultsOf(shapes.models, open)).toEqual([])
  expect(open.data.map(({ id }: { id: string }) => id)).toContain('ada-one')
  const hidden = await makeAgent(ada, { visibilityEnabled: false })
  const names = async (key: string | null) =>
    ((await (await call(key, 'GET', '/v1/models')).json()) as { data: { id: string }[] }).data.map(
      ({ id }) => id,
    )
  expect((await names(made.key))[0]).toBe(hidden.handle)
  expect(await names(null)).not.toContain(hidden.handle)
  for (const name of await names(made.key)) expect(handleProblem(name)).toBeNull()
  // Ada was its first handle, which leads on.
  for (const name of ['ada-one', '@ada-one', 'ada', agentId]) {
    const one = await (await call(null, 'GET', `/v1/models/${encodeURIComponent(name)}`)).json()
    expect(faultsOf(shapes.model, one)).toEqual([])
    expect(one).toMatchObject({ id: 'ada-one', name: 'Ada' })
  }
  expect(await errorOf(await call(null, 'GET', `/v1/models/${hidden.id}`))).toMatchObject({ status: 404 })
  expect(await errorOf(await call('bk_wrong', 'GET', '/v1/models'))).toMatchObject({ status: 401 })
})

test('a key that is revoked while it streams ends the stream with an error, and lets go of the model', async () => {
  const key = await makeKey(ada)
  for (const path of ['/v1/chat/completions', '/v1/responses']) {
    const own = await makeKey(ada)
    const requests = model.requests.length
    model.next('stalls')
    const answer = await call(own.key, 'POST', path, {
      ...{ model: agentId, messages: hello, input: 'What is light?' },
      ...{ stream: true, store: false },
    })
    const reader = textsOf(answer)
    let text = ''
    while (!text.includes('Hello')) text += (await reader.read()).value ?? ''
    await revoke(ada, own)
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    expect(text).toMatch(/revoked/)
    expect(await model.closed(requests)).toBe('cut')
    expect(await errorOf(await call(own.key, 'GET', '/v1/models'))).toMatchObject({ code: 'invalid_api_key' })
  }
  expect((await chatWith({}, key.key)).status).toBe(200)
})

test('a reader who leaves lets go of the model', async () => {
  const requests = model.requests.length
  model.next('stalls')
  const answer = await chatWith({ stream: true })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await model.request(requests)
  await reader.cancel()
  expect(await model.closed(requests)).toBe('cut')
})

test('a model that fails is an error with its status, and in a stream an event', async () => {
  model.next('error-400')
  expect(await errorOf(await chatWith())).toMatchObject({ status: 502, type: 'server_error' })
  model.next('error-400')
  const data = eventData(await (await chatWith({ stream: true })).text())
  expect(faultsOf(shapes.error, JSON.parse(data.at(-2) ?? ''))).toEqual([])
  model.next('error-400')
  const events = eventData(await (await respond({ stream: true, store: false })).text()).slice(0, -1)
  for (const event of events) expect(faultsOf(shapes.responseEvent, JSON.parse(event))).toEqual([])
  expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ type: 'response.failed', response: { error: {} } })
})

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
test.each<[string, object | string, object]>([
  ['no model', { model: undefined }, { param: 'model' }],
  ['a model that is no text', { model: 7, messages: hello }, { param: 'model' }],
  ['nobody’s model', { model: 'gpt-4o', messages: hello }, { status: 404, code: 'model_not_found' }],
  ['a model with a zero byte', { model: 'a\u0000b' }, { status: 404, code: 'model_not_found' }],
  ['nobody’s id', { model: randomUUID(), messages: hello }, { status: 404, code: 'model_not_found' }],
  ['messages that are no list', { messages: 'Hi' }, { param: 'messages' }],
  ['no messages', { messages: [] }, { param: 'messages' }],
  ['nothing but blank messages', { messages: [{ role: 'user', content: ' ' }] }, { param: 'messages' }],
  ['five texts that end the answer', { stop: ['a', 'b', 'c', 'd', 'e'] }, { param: 'stop' }],
  ['an unknown role', { messages: [{ role: 'wizard', content: 'Hi' }] }, { param: 'messages[0].role' }],
  [
    'content that is a number',
    { messages: [{ role: 'user', content: 5 }] },
    { param: 'messages[0].content' },
  ],
  [
    'a part of an unknown kind',
    { messages: [{ role: 'user', content: [{ type: 'input_audio', data: '' }] }] },
    { param: 'messages[0].content' },
  ],
  [
    'an image of the web',
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://127.0.0.1/secret.png' } }] },
      ],
    },
    { param: 'messages[0].content' },
  ],
  [
    'an image that is none',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } }],
        },
      ],
    },
    { param: 'messages[0].content' },
  ],
  ['a tool’s message without its call', { messages: [{ role: 'tool', content: 'x' }] }, {}],
  ['several answers', { n: 3 }, { param: 'n' }],
  ['another format', { response_format: { type: 'json_object' } }, { param: 'response_format.type' }],
  ['tools of another kind', { tools: [{ type: 'web_search' }] }, { param: 'tools[0].type' }],
  ['a stream that is no yes or no', { stream: 'yes' }, { param: 'stream' }],
  ['no tokens', { max_tokens: 0 }, { param: 'max_tokens' }],
  [
    'more than the model takes',
    { messages: [{ role: 'user', content: 'x'.repeat(100_000) }] },
    { code: 'context_length_exceeded' },
  ],
  ['JSON of 10,000 levels', deep, {}],
  ['no JSON', '{"model":', {}],
])('%s is refused in OpenAI’s shape, before a model is asked', async (_, body, wanted) => {
  const requests = model.requests.length
  const answer = await send('POST', '/v1/chat/completions', {
    body: typeof body === 'string' ? body : JSON.stringify({ model: agentId, messages: hello, ...body }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${made.key}` },
  })
  expect(await errorOf(answer)).toMatchObject({ status: 400, type: 'invalid_request_error', ...wanted })
  expect(model.requests).toHaveLength(requests)
})

test.each<[string, object, string]>([
  ['no input', { input: undefined }, 'input'],
  ['an item of an unknown kind', { input: [{ type: 'item_reference', id: 'x' }] }, 'input'],
  ['an input that says nothing', { input: [{ role: 'assistant', content: ' ' }] }, 'input'],
  ['a response in the background', { background: true }, 'background'],
  ['a conversation by its name', { conversation: 'conv_1' }, 'conversation'],
  ['a conversation by its id', { conversation: { id: 'conv_1' } }, 'conversation'],
  ['a previous response that is none', { previous_response_id: 'resp_1' }, 'previous_response_id'],
  [
    'a format of JSON',
    { text: { format: { type: 'json_schema', name: 'x', schema: {} } } },
    'text.format.type',
  ],
])('%s is refused for a response', async (_, fields, param) => {
  expect(await errorOf(await respond(fields))).toMatchObject({ status: 400, param })
})

test('a response that goes on with another agent’s is refused at the model', async () => {
  const [first, other] = [await respond({}), await makeAgent(ada)]
  const { id } = (await first.json()) as { id: string }
  const refused = await respond({ model: other.id, previous_response_id: id })
  expect(await errorOf(refused)).toMatchObject({ status: 400, param: 'model' })
})

test('a hidden agent of somebody else is not told apart from one that does not exist', async () => {
  const eve = await signIn()
  const hidden = await makeAgent(eve, { visibilityEnabled: false })
  const none = randomUUID()
  const said = async (id: string) => (await (await chatWith({ model: id })).text()).replaceAll(id, 'id')
  expect(await said(hidden.id)).toBe(await said(none))
  expect((await chatWith({ model: hidden.id }, (await makeKey(eve)).key)).status).toBe(200)
})

test('a session opens no door, and a key signs nobody in', async () => {
  const json = { model: agentId, messages: hello }
  const answer = await send('POST', '/v1/chat/completions', { as: ada, json })
  expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  for (const path of ['/api/me/agents', '/api/me/keys', '/api/conversations'])
    expect((await call(made.key, 'GET', path)).status).toBe(401)
})

test('pages of any site may ask, and learn of errors; no cookie is asked for', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-headers': 'authorization, x-stainless-os',
  }
  const preflight = await call(null, 'OPTIONS', '/v1/chat/completions', undefined, headers)
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, x-stainless-os')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  for (const key of [made.key, null]) {
    const answer = await call(
      key,
      'POST',
      '/v1/chat/completions',
      { model: agentId, messages: hello },
      headers,
    )
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await answer.text()
  }
  expect(await errorOf(await call(made.key, 'GET', '/v1/engines'))).toMatchObject({ status: 404 })
})

test('what agents received through a door is in the figures of their owner, and in the words of the key', async () => {
  const [eve, own] = [await signIn(), await makeAgent(ada)]
  const key = await makeKey(eve)
  for (const path of ['/v1/chat/completions', '/v1/responses'])
    await (await call(key.key, 'POST', path, { model: own.id, messages: hello, input: 'Hi' })).text()
  await Promise.all([apiKeys.flush(), analytics.flush()])
  const { keys } = (await (await send('GET', '/api/me/keys', { as: eve })).json()) as { keys: object[] }
  expect(keys).toMatchObject([{ wordsToday: 10, lastUsedAt: expect.any(String) }])
  const figures = await send('GET', `/api/me/figures?range=24h&agent=${own.id}`, { as: ada })
  const { totals } = (await figures.json()) as { totals: object }
  expect(totals).toMatchObject({ messages: 2, finished: 2, words: 10, visitorMessages: 0 })
})
