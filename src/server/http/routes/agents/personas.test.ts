import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { agentSchema } from '../../../../shared/agents/agents.ts'
import { replyLoreSchema, storedPersonaSchema } from '../../../../shared/agents/own-persona.ts'
import { type LoreEntry, NO_PERSONA, type Persona } from '../../../../shared/agents/persona.ts'
import { conversationSchema } from '../../../../shared/chat/conversations.ts'
import {
  answeringAgentRow,
  answeringColumns,
  selectAnswering,
} from '../../../db/agents/find-answering-agent.ts'
import { findPersona, savePersona } from '../../../db/agents/personas.ts'
import { rows } from '../../../db/rows.ts'
import { agents } from '../../../db/schema/agents.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
beforeEach(() => model.choose(() => undefined))
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const { send, signIn } = testApp(database, { chat })
const { makeAgent } = realmRequests(send)
const [ada, bob] = [await signIn(), await signIn()]

const entry = (keys: string[], content: string, more: Partial<LoreEntry> = {}): LoreEntry => ({
  ...{ keys, content, enabled: true, insertion_order: 1, ...more },
})
const put = (agentId: string, persona: Partial<Persona>, entries: LoreEntry[] | null = null, as = ada) =>
  send('PUT', `/api/agents/${agentId}/persona`, {
    as,
    json: { persona: { ...NO_PERSONA, ...persona }, lorebook: entries && { entries } },
  })

/** The messages of the n-th request to the model. */
async function askedAt(request: number) {
  const { body } = await model.request(request)
  return (body as { messages: { role: string; content: string }[] }).messages
}

const at = (conversation: string) => `/api/conversations/${conversation}`

async function ask(conversation: string, agentId: string, question: object, as = ada) {
  const request = model.requests.length
  const replyId = randomUUID()
  const json = { replyId, agentId, question: { id: randomUUID(), content: 'What now?', ...question } }
  const response = await send('POST', `${at(conversation)}/replies`, { as, json })
  await response.text()
  return { response, replyId, messages: response.ok ? await askedAt(request) : [] }
}

const open = async (conversation: string, as = ada) =>
  conversationSchema.parse(await (await send('GET', at(conversation), { as })).json())

test('a lorebook with as much beside its entries as other products write can be saved and tried', async () => {
  const agentId = await makeAgent(ada)
  const extensions = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, index]))
  const entries = Array.from({ length: 400 }, (_, index) => entry([`key ${index}`], 'Old.', { extensions }))
  expect(await outcome(put(agentId, {}, entries))).toEqual([200])
  const tried = { lorebook: { entries }, text: 'key 7' }
  expect(await outcome(send('POST', `/api/agents/${agentId}/lore`, { as: ada, json: tried }))).toEqual([200])
})

test('a persona is its owner’s to read and to change', async () => {
  const agentId = await makeAgent(ada)
  const read = (as = ada) => send('GET', `/api/agents/${agentId}/persona`, { as })
  expect(await (await read()).json()).toEqual({ persona: NO_PERSONA, lorebook: null, version: 1 })
  const persona = { ...NO_PERSONA, background: 'A tower.', greetings: ['Hi'] }
  const entries = [entry(['x'], 'y', { extensions: { other: 1 } })]
  expect((await put(agentId, persona, entries)).status).toBe(200)
  expect(storedPersonaSchema.parse(await (await read()).json())).toEqual({
    persona,
    lorebook: { entries },
    version: 2,
  })
  expect((await read(bob)).status).toBe(403)
  expect((await put(agentId, persona, null, bob)).status).toBe(403)
  expect((await send('GET', `/api/agents/${agentId}/persona`, {})).status).toBe(401)
  expect((await send('GET', `/api/agents/${randomUUID()}/persona`, { as: ada })).status).toBe(404)
})

test('what is too long or can not be shown is refused at its field', async () => {
  const agentId = await makeAgent(ada)
  expect(await outcome(put(agentId, { background: 'x'.repeat(65_537) }))).toEqual([422, 'validation_failed'])
  const refused = await put(agentId, {}, [entry(['x'], 'y'), entry(['k'.repeat(501)], 'bad \u0000')])
  expect(Object.keys(((await refused.json()) as { errors: object }).errors).sort()).toEqual([
    'lorebook.entries.1.content',
    'lorebook.entries.1.keys',
  ])
  // What no schema speaks of is stored as it is, if it can be stored.
  const odd = await put(agentId, { nickname: 'N\0' }, [entry(['x'], 'y', { extensions: { 'n\ud800': 1 } })])
  expect(await odd.json()).toMatchObject({
    code: 'validation_failed',
    errors: {
      'persona.nickname': 'It has a character that can’t be stored.',
      'lorebook.entries.0.extensions': 'It has a character that can’t be stored.',
    },
  })
})

test('saving an edit leaves the imported card as it is', async () => {
  const agentId = await makeAgent(ada)
  const { db } = database
  const card = { spec: 'chara_card_v3', data: { extra: [1] } }
  const now = new Date('2026-01-01T00:00:00Z')
  await savePersona(db, { agentId, persona: NO_PERSONA, lorebook: null, card, cardFormat: 'png', now })
  await put(agentId, { background: 'New' })
  expect(await findPersona(db, agentId)).toMatchObject({
    persona: { background: 'New' },
    card,
    cardFormat: 'png',
  })
})

test('greetings come with the agent, with names in place, and are in no list', async () => {
  const agentId = await makeAgent(ada, { name: 'Nova' })
  const read = async (as?: typeof ada) =>
    agentSchema.parse(await (await send('GET', `/api/agents/${agentId}`, as ? { as } : {})).json())
  expect((await read()).greetings).toBeUndefined()
  await put(agentId, { greetings: ['I am {{char}}, {{user}}.', ' ', 'Second'], nickname: 'Star' })
  expect((await read()).greetings).toEqual(['I am Star, User.', 'Second'])
  expect((await read(bob)).greetings).toEqual(['I am Star, User.', 'Second'])
  const list = await (await send('GET', '/api/agents', {})).text()
  expect(list).toContain(agentId)
  expect(list).not.toContain('greetings')
})

test('a greeting is stored with the first question, opens the prompt, and is not asked again', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { greetings: ['First', 'Second'], background: 'A tower.' })
  const [conversation, greetingId, questionId] = [randomUUID(), randomUUID(), randomUUID()]
  const greeting = 'Second'
  const first = await ask(conversation, agentId, { id: questionId, parentId: greetingId, greeting })
  expect(first.messages.slice(1)).toEqual([
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'Second' },
    { role: 'user', content: 'What now?' },
  ])
  expect(first.messages[0]?.content).toContain('A tower.')
  const stored = await open(conversation)
  expect(stored.title).toBe('What now?')
  expect(stored.messages.map(({ id, parentId, role, number }) => [id, parentId, role, number])).toEqual([
    [greetingId, null, 'assistant', 1],
    [questionId, greetingId, 'user', 2],
    [first.replyId, questionId, 'assistant', 3],
  ])
  const second = await ask(conversation, agentId, { parentId: first.replyId, content: 'And then?' })
  expect(second.messages.slice(2).map(({ content }) => content)).toEqual([
    'Second',
    'What now?',
    'Hello from the scripted model.',
    'And then?',
  ])
  // An edited question follows the stored greeting; its text can't be replaced.
  const edited = await ask(conversation, agentId, {
    parentId: greetingId,
    greeting: 'Forged',
    content: 'Else?',
  })
  expect(edited.messages[2]?.content).toBe('Second')
  expect((await open(conversation)).messages).toHaveLength(7)
  const other = await ask(conversation, agentId, { parentId: randomUUID(), greeting: 'First' })
  expect(other.messages[2]?.content).toBe('First')
  expect((await ask(conversation, agentId, { parentId: randomUUID() })).response.status).toBe(422)
  const [id, replyId] = [randomUUID(), randomUUID()]
  const same = { replyId, agentId, question: { id, parentId: id, content: 'x', greeting: 'x' } }
  expect((await send('POST', `${at(randomUUID())}/replies`, { as: ada, json: same })).status).toBe(422)
})

test('a visitor’s conversation goes on from the greeting, and is stored with it', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { greetings: ['First', 'Second'] })
  const request = model.requests.length
  await (await send('POST', '/api/chat', { json: { agentId, message: 'Hi', greeting: 'Second' } })).text()
  expect((await askedAt(request))[2]).toEqual({ role: 'assistant', content: 'Second' })
  const [id, greeting, question] = [randomUUID(), randomUUID(), randomUUID()]
  const createdAt = '2026-01-01T00:00:00.000Z'
  const said = {
    role: 'assistant',
    state: 'finished',
    cutShort: false,
    forgotten: 0,
    repliedAt: null,
    createdAt,
  }
  const messages = [
    { ...said, id: greeting, parentId: null, content: 'x'.repeat(30_000) },
    { id: question, parentId: greeting, role: 'user', content: 'Hi', createdAt },
    { ...said, id: randomUUID(), parentId: question, content: 'Ho' },
  ]
  const keep = (json: object) => send('PUT', at(id), { as: bob, json })
  expect(await outcome(keep({ agentId, messages: messages.slice(0, 1) }))).toEqual([422, 'validation_failed'])
  expect((await keep({ agentId, messages })).status).toBe(201)
  const kept = await open(id, bob)
  expect([kept.title, kept.messages.length]).toEqual(['Hi', 3])
})

test('a fork, an export and a shared copy contain the greeting', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { greetings: ['Well met'] })
  const conversation = randomUUID()
  const { replyId } = await ask(conversation, agentId, { parentId: randomUUID(), greeting: 'Well met' })
  const fork = randomUUID()
  await send('POST', `${at(conversation)}/fork`, { as: ada, json: { id: fork, messageId: replyId } })
  expect((await open(fork)).messages[0]?.content).toBe('Well met')
  const exported = await send('GET', `${at(conversation)}/export?format=markdown`, { as: ada })
  expect(await exported.text()).toContain('Well met')
  const copy = await send('POST', `${at(conversation)}/copies`, { as: ada, json: { messageId: replyId } })
  const { id } = (await copy.json()) as { id: string }
  expect(await (await send('GET', `/api/copies/${id}`, {})).text()).toContain('Well met')
})

test('lore enters the prompt, and its owner sees why, and nobody else', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, {}, [
    entry(['dragon'], 'The dragon is {{char}}’s friend.', { name: 'Friend' }),
    entry(['/wy?vern/i'], 'A wyvern has two legs.', { position: 'before_char' }),
    entry(['unicorn'], 'Nowhere.'),
  ])
  const conversation = randomUUID()
  const content = 'Does the DRAGON know a Wyvern?'
  const { messages, replyId } = await ask(conversation, agentId, { parentId: null, content })
  expect(messages[0]?.content).toMatch(/^A wyvern has two legs\.\n\n[\s\S]*The dragon is .+’s friend\.$/)
  expect(messages[0]?.content).not.toContain('Nowhere')
  const why = (as = ada, reply = replyId) => send('GET', `${at(conversation)}/replies/${reply}/lore`, { as })
  const lore = replyLoreSchema.parse(await (await why()).json())
  expect(lore).toMatchObject({ searched: true, editedSince: false, slow: [] })
  expect(lore.entries.map(({ index, key, message, outcome: came }) => [index, key, message, came])).toEqual([
    [0, 'dragon', 0, 'entered'],
    [1, '/wy?vern/i', 0, 'entered'],
  ])
  expect((await why(bob)).status).toBe(404)
  expect((await why(ada, randomUUID())).status).toBe(404)
  const theirs = randomUUID()
  const { replyId: toBob } = await ask(theirs, agentId, { parentId: null, content }, bob)
  for (const as of [ada, bob]) {
    const refused = await send('GET', `${at(theirs)}/replies/${toBob}/lore`, { as })
    expect([403, 404]).toContain(refused.status)
  }
})

test('a lorebook can be tried before it is saved', async () => {
  const agentId = await makeAgent(ada)
  const json = { lorebook: { entries: [entry(['tower'], 'High.')] }, text: 'A Tower!' }
  const tried = await send('POST', `/api/agents/${agentId}/lore`, { as: ada, json })
  expect(await tried.json()).toMatchObject({ entries: [{ index: 0, key: 'tower', outcome: 'entered' }] })
  expect((await send('POST', `/api/agents/${agentId}/lore`, { as: bob, json })).status).toBe(403)
})

test('a try-out has the saved persona', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { background: 'A tower.' })
  const draft = {
    ...{ name: 'Grace', description: 'x', personality: 'You are Grace.' },
    ...{ capabilities: ['x'], knowledgeDomains: ['y'] },
  }
  const request = model.requests.length
  const json = { draft, message: 'Hi', greeting: 'Well met' }
  await (await send('POST', `/api/agents/${agentId}/try-out`, { as: ada, json })).text()
  const messages = await askedAt(request)
  expect(messages[0]?.content).toContain('A tower.')
  expect(messages[2]?.content).toBe('Well met')
})

test('every statement that finds an answering agent brings its persona, and null without one', async () => {
  const { db } = database
  const agentId = await makeAgent(ada)
  const own = eq(agents.id, agentId)
  const read = async () => [
    ...(await rows(db, answeringAgentRow, sql`select ${selectAnswering(null)} from agents where ${own}`)),
    ...(await db.select(answeringColumns(null)).from(agents).where(own)),
  ]
  expect((await read()).map(({ persona }) => persona)).toEqual([null, null])
  const entries = [entry(['x'], 'y')]
  await put(agentId, { background: 'A tower.' }, entries)
  const persona = { persona: { ...NO_PERSONA, background: 'A tower.' }, lorebook: { entries }, person: null }
  expect((await read()).map((agent) => agent.persona)).toEqual([persona, persona])
})

test('the person is named as in their profile', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { greetings: ['Hello {{user}}'], background: 'Of {{user}}.' })
  const cleo = await signIn()
  const named = await send('PUT', '/api/me/profile', {
    as: cleo,
    json: { name: 'Cleo', imageUrl: null, about: '' },
  })
  expect(named.status).toBe(200)
  const read = await send('GET', `/api/agents/${agentId}`, { as: cleo })
  expect(agentSchema.parse(await read.json()).greetings).toEqual(['Hello cleo'])
  const stored = await ask(randomUUID(), agentId, { parentId: null }, cleo)
  expect(stored.messages[0]?.content).toContain('Of cleo.')
  const request = model.requests.length
  await (await send('POST', '/api/chat', { as: cleo, json: { agentId, message: 'Hi' } })).text()
  expect((await askedAt(request))[0]?.content).toContain('Of cleo.')
})

test('a duplicate has the persona of the original, once', async () => {
  const agentId = await makeAgent(ada)
  await put(agentId, { background: 'A tower.', greetings: ['Hi'] }, [entry(['x'], 'y')])
  const id = randomUUID()
  const duplicate = () => send('POST', `/api/agents/${agentId}/duplicate`, { as: ada, json: { id } })
  expect(agentSchema.parse(await (await duplicate()).json()).greetings).toEqual(['Hi'])
  await put(id, { background: 'Changed' })
  expect((await duplicate()).status).toBe(200)
  const read = await send('GET', `/api/agents/${id}/persona`, { as: ada })
  expect(await read.json()).toMatchObject({ persona: { background: 'Changed' }, lorebook: null })
})
