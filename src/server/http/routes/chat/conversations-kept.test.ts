import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { modelPart } from '../../../../../test/model-part.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { toolPart } from '../../../../../test/tool-part.ts'
import { conversationSchema, conversationSummarySchema } from '../../../../shared/chat/conversations.ts'
import type { KeptConversation } from '../../../../shared/chat/kept-conversation.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import { limits } from '../../../../shared/common/limits.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const { makeAgent } = realmRequests(send)
const [ada, bob] = [await signIn(), await signIn()]
const agentId = await makeAgent(ada, { name: 'Nova' })

const newId = () => crypto.randomUUID()
const keep = (id: string, json: unknown, as: Account | undefined = ada) =>
  send('PUT', `/api/conversations/${id}`, { as, json })
const open = async (id: string) => {
  const response = await send('GET', `/api/conversations/${id}`, { as: ada })
  expect(response.status).toBe(200)
  return conversationSchema.parse(await response.json())
}

type Kept = KeptConversation['messages'][number]
const createdAt = '2026-01-01T10:00:00.000Z'
const question = (content: string, parentId: string | null, id = newId()): Kept => ({
  role: 'user',
  id,
  parentId,
  content,
  createdAt,
})
const reply = (content: string, parentId: string, more: object = {}): Kept => ({
  role: 'assistant',
  id: newId(),
  parentId,
  content,
  createdAt,
  state: 'finished',
  cutShort: false,
  forgotten: 0,
  repliedAt: createdAt,
  ...more,
})
/** A visitor's conversation: a question that was edited once, and a follow-up. */
function ledInAPage() {
  const first = question('What is light?', null)
  const answered = reply('A wave.', first.id)
  const edited = question('What is sound?', null)
  const stopped = reply('A wa', edited.id, { state: 'stopped', cutShort: true, forgotten: 2 })
  const next = question('And then?', answered.id)
  const unanswered = reply('', next.id, { state: 'failed', repliedAt: null })
  return [first, answered, edited, stopped, next, unanswered]
}

test('a time that no conversation can have is refused at its field', async () => {
  const first = question('What is light?', null)
  const messages = [{ ...first, createdAt: '0000-01-01T00:00:00Z' }]
  const refused = await keep(newId(), { agentId, messages })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: { 'messages.0.createdAt': 'This is not a time in ISO 8601, in UTC.' } },
  ])
})

test('a conversation of two thousand messages is kept', async () => {
  const messages: Kept[] = []
  while (messages.length < 2_000) {
    const asked = question('What is light?', messages.at(-1)?.id ?? null)
    messages.push(asked, reply('A wave.', asked.id))
  }
  expect((await keep(newId(), { agentId, messages })).status).toBe(201)
})

test('a conversation that was led in a page is kept as it was, with its branches', async () => {
  const [id, messages] = [newId(), ledInAPage()]
  const response = await keep(id, { agentId, messages })
  expect([response.status, response.headers.get('location')]).toEqual([201, `/api/conversations/${id}`])
  expect(conversationSummarySchema.parse(await response.json())).toMatchObject({
    id,
    agentId,
    agentName: 'Nova',
    title: 'What is light?',
    state: 'failed',
  })
  const kept = await open(id)
  expect(kept.messages.toSorted((one, other) => one.number - other.number)).toEqual(
    messages.map((message, index) => ({ ...message, number: index + 1 })),
  )
  expect(pathTo(kept.messages, kept.activeLeaf).map(({ content }) => content)).toEqual([
    'What is light?',
    'A wave.',
    'And then?',
    '',
  ])
})

test('what a kept reply says of its model is kept, without characters that no table takes', async () => {
  const [id, first] = [newId(), question('What is light?', null)]
  const said = modelPart({ asked: 'fine\u0000', answered: null, provider: 'Near\u0000\ud800' })
  const parts = [said, { kind: 'text', text: 'A wave.' }]
  const kept = await keep(id, { agentId, messages: [first, reply('A wave.', first.id, { parts })] })
  expect(kept.status).toBe(201)
  const [, stored] = (await open(id)).messages
  expect(stored).toMatchObject({
    parts: [{ ...said, asked: 'fine\ufffd', provider: 'Near\ufffd\ufffd' }, parts[1]],
  })
})

test('a kept reply with a call does not go on here: its words and its call would get a receipt as if they were of this place', async () => {
  const [id, first] = [newId(), question('What is light?', null)]
  const parts = [{ kind: 'text', text: 'A wave.' }, toolPart({ state: 'done', result: 'Sent.', ms: 1 })]
  const broken = reply('A wave.', first.id, { parts, state: 'interrupted' })
  expect((await keep(id, { agentId, messages: [first, broken] })).status).toBe(201)
  const resumed = await send('POST', `/api/conversations/${id}/replies/${broken.id}/resume`, { as: ada })
  expect([resumed.status, await resumed.json()]).toMatchObject([
    409,
    { code: 'conflict', detail: 'This reply can’t go on. Ask again.' },
  ])
  expect(await database.sql`select from receipt_salts where reply_id = ${broken.id}`).toEqual([])
  expect((await open(id)).messages[1]).toMatchObject({ content: 'A wave.', state: 'interrupted' })
})

test('what was thought is kept with what was said, and no other text can stand for it', async () => {
  const first = question('What is light?', null)
  const parts = [
    { kind: 'reasoning', text: 'Waves, 💡 or not?' },
    { kind: 'text', text: 'A ' },
    { kind: 'reasoning', text: 'Yes.' },
    { kind: 'text', text: 'wave.' },
  ]
  const thought = reply('A wave.', first.id, { parts })
  const id = newId()
  expect((await keep(id, { agentId, messages: [first, thought] })).status).toBe(201)
  expect((await open(id)).messages).toContainEqual({ ...thought, number: 2 })
  const other = { ...thought, content: 'Another wave.' }
  expect((await keep(newId(), { agentId, messages: [first, other] })).status).toBe(422)
})

test('sent again it is the same conversation, with what is new in it', async () => {
  const [id, messages] = [newId(), ledInAPage()]
  await keep(id, { agentId, messages: messages.slice(0, 2) })
  expect((await keep(id, { agentId, messages: messages.slice(0, 2) })).status).toBe(200)
  expect((await open(id)).messages).toHaveLength(2)
  await Promise.all([keep(id, { agentId, messages }), keep(id, { agentId, messages })])
  const kept = await open(id)
  expect(kept.messages.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
  expect(kept.activeLeaf).toBe(messages.at(-1)?.id)
})

test('it goes on in it as in any other', async () => {
  const [id, [first, answered]] = [newId(), ledInAPage()]
  await keep(id, { agentId, messages: [first, answered] })
  const ask = { replyId: newId(), agentId, question: question('Go on', answered?.id ?? '') }
  const { id: questionId, parentId, content } = ask.question
  const json = { ...ask, question: { id: questionId, parentId, content } }
  await (await send('POST', `/api/conversations/${id}/replies`, { as: ada, json })).text()
  expect((await open(id)).messages).toHaveLength(4)
})

test('it is its wallet’s alone, and only with an agent that answers it', async () => {
  const [id, messages] = [newId(), ledInAPage()]
  const hidden = await makeAgent(ada, { name: 'Hidden' })
  await send('PATCH', `/api/agents/${hidden}`, { as: ada, json: { visibilityEnabled: false } })
  expect(await outcome(send('PUT', `/api/conversations/${id}`, { json: { agentId, messages } }))).toEqual([
    401,
    'not_signed_in',
  ])
  expect(await outcome(keep(id, { agentId: newId(), messages }))).toEqual([404, 'not_found'])
  expect(await outcome(keep(id, { agentId: hidden, messages }, bob))).toEqual([404, 'not_found'])
  await keep(id, { agentId, messages })
  expect(await outcome(keep(id, { agentId, messages }, bob))).toEqual([404, 'not_found'])
  expect(await outcome(keep(id, { agentId: hidden, messages }))).toEqual([409, 'conflict'])
  await send('DELETE', `/api/conversations/${id}`, { as: ada })
  expect(await outcome(keep(id, { agentId, messages }))).toEqual([404, 'not_found'])
})

test('what is no conversation is refused, with nothing stored', async () => {
  const [first, answered, ...rest] = ledInAPage()
  const bad: unknown[] = [
    [],
    [answered],
    [answered, first],
    [first, first],
    [first, { ...answered, role: 'user' }],
    [first, { ...answered, state: 'running' }],
    [first, { ...answered, parentId: null }],
    [first, { ...answered, content: 'x'.repeat(limits.personaText + 1) }],
    [{ ...first, content: ' ' }, answered],
    [{ ...first, id: 'one' }],
    [first, answered, ...rest, { ...rest[0], id: newId(), parentId: newId() }],
    'nothing',
  ]
  const id = newId()
  for (const messages of bad)
    expect(await outcome(keep(id, { agentId, messages }))).toEqual([422, 'validation_failed'])
  expect((await send('GET', `/api/conversations/${id}`, { as: ada })).status).toBe(404)
  expect(await outcome(keep('nothing', { agentId, messages: [first] }))).toEqual([404, 'not_found'])
})

test('the longest question and the longest text of a reply are kept whole', async () => {
  const id = newId()
  const asked = question('x'.repeat(limits.chatMessage), null)
  const text = '\u4f60'.repeat(limits.personaText)
  const messages = [asked, reply(text, asked.id, { parts: [{ kind: 'text', text }] })]
  expect((await keep(id, { agentId, messages })).status).toBe(201)
  expect((await open(id)).messages.map(({ content }) => content)).toEqual([asked.content, text])
})

test('an end within a character and a clock that runs ahead are mended', async () => {
  const [id, [first]] = [newId(), ledInAPage()]
  if (!first) throw new Error('Nothing was said')
  const later = new Date(Date.now() + 86_400_000 * 365).toISOString()
  const messages = [{ ...first, createdAt: later }, reply('A wave \ud83d', first.id)]
  expect((await keep(id, { agentId, messages })).status).toBe(201)
  const kept = await open(id)
  expect(kept.messages.find(({ role }) => role === 'assistant')?.content).toBe('A wave \ufffd')
  expect(kept.messages.find(({ role }) => role === 'user')?.createdAt).not.toBe(later)
})
