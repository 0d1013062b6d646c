import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { type Account, newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { type MadeApiKey, madeApiKeySchema } from '../../../shared/doors/api-keys.ts'
import { createLog } from '../../base/log.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const { sql } = database
const { send, signIn, doors, apiKeys, advance } = testApp(database, { chat })
const opened = testApp(database, { chat, settings: { OPEN_DOORS: '1' } })

const WHOLE = 'Hello from the scripted model.'

let ada: Account
let agentId: string
let made: MadeApiKey
beforeAll(async () => {
  ada = await signIn()
  agentId = await makeAgent()
  made = await makeKey()
})

async function makeAgent(fields: object = {}, as = ada): Promise<string> {
  const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  return ((await answer.json()) as Agent).id
}
async function makeKey(fields: object = {}, as = ada, by = send): Promise<MadeApiKey> {
  const answer = await by('POST', '/api/me/keys', { as, json: { name: 'A program', ...fields } })
  return madeApiKeySchema.parse(await answer.json())
}

const from = () => ({ requestId: randomUUID(), log: createLog('silent'), gone: new AbortController().signal })
const callerOf = ({ key }: MadeApiKey) => doors.identify(`Bearer ${key}`)
const question = (fields: object = {}) => ({
  agentId,
  text: 'What is light?',
  turns: [],
  ...from(),
  ...fields,
})
const textOf = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.type === 'words' ? event.text : '')).join('')

test('a key asks what its wallet may ask, and what the caller adds stands after the agent', async () => {
  const caller = await callerOf(made)
  expect(caller).toMatchObject({ wallet: ada.address, keyId: made.apiKey.id, agentId: null })
  const before = model.requests.length
  const turns = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Ho' },
  ] as const
  const events = await Array.fromAsync(
    await doors.ask(caller, question({ system: 'Answer in verse.', turns })),
  )
  expect(textOf(events)).toBe(WHOLE)
  expect(events.at(-1)).toMatchObject({ type: 'finished' })
  const { body } = await model.request(before)
  const { messages } = body as { messages: { role: string; content: string }[] }
  expect(messages[0]?.content).toMatch(/^You are Ada\.[\s\S]+\n\nAnswer in verse\.$/)
  expect(messages.slice(3).map(({ content }) => content)).toEqual(['Hi', 'Ho', 'What is light?'])
  await expect(doors.ask(caller, question({ agentId: randomUUID() }))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('only the hash of a key is stored, and nothing else opens', async () => {
  const [row] = await sql<{ hash: string }[]>`select * from api_keys where id = ${made.apiKey.id}`
  expect(JSON.stringify(row)).not.toContain(made.key.slice(3))
  for (const wrong of [
    undefined,
    '',
    'Bearer',
    `Bearer ${row?.hash}`,
    `Bearer bk_${'x'.repeat(43)}`,
    `Basic ${made.key}`,
    `Bearer ${made.key}x`,
    ada.cookie,
  ])
    await expect(doors.identify(wrong)).rejects.toMatchObject({ code: 'key_invalid' })
  expect(await doors.identify(`bearer  ${made.key}`)).toMatchObject({ wallet: ada.address })
})

test('a hidden agent is there for the keys of its owner, and a key of one agent for that agent', async () => {
  const hidden = await makeAgent({ visibilityEnabled: false })
  const eve = await signIn()
  const [own, others] = [await callerOf(made), await callerOf(await makeKey({}, eve))]
  expect((await doors.findAgent(hidden, own))?.id).toBe(hidden)
  expect(await doors.findAgent(hidden, others)).toBeNull()
  expect(await doors.findAgent(hidden, null)).toBeNull()
  await expect(doors.ask(others, question({ agentId: hidden }))).rejects.toMatchObject({ code: 'not_found' })

  const bound = await callerOf(await makeKey({ agentId: hidden }))
  expect((await doors.listAgents(bound, {})).agents.map(({ id }) => id)).toEqual([hidden])
  expect(await doors.findAgent(agentId, bound)).toBeNull()
  await expect(doors.ask(bound, question())).rejects.toMatchObject({ code: 'not_found' })
  expect(textOf(await Array.fromAsync(await doors.ask(bound, question({ agentId: hidden }))))).toBe(WHOLE)
  const answer = await send('POST', '/api/me/keys', { as: eve, json: { name: 'x', agentId: hidden } })
  expect(answer.status).toBe(404)
})

test('a key lists its own agents first, hidden ones and drafts too, then the public ones, each once', async () => {
  const bob = await signIn()
  const own = [
    await makeAgent({ name: 'One', isPublic: false }, bob),
    await makeAgent({ name: 'Two' }, bob),
    await makeAgent({ name: 'Three', visibilityEnabled: false }, bob),
  ]
  const caller = await callerOf(await makeKey({}, bob))
  for (const limit of [1, 2, 3, 4, 100]) {
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await doors.listAgents(caller, { limit, ...(cursor && { cursor }) })
      listed.push(...page.agents.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(listed.slice(0, 3))).toEqual(new Set(own))
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toContain(agentId)
  }
  const open = await doors.listAgents(null, { limit: 100 })
  expect(open.agents.map(({ id }) => id)).toContain(own[1])
  expect(open.agents.map(({ id }) => id)).not.toContain(own[0])
  await expect(doors.listAgents(null, { cursor: 'own.x' })).rejects.toMatchObject({ code: 'cursor_invalid' })
})

test('the words of a key are counted by day, and used up they are back with the next day', async () => {
  const small = await makeKey({ wordsADay: 100 })
  model.next({ name: 'words', words: Array.from({ length: 99 }, (_, n) => `word${n} `) })
  await Array.fromAsync(await doors.ask(await callerOf(small), question()))
  expect((await callerOf(small)).usedUpFor).toBeNull()
  await Array.fromAsync(await doors.ask(await callerOf(small), question()))
  const spent = await callerOf(small)
  expect(spent.usedUpFor).toBeGreaterThan(0)
  await expect(doors.ask(spent, question())).rejects.toMatchObject({ code: 'words_used_up' })
  const stored = { ...question(), conversationId: null, parentId: null }
  await expect(doors.askStored(spent, stored)).rejects.toMatchObject({ code: 'words_used_up' })
  // As another server sees it, which only knows what is stored.
  await apiKeys.flush()
  expect((await opened.doors.identify(`Bearer ${small.key}`)).usedUpFor).toBeGreaterThan(0)
  const [row] = await sql`select words from api_key_words where key_id = ${small.apiKey.id}`
  expect(row).toEqual({ words: 104 })
  advance((spent.usedUpFor ?? 0) * 1_000)
  expect((await callerOf(small)).usedUpFor).toBeNull()
})

test('revoking a key ends what it receives at once, and closes the request to the model', async () => {
  const key = await makeKey()
  const caller = await callerOf(key)
  const requests = model.requests.length
  model.next('stalls')
  model.next('stalls')
  const unstored = (await doors.ask(caller, question()))[Symbol.asyncIterator]()
  const stored = await doors.askStored(caller, { ...question(), conversationId: null, parentId: null })
  const following = stored.events[Symbol.asyncIterator]()
  for (const events of [unstored, following])
    for (const type of ['started', 'model']) expect(await events.next()).toMatchObject({ value: { type } })
  expect(await unstored.next()).toMatchObject({ value: { type: 'words' } })
  expect(await following.next()).toMatchObject({ value: { type: 'words' } })
  await model.request(requests + 1)
  expect((await send('DELETE', `/api/me/keys/${key.apiKey.id}`, { as: ada })).status).toBe(204)
  const rest = async (events: AsyncIterator<ReplyEvent>) => {
    const kinds = new Set<string>()
    for (let next = await events.next(); !next.done; next = await events.next()) kinds.add(next.value.type)
    return [...kinds].at(-1)
  }
  expect(await rest(unstored)).toBe('stopped')
  expect(await rest(following)).toBe('stopped')
  expect(await model.closed(requests)).toBe('cut')
  expect(await model.closed(requests + 1)).toBe('cut')
  await expect(callerOf(key)).rejects.toMatchObject({ code: 'key_invalid' })
  expect((await send('DELETE', `/api/me/keys/${key.apiKey.id}`, { as: ada })).status).toBe(404)
})

test('a stream ends with its key, revoked or expired, however long nothing else used the key', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = testApp(database, { chat })
  const HOUR_MS = 3_600_000
  const [revoked, expiring] = [
    await makeKey(),
    // By this server's clock: that of the others may be a day ahead.
    await makeKey({ expiresAt: new Date(Date.now() + 3 * HOUR_MS).toISOString() }, ada, server.send),
  ]
  const begin = async ({ key }: MadeApiKey, isStored: boolean) => {
    model.next('stalls')
    const caller = await server.doors.identify(`Bearer ${key}`)
    const stored = { conversationId: null, parentId: null }
    const asked = isStored
      ? (await server.doors.askStored(caller, { ...question(), ...stored })).events
      : await server.doors.ask(caller, question())
    const events = asked[Symbol.asyncIterator]()
    for (const _ of ['started', 'words']) await events.next()
    return events
  }
  const lastOf = async (events: AsyncIterator<ReplyEvent>) => {
    let last: string | undefined
    for (let next = await events.next(); !next.done; next = await events.next()) last = next.value.type
    return last
  }
  for (const [key, end] of [
    [revoked, () => server.send('DELETE', `/api/me/keys/${revoked.apiKey.id}`, { as: ada })],
    [expiring, async () => server.advance(2 * HOUR_MS)],
  ] as const) {
    const streams = [await begin(key, false), await begin(key, true)]
    server.advance(1.1 * HOUR_MS)
    vi.advanceTimersByTime(60_000)
    await setImmediate()
    await end()
    vi.advanceTimersByTime(60_000)
    expect(await Promise.all(streams.map(lastOf))).toEqual(['stopped', 'stopped'])
  }
})

test('a key goes on with the conversations that it began, and with no others', async () => {
  const caller = await callerOf(made)
  const first = await doors.askStored(caller, { ...question(), conversationId: null, parentId: null })
  expect(textOf(await Array.fromAsync(first.events))).toBe(WHOLE)
  const { conversationId, replyId } = first
  expect(await doors.read(caller, first)).toMatchObject({ text: WHOLE, state: 'finished', agentId })
  const before = model.requests.length
  const second = await doors.askStored(caller, { ...question(), conversationId, parentId: replyId })
  await Array.fromAsync(second.events)
  const { body } = await model.request(before)
  const contents = (body as { messages: { content: string }[] }).messages.slice(3)
  expect(contents.map(({ content }) => content)).toEqual(['What is light?', WHOLE, 'What is light?'])

  const other = await callerOf(await makeKey())
  await expect(doors.read(other, first)).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    doors.askStored(other, { ...question(), conversationId, parentId: replyId }),
  ).rejects.toMatchObject({ code: 'not_found' })
  // A conversation of the product itself is not a key's, although both are the wallet's.
  const own = { replyId: randomUUID(), conversationId: randomUUID() }
  const ask = { agentId, replyId: own.replyId, question: { id: randomUUID(), parentId: null, content: 'Hi' } }
  await (
    await send('POST', `/api/conversations/${own.conversationId}/replies`, { as: ada, json: ask })
  ).text()
  await expect(doors.read(caller, own)).rejects.toMatchObject({ code: 'not_found' })
  await expect(doors.stop(caller, own)).rejects.toMatchObject({ code: 'not_found' })
})

test('where the doors are open, somebody without a key asks public agents, and no others', async () => {
  await expect(doors.identify(undefined)).rejects.toMatchObject({ code: 'key_invalid' })
  const draft = await makeAgent({ isPublic: false })
  for (const authorization of [undefined, 'Bearer none']) {
    const nobody = await opened.doors.identify(authorization)
    expect(nobody).toMatchObject({ wallet: null, keyId: null })
    expect(textOf(await Array.fromAsync(await opened.doors.ask(nobody, question())))).toBe(WHOLE)
    await expect(opened.doors.ask(nobody, question({ agentId: draft }))).rejects.toMatchObject({
      code: 'not_found',
    })
    const stored = { ...question(), conversationId: null, parentId: null }
    await expect(opened.doors.askStored(nobody, stored)).rejects.toMatchObject({ code: 'key_invalid' })
  }
  await expect(opened.doors.identify(`Bearer bk_${'x'.repeat(43)}`)).rejects.toMatchObject({
    code: 'key_invalid',
  })
})

test('what does not fit the window of the model is refused before it is asked', async () => {
  const requests = model.requests.length
  await expect(
    doors.ask(await callerOf(made), question({ text: 'x'.repeat(100_000) })),
  ).rejects.toMatchObject({ code: 'question_too_long' })
  expect(model.requests).toHaveLength(requests)
})

test('a stored question that is refused leaves nothing behind of what was said before it', async () => {
  const ending = testApp(database, { chat })
  const { key, apiKey } = await makeKey()
  const caller = await ending.doors.identify(`Bearer ${key}`)
  await ending.replies.close()
  const turns = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Ho' },
  ] as const
  const asked = { ...question(), turns, conversationId: null, parentId: null }
  for (let tries = 0; tries < 2; tries++)
    await expect(ending.doors.askStored(caller, asked)).rejects.toMatchObject({ code: 'not_ready' })
  expect(
    await sql`select from conversations where api_key_id = ${apiKey.id} and deleted_at is null`,
  ).toHaveLength(0)
})
