import { beforeAll, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { fixedModel } from '../../../../../test/fixed-models.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import type { ModelEvent, ModelRequest } from '../../../llm/provider.ts'

/** What the model answers, and what it was asked. */
let answer: readonly ModelEvent[] = []
const asked: ModelRequest[] = []
async function* ask(request: ModelRequest) {
  asked.push(request)
  yield* answer
}

const database = await anyDatabase()
const chat = { engine: { kind: 'provider' as const, model: 'small' }, ask }
const choose = async () => ({
  ...fixedModel(chat, 8_000),
  settings: { temperature: 0.2, maxTokens: 300, effort: 'low' as const },
})
const caps = { PLACE_WORDS_A_DAY: 50 }
const apps = [testApp(database, { choose }), testApp(database, { choose, alone: false })] as const
const capped = testApp(database, { choose, alone: false, settings: caps })
const [here, there] = [doorClient(apps[0].send), doorClient(apps[1].send)]

let ada: Account
let key: MadeApiKey
let agentId: string
beforeAll(async () => {
  ada = await apps[0].signIn()
  key = await here.makeKey(ada)
  agentId = (await here.makeAgent(ada)).id
})

const post = (path: string, fields: object, at = here) =>
  at.call(key.key, 'POST', path, { model: agentId, ...fields })
const said = [{ role: 'user', content: 'Go.' }]
const usage = { prompt: 900, completion: 40, cached: 100, reasoning: 30 }
const tool = { type: 'function', function: { name: 'look', parameters: {} } }
const SECRET = '{"signature":"c2VjcmV0IGNhcnJ5"}'
const carry = { provider: 'somewhere', model: 'small', dialect: 'messages' as const, bytes: SECRET }

test('what a model wants back with its calls comes back with their results, by another server and the other protocol, and is in no answer', async () => {
  const call = { id: 'call_1', name: 'look', arguments: '{}' }
  answer = [
    { type: 'calls', calls: [call] },
    { type: 'carry', carry },
    { type: 'end', reason: 'stop', usage },
  ]
  const first = await post('/v1/chat/completions', { messages: said, tools: [tool] })
  const text = await first.text()
  const { message } = JSON.parse(text).choices[0]
  expect(message.tool_calls).toHaveLength(1)
  expect(text).not.toContain('signature')
  answer = [
    { type: 'words', text: 'Seen.' },
    { type: 'end', reason: 'stop' },
  ]
  const result = { role: 'tool', tool_call_id: 'call_1', content: 'a lamp' }
  const carried = () => asked.at(-1)?.messages.find(({ calls }) => calls)?.carry
  await post('/v1/chat/completions', { messages: [...said, message, result], tools: [tool] }, there)
  expect(carried()).toEqual(carry)
  const input = [
    ...said,
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'a lamp' },
  ]
  await post('/v1/responses', {
    input,
    store: false,
    tools: [{ type: 'function', name: 'look', parameters: {} }],
  })
  expect(carried()).toEqual(carry)
  const other = await here.makeKey(ada)
  await here.call(other.key, 'POST', '/v1/chat/completions', {
    model: agentId,
    messages: [...said, message, result],
  })
  expect(carried()).toBeUndefined()
  const day = 25 * 3_600_000
  apps[0].advance(day)
  await apps[0].carries.sweep()
  apps[0].advance(-day)
  await post('/v1/chat/completions', { messages: [...said, message, result], tools: [tool] })
  expect(carried()).toBeUndefined()
})

test('a refusal and a filter have the forms of both protocols, with the tokens that the provider told', async () => {
  answer = [{ type: 'end', reason: 'refused', usage }]
  const refused = await (await post('/v1/chat/completions', { messages: said })).json()
  expect(refused).toMatchObject({
    model: agentId,
    choices: [
      { finish_reason: 'stop', message: { content: null, refusal: expect.stringContaining('declined') } },
    ],
    usage: {
      ...{ prompt_tokens: 900, completion_tokens: 40, prompt_tokens_details: { cached_tokens: 100 } },
      completion_tokens_details: { reasoning_tokens: 30 },
    },
  })
  const declined = await (await post('/v1/responses', { input: 'Go.' })).json()
  expect(declined).toMatchObject({
    ...{ status: 'completed', usage: { input_tokens: 900 } },
    output: [{ content: [{ type: 'output_text', text: '' }, { type: 'refusal' }] }],
  })
  const stored = await here.call(key.key, 'GET', `/v1/responses/${(declined as { id: string }).id}`)
  expect(await stored.json()).toMatchObject({ output: [{ content: [{ text: '' }, { type: 'refusal' }] }] })
  const streamed = await (await post('/v1/responses', { input: 'Go.', stream: true })).text()
  expect(streamed).toContain('event: response.refusal.done')
  answer = [
    { type: 'words', text: 'So ' },
    { type: 'end', reason: 'filtered', usage },
  ]
  const filtered = await (await post('/v1/chat/completions', { messages: said })).json()
  expect(filtered).toMatchObject({
    choices: [
      { finish_reason: 'content_filter', message: { content: expect.stringContaining('So'), refusal: null } },
    ],
  })
  expect(await (await post('/v1/responses', { input: 'Go.' })).json()).toMatchObject({
    ...{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
  })
})

test('the settings of a choice reach the model, and a caller may only shorten the reply', async () => {
  answer = [{ type: 'words', text: 'Yes.' }]
  await post('/v1/chat/completions', { messages: said, max_tokens: 900 })
  expect(asked.at(-1)).toMatchObject({ temperature: 0.2, effort: 'low', maxTokens: 300 })
  await post('/v1/chat/completions', { messages: said, max_tokens: 20 })
  expect(asked.at(-1)).toMatchObject({ maxTokens: 20 })
})

test('a cap that is reached is told at the door, in the chat and in a conversation, which keeps the question', async () => {
  const bob = await capped.signIn()
  const door = doorClient(capped.send)
  const agent = await door.makeAgent(bob)
  const { key: ofBob } = await door.makeKey(bob)
  answer = [{ type: 'words', text: 'word '.repeat(60) }]
  const go = () => door.call(ofBob, 'POST', '/v1/chat/completions', { model: agent.id, messages: said })
  expect((await go()).status).toBe(200)
  const refused = await go()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(2)
  expect(refused.headers.get('x-should-retry')).toBe('false')
  expect(await refused.json()).toMatchObject({ error: { code: 'insufficient_quota' } })
  const chatting = await capped.send('POST', '/api/chat', {
    as: bob,
    json: { agentId: agent.id, message: 'Hi' },
  })
  expect([chatting.status, ((await chatting.json()) as { code: string }).code]).toEqual([
    429,
    'model_used_up',
  ])
  const [conversation, replyId, id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const question = { id, parentId: null, content: 'Keep me.' }
  const asking = await capped.send('POST', `/api/conversations/${conversation}/replies`, {
    as: bob,
    json: { replyId, agentId: agent.id, question },
  })
  expect(await asking.text()).toContain('"code":"model_used_up"')
  const kept = await (await capped.send('GET', `/api/conversations/${conversation}`, { as: bob })).json()
  expect(kept).toMatchObject({ messages: [{ content: 'Keep me.' }, { state: 'failed', content: '' }] })
  const background = await door.call(ofBob, 'POST', '/v1/responses', { model: agent.id, input: 'Go.' })
  expect(background.status).toBe(429)
})

test('what models were used for is summed up for the owner of the agent alone, on the screen and in the file', async () => {
  answer = [{ type: 'end', reason: 'refused', usage }]
  for (let count = 0; count < 6; count++) await post('/v1/chat/completions', { messages: said })
  await Promise.all(apps.map(({ modelUse }) => modelUse.flush()))
  const path = '/api/me/figures'
  const figures = await (await apps[0].send('GET', `${path}?range=7d`, { as: ada })).json()
  expect(figures).toMatchObject({
    models: [{ agent: 'Ada', model: 'small', paidBy: 'place', cents: null, priced: 0 }],
  })
  const [used] = (figures as { models: [{ replies: number; promptTokens: number }] }).models
  expect(used.replies).toBeGreaterThan(5)
  expect(used.promptTokens % 900).toBe(0)
  const csv = await (await apps[0].send('GET', `${path}.csv?range=7d`, { as: ada })).text()
  expect(csv).toMatch(/\r\nmodel,Ada,.*,small,this place,\d+,\d+,\d+,,0\r\n/)
  const other = await (await apps[0].send('GET', `${path}?range=7d`, { as: await apps[0].signIn() })).json()
  expect(other).toMatchObject({ models: [] })
})
