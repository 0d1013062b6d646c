import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { storeLongConversation } from '../../../../../test/long-conversation.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import { toolPart, UNTIL, waitingFor } from '../../../../../test/tool-part.ts'
import { conversationSchema, conversationSummarySchema } from '../../../../shared/chat/conversations.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import { pathUp } from '../../../db/conversations/message-path.ts'

const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const store = (said?: Said[], fields: object = {}) =>
  storeConversation(database, { ...fields, owner: ada.address }, said)
const fork = (from: string, json: { id: string; messageId: string | undefined }, as: Account = ada) =>
  send('POST', `/api/conversations/${from}/fork`, { as, json })
const open = async (id: string) => {
  const response = await send('GET', `/api/conversations/${id}`, { as: ada })
  expect(response.status).toBe(200)
  return conversationSchema.parse(await response.json())
}
const newId = () => crypto.randomUUID()

test('a fork has what was said up to a message, as it was said, under ids of its own', async () => {
  const question = newId()
  const from = await store(
    [
      { role: 'user', content: 'What is light?', id: question },
      { role: 'assistant', content: 'A wave.', state: 'stopped', forgotten: 2, repliedAt: new Date() },
      { role: 'assistant', content: 'A particle.', parentId: question, cutShort: true },
      ...exchange('And sound?', 'A wave as well.'),
    ],
    { title: 'Light', updatedAt: new Date(1_700_000_000_000) },
  )
  const before = await open(from.id)
  const id = newId()
  const response = await fork(from.id, { id, messageId: from.said[3]?.id })
  expect([response.status, response.headers.get('location')]).toEqual([201, `/api/conversations/${id}`])
  const made = conversationSummarySchema.parse(await response.json())
  expect(made).toMatchObject({ id, title: 'Light (fork)', agentId: from.agentId, state: 'finished' })
  expect(made.updatedAt > before.updatedAt).toBe(true)

  const copy = await open(id)
  const [copied, said] = [copy, before].map((one) => pathTo(one.messages, one.activeLeaf))
  expect(copy.messages).toHaveLength(3)
  expect(copied).toEqual(
    said?.slice(0, 3).map((message, index) => ({
      ...message,
      id: expect.any(String),
      parentId: copied?.[index - 1]?.id ?? null,
      number: index + 1,
    })),
  )
  const ids = new Set(before.messages.map((message) => message.id))
  expect(copy.messages.filter((message) => ids.has(message.id))).toEqual([])
  expect(await open(from.id)).toEqual(before)
})

test('a reply that ended otherwise keeps its state, and one that is running is copied as interrupted', async () => {
  const from = await store([
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'One', state: 'failed', requestId: 'r-7' },
    { role: 'user', content: 'Two?' },
    { role: 'assistant', content: 'Two so', state: 'running' },
  ])
  const id = newId()
  expect((await fork(from.id, { id, messageId: from.activeLeaf })).status).toBe(201)
  const copy = await open(id)
  const replies = pathTo(copy.messages, copy.activeLeaf).filter(({ role }) => role === 'assistant')
  expect(replies).toMatchObject([
    { content: 'One', state: 'failed' },
    { content: 'Two so', state: 'interrupted' },
  ])
  expect((await open(from.id)).state).toBe('running')
})

test('in a fork nothing goes on: what waits for its person is stopped there, and its calls come to nothing', async () => {
  const states = [
    { state: 'done', result: 'Sent.', ms: 5 },
    waitingFor('acts'),
    { state: 'allowed' },
    { state: 'running', since: UNTIL },
    { state: 'refused', words: 'No.' },
  ] satisfies ToolCallPart['status'][]
  const parts = states.map((status, index) => toolPart(status, { id: index + 1, call: newId() }))
  const from = await store([
    { role: 'user', content: 'Send it.' },
    { role: 'assistant', content: '', state: 'waiting', parts },
  ])
  const id = newId()
  expect((await fork(from.id, { id, messageId: from.activeLeaf })).status).toBe(201)
  const [stored] = await database.sql<{ state: string; states: string[] }[]>`
    select state, array(select part #>> '{status,state}' from jsonb_array_elements(parts) part) as states
    from messages where conversation_id = ${id} and role = 'assistant'`
  expect(stored).toEqual({
    state: 'stopped',
    states: ['done', 'superseded', 'superseded', 'superseded', 'refused'],
  })
})

test('the same fork again gives the same conversation, also at once and after it went on', async () => {
  const from = await store([...exchange('One?', 'One.'), ...exchange('Two?', 'Two.')])
  const json = { id: newId(), messageId: from.said[1]?.id }
  const answers = await Promise.all(Array.from({ length: 8 }, () => fork(from.id, json)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(7).fill(200), 201])
  const made = await open(json.id)
  expect(made.messages).toHaveLength(2)
  await database.sql`
    insert into messages (conversation_id, id, parent_id, number, role, content, created_at)
    values (${json.id}, ${newId()}, ${made.activeLeaf}, 3, 'user', 'And then?', now())`
  expect((await fork(from.id, { ...json, id: json.id.toUpperCase() })).status).toBe(200)
  expect((await open(json.id)).messages).toHaveLength(3)
})

test('an id that belongs to anything else is refused, and nothing changes', async () => {
  const from = await store()
  advance(1_000)
  const mine = await store()
  const theirs = await storeConversation(database, { owner: bob.address })
  const deleted = await store(undefined, { deletedAt: new Date() })
  const before = [await open(from.id), await open(mine.id)]
  for (const id of [from.id, from.id.toUpperCase(), mine.id, theirs.id, deleted.id]) {
    const response = await fork(from.id, { id, messageId: from.activeLeaf })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'conflict', errors: { id: 'This id is taken.' } })
  }
  expect([await open(from.id), await open(mine.id)]).toEqual(before)
})

test('nothing is forked at a message that is not there, or by anybody but the owner', async () => {
  const [from, other] = [await store(), await store()]
  const id = newId()
  for (const messageId of [newId(), other.activeLeaf]) {
    const response = await fork(from.id, { id, messageId })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: { messageId: 'This conversation has no such message.' },
    })
  }
  expect((await fork(from.id, { id, messageId: from.activeLeaf }, bob)).status).toBe(404)
  for (const as of [ada, bob])
    expect((await send('GET', `/api/conversations/${id}`, { as })).status).toBe(404)
})

test('a conversation of five thousand messages is forked whole', async () => {
  const from = await storeLongConversation(database, { owner: ada.address }, 2_500)
  await database.sql`analyze messages`
  const id = newId()
  expect((await fork(from.id, { id, messageId: from.activeLeaf })).status).toBe(201)
  const pathOf = (conversation: string, leaf: string) => database.sql<{ content: string }[]>`
    with recursive ${pathUp(conversation, leaf)} select content from up order by depth`
  const copy = await open(id)
  expect(copy.earlier).toBe(4_900)
  expect(await pathOf(id, copy.activeLeaf)).toEqual(await pathOf(from.id, from.activeLeaf))
  const [placed] = await database.sql`
    select count(distinct branch)::int as branches, max(depth) as deepest from messages where conversation_id = ${id}`
  expect(placed).toEqual({ branches: 1, deepest: 4_999 })
})
