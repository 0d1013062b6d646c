import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { asking } from '../../../../../test/own-world.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import { storeCall } from '../../../../../test/stored-calls.ts'
import { toolPart, waitingFor } from '../../../../../test/tool-part.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ConversationFile } from '../../../../shared/chat/conversation-files.ts'
import {
  type Ask,
  type ConversationPage,
  conversationSchema,
  type ErasedMessages,
} from '../../../../shared/chat/conversations.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import { exportedConversationSchema } from '../../../../shared/own-data/exported-conversation.ts'
import { storeConversation as storeImported } from '../../../db/own-data/store-imported.ts'
import { recallBlocks, recallWords, stories } from '../../../db/schema/conversations.ts'
import { facts } from '../../../db/schema/memory.ts'
import { toolCarries } from '../../../db/schema/tools.ts'
import { conversationDocument } from '../../../domain/own-data/export-json.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'
import type { ModelRequest } from '../../../llm/provider.ts'

/** In everything that is erased, and in nothing else. */
const MARK = 'Quillfeather'

const requests: ModelRequest[] = []
const chat: ChatEngine = {
  engine: { kind: 'offline' },
  async *ask(request) {
    requests.push(request)
    const isTold = JSON.stringify(request.messages.at(-1)).includes(`${MARK} asks`)
    yield { type: 'words', text: isTold ? `${MARK} lights it at dusk. [1]` : 'The lamp is lit at dusk. [1]' }
    yield { type: 'end', reason: 'stop' }
  },
}
const database = await testDatabase()
const { send, signIn, readIn } = testApp(database, { chat })
const { call, makeKey } = doorClient(send)
const [ada, bob] = [await signIn(), await signIn()]
const ask = asking(send)
const client = conversationClient(send, ada)
const agent = await ask<Agent>('POST', '/api/agents', ada, {
  ...{ name: 'Beacon', description: 'Tells of lamps.', category: 'neural', personality: 'You are Beacon.' },
  ...{ capabilities: ['Telling'], knowledgeDomains: ['Lamps'] },
})

const at = (id: string) => `/api/conversations/${id}`
const erase = (id: string, message: string, as = ada) =>
  send('DELETE', `${at(id)}/messages/${message}`, { as })
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

/** The rows of all tables that have the stem of the mark, as text or as bytes; without those that have an id. */
async function marked(except: string): Promise<string[]> {
  const [stem, bytes] = [MARK.slice(0, -2), Buffer.from(MARK).toString('hex')]
  const tables = await database.sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r' order by 1`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.sql.unsafe(
      `select whole from (select t::text as whole from ${name} t) rows where whole ilike '%${stem}%' or whole like '%${bytes}%'`,
    )
    found.push(...rows.filter(({ whole }) => !whole.includes(except)).map(() => name))
  }
  return found
}

async function said(conversation: string, asked: Ask) {
  await (await client.ask(conversation, asked)).text()
}

async function addFile(conversation: string) {
  const query = new URLSearchParams({ id: randomUUID(), name: `${MARK}.md` })
  const body = `The lamp of ${MARK} is lit at dusk.`
  const answer = await send('POST', `${at(conversation)}/files?${query}`, { as: ada, body })
  await readIn.settled()
  return (await answer.json()) as ConversationFile
}

/** Stores what is made of a turn beside its messages. */
async function storeDerived(conversationId: string, { question, replyId }: Ask) {
  const wallet = ada.address
  const now = new Date()
  const text = `${MARK} keeps a lamp`
  await storeCall(database, { wallet, conversationId, replyId, arguments: text, state: 'done', result: text })
  const carry = { provider: 'p', model: 'm', dialect: 'chat', bytes: text } as const
  await database.db.insert(toolCarries).values({ ...carry, conversationId, replyId, step: 1 })
  const times = { createdAt: now, updatedAt: now }
  const story = { id: randomUUID(), conversationId, through: replyId, text, by: 'model' } as const
  await database.db.insert(stories).values({ ...story, ...times })
  const fact = { wallet, agentId: agent.id, text, by: 'person', conversationId, ...times } as const
  await database.db.insert(facts).values([
    { ...fact, id: randomUUID(), number: 1, messageId: question.id },
    { ...fact, id: randomUUID(), number: 2, messageId: question.id, deletedAt: now },
  ])
  await database.db.insert(recallBlocks).values({ conversationId, block: 0, lengths: new Uint8Array(2) })
  const word = { conversationId, block: 0, word: MARK.toLowerCase(), postings: new Uint8Array(2) }
  await database.db.insert(recallWords).values(word)
}

test('nothing of an erased question, its answers and what was made of them is left anywhere, but for a fork that was made before', async () => {
  const conversation = randomUUID()
  const file = await addFile(conversation)
  const first = firstQuestion(agent.id, `${MARK} asks when the lamp is lit`)
  await said(conversation, { ...first, question: { ...first.question, files: [file.id] } })
  await said(conversation, { ...first, replyId: randomUUID(), question: { id: first.question.id } })
  const { messages, activeLeaf } = await client.open(conversation)
  expect(messages).toHaveLength(3)
  const next = firstQuestion(agent.id, 'When is the lamp lit?')
  await said(conversation, { ...next, question: { ...next.question, parentId: activeLeaf } })
  const copy = await ask<SharedCopy>('POST', `${at(conversation)}/copies`, ada, { messageId: next.replyId })
  const fork = randomUUID()
  await ask('POST', `${at(conversation)}/fork`, ada, { id: fork, messageId: activeLeaf })
  await storeDerived(conversation, first)
  const places = (await marked(fork)).toSorted()
  for (const table of [
    'conversations',
    'facts',
    'messages',
    'recall_words',
    'shared_copies',
    'source_file_chunks',
    'source_passages',
    'source_terms',
    'sources',
    'stories',
    'tool_calls',
    'tool_carries',
  ])
    expect(places).toContain(table)

  const answer = await erase(conversation, first.question.id)
  expect(answer.status).toBe(200)
  const { erased, facts } = (await answer.json()) as ErasedMessages
  expect(erased).toEqual(messages.map(({ id }) => id))
  expect(facts).toBe(1)
  expect(await marked(fork)).toEqual([])

  const after = await client.open(conversation)
  expect(after).toMatchObject({ title: 'A conversation', activeLeaf: next.replyId })
  expect(after.messages.slice(0, 3)).toEqual(
    messages.map((message) => {
      const {
        parts: _,
        files: __,
        ...kept
      } = message as typeof message & { parts?: unknown; files?: unknown }
      return { ...kept, content: '', erased: true }
    }),
  )
  const later = after.messages.find(({ id }) => id === next.replyId)
  expect(later).toMatchObject({ content: 'The lamp is lit at dusk. [1]' })
  expect(later?.role === 'assistant' && sourcesOf(later.parts)).toMatchObject([
    { name: 'A deleted document', quote: '' },
  ])
  for (const path of [
    ...[at(conversation), `${at(conversation)}/files`, `/api/conversations?query=${MARK}`],
    ...['json', 'markdown'].map((format) => `${at(conversation)}/export?format=${format}`),
    ...[`/api/copies/${copy.id}`, '/api/me/inbox'],
  ])
    expect((await (await send('GET', path, { as: ada })).text()).replaceAll(fork, ''), path).not.toMatch(
      path.includes('query') ? new RegExp(conversation) : new RegExp(MARK, 'i'),
    )
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: ada })).status).toBe(404)

  // What is asked from now on is told nothing of it, and what was erased can't be asked again.
  const third = firstQuestion(agent.id, 'And when is it put out?')
  await said(conversation, { ...third, question: { ...third.question, parentId: next.replyId } })
  expect(JSON.stringify(requests.at(-1))).not.toContain(MARK)
  const again = { ...first, replyId: randomUUID(), question: { id: first.question.id } }
  expect((await client.ask(conversation, again)).status).toBe(422)
  expect((await erase(conversation, first.question.id)).status).toBe(200)
  // The fork is a conversation of its own, and is erased by itself.
  const copied = await client.open(fork)
  expect(copied.messages[0]?.content).toContain(MARK)
  await erase(fork, copied.messages[0]?.id ?? '')
  expect(await marked('nothing')).toEqual([])
})

test('an answer is erased alone, and a file stays while another version of its question has it', async () => {
  const conversation = randomUUID()
  const file = await addFile(conversation)
  const first = firstQuestion(agent.id, 'When is the lamp lit?')
  const withFile = (asked: typeof first) => ({ ...asked, question: { ...asked.question, files: [file.id] } })
  await said(conversation, withFile(first))
  const edited = firstQuestion(agent.id, 'When is the lamp lit at sea?')
  await said(conversation, withFile(edited))
  expect(await (await erase(conversation, first.replyId)).json()).toEqual({
    erased: [first.replyId],
    facts: 0,
  })
  await erase(conversation, first.question.id)
  const { messages, title } = await client.open(conversation)
  expect(title).toBe('A conversation')
  expect(messages.map(({ content }) => content)).toEqual([
    '',
    '',
    'When is the lamp lit at sea?',
    'The lamp is lit at dusk. [1]',
  ])
  expect(messages[0]).not.toHaveProperty('files')
  expect(messages[2]).toMatchObject({ files: [{ id: file.id }] })
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: ada })).status).toBe(200)
  await erase(conversation, edited.question.id)
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: ada })).status).toBe(404)
})

test('stories that end before what is erased stay, and a title that somebody gave', async () => {
  const turns = [...exchange('One?', 'One.'), ...exchange('Two?', 'Two.'), ...exchange('Three?', 'Three.')]
  const { id, said } = await storeConversation(database, { owner: ada.address, title: 'My lamp' }, turns)
  const now = new Date()
  const told = said
    .filter(({ role }) => role === 'assistant')
    .map((reply) => {
      return {
        id: randomUUID(),
        conversationId: id,
        through: reply.id,
        text: 'So far',
        by: 'person' as const,
        createdAt: now,
        updatedAt: now,
      }
    })
  await database.db.insert(stories).values(told)
  expect((await client.open(id)).stories).toHaveLength(3)
  await erase(id, said[3]?.id ?? '')
  const { title, stories: left } = await client.open(id)
  expect([title, left?.map((story) => story.id)]).toEqual(['My lamp', [told[0]?.id]])
})

test('while a reply runs nothing is erased, and a reply that waits is not done any more', async () => {
  const question: Said = { role: 'user', content: 'Send it.' }
  const running = await storeConversation(database, { owner: ada.address }, [
    ...exchange('One?', 'One.'),
    ...[question, { role: 'assistant' as const, content: 'I', state: 'running' as const }],
  ])
  for (const { id } of running.said) {
    const refused = await erase(running.id, id)
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'reply_running'])
  }
  expect((await client.open(running.id)).messages.some(({ erased }) => erased)).toBe(false)

  const replyId = randomUUID()
  const waiting = await storeConversation(database, { owner: ada.address, agentId: agent.id }, [
    question,
    { role: 'assistant', content: '', state: 'waiting', id: replyId, parts: [toolPart(waitingFor('acts'))] },
  ])
  const place = { wallet: ada.address, conversationId: waiting.id, replyId }
  const callId = await storeCall(database, { ...place, arguments: `${MARK} writes` })
  expect((await erase(waiting.id, replyId)).status).toBe(200)
  expect((await client.open(waiting.id)).messages[1]).toMatchObject({ state: 'stopped', erased: true })
  const decision = { digest: 'd'.repeat(64), decision: { kind: 'once' } }
  expect((await send('POST', `/api/tool-calls/${callId}/decision`, { as: ada, json: decision })).status).toBe(
    404,
  )
  expect(await database.sql`select from tool_calls where id = ${callId}`).toEqual([])
})

test('what a program asked through a door is erased for it, too', async () => {
  const { key } = await makeKey(ada)
  const asked = await call(key, 'POST', '/v1/responses', { model: agent.id, input: `${MARK} asks for light` })
  const { id: response } = (await asked.json()) as { id: string }
  const page = await ask<ConversationPage>('GET', '/api/conversations?query=for light', ada)
  const conversation = page.conversations[0]?.id ?? ''
  const [question] = (await client.open(conversation)).messages
  await erase(conversation, question?.id ?? '')
  const read = await call(key, 'GET', `/v1/responses/${response}`)
  expect([read.status, (await read.text()).includes(MARK)]).toEqual([200, false])
  const listTasks = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }
  const tasks = await call(key, 'POST', `/a2a/${agent.id}`, listTasks, { 'a2a-version': '1.0' })
  expect([tasks.status, (await tasks.text()).includes(MARK)]).toEqual([200, false])
})

test('an erased message is exported, kept and imported as one', async () => {
  const { id, said } = await storeConversation(database, { owner: ada.address, agentId: agent.id })
  await erase(id, said[0]?.id ?? '')
  const exported = await send('GET', `${at(id)}/export?format=json`, { as: ada })
  const { messages } = conversationSchema.parse(await exported.json())
  const kept = messages.map(({ number: _, ...message }) => message)
  const again = randomUUID()
  expect(
    (await send('PUT', at(again), { as: ada, json: { agentId: agent.id, messages: kept } })).status,
  ).toBe(201)
  expect((await client.open(again)).messages).toEqual(messages)
  const exportedAll = exportedConversationSchema.parse(conversationDocument(await client.open(id)))
  const imported = randomUUID()
  await storeImported(database.db, { id: imported, owner: ada.address, now: new Date() }, exportedAll)
  expect((await client.open(imported)).messages).toEqual(messages)
  const { erased: _, ...silent } = kept[0] ?? {}
  const json = { agentId: agent.id, messages: [silent] }
  expect((await send('PUT', at(randomUUID()), { as: ada, json })).status).toBe(422)
})

test('nobody erases what is in conversations of others, or what is nowhere', async () => {
  const { id, said } = await storeConversation(database, { owner: ada.address })
  const message = said[0]?.id ?? ''
  expect((await erase(id, message, bob)).status).toBe(404)
  for (const nowhere of [randomUUID(), 'x']) expect((await erase(id, nowhere)).status).toBe(404)
  const elsewhere = await storeConversation(database, { owner: ada.address })
  expect((await erase(elsewhere.id, message)).status).toBe(404)
  expect((await send('DELETE', `${at(id)}/messages/${message}`)).status).toBe(401)
  expect((await client.open(id)).messages.map(({ content }) => content)).toEqual([
    'What is light?',
    'A wave.',
  ])
})
