import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { exchange, storeConversation } from '../../../../../test/store-conversation.ts'
import {
  type ConversationPage,
  conversationPageSchema,
  conversationSchema,
  conversationSummarySchema,
} from '../../../../shared/chat/conversations.ts'

const database = await testDatabase()
const { send, signIn, conversations } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const at = (id: string) => `/api/conversations/${id}`
const store = (owner: Account, fields: object = {}, said?: Parameters<typeof storeConversation>[2]) =>
  storeConversation(database, { ...fields, owner: owner.address }, said)
const open = async (id: string, as = ada) => {
  const response = await send('GET', at(id), { as })
  expect(response.status).toBe(200)
  return conversationSchema.parse(await response.json())
}
const list = async (as: Account, query = '') => {
  const response = await send('GET', `/api/conversations${query}`, { as })
  expect(response.status).toBe(200)
  return conversationPageSchema.parse(await response.json())
}
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

async function makeAgent(owner: Account, fields: object = {}): Promise<string> {
  const made = await send('POST', '/api/agents', { as: owner, json: { ...newAgent, ...fields } })
  return ((await made.json()) as { id: string }).id
}

test('a conversation opens with all that was said in it, branches and failures included', async () => {
  const stored = await store(ada, { title: 'Light' }, [
    ...exchange('What is light?', 'A wave.'),
    { role: 'user', content: 'Sure?' },
    { role: 'assistant', content: '', state: 'failed', requestId: 'r-1' },
  ])
  const [question, reply] = stored.said
  const opened = await open(stored.id)
  expect(opened).toMatchObject({
    id: stored.id,
    title: 'Light',
    state: 'failed',
    activeLeaf: stored.activeLeaf,
    createdAt: stored.createdAt.toISOString(),
  })
  expect(opened.messages).toHaveLength(4)
  expect(opened.messages).toContainEqual({
    id: question?.id,
    parentId: null,
    number: 1,
    role: 'user',
    content: 'What is light?',
    createdAt: expect.any(String),
  })
  expect(opened.messages).toContainEqual({
    id: reply?.id,
    parentId: question?.id,
    number: 2,
    role: 'assistant',
    content: 'A wave.',
    state: 'finished',
    cutShort: false,
    forgotten: 0,
    repliedAt: null,
    createdAt: expect.any(String),
  })
  expect(JSON.stringify(opened)).not.toContain('r-1')
})

test('a running reply has the words that were stored so far', async () => {
  const stored = await store(ada, {}, [
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', content: 'A wave, so', state: 'running' },
  ])
  const opened = await open(stored.id)
  expect(opened.state).toBe('running')
  expect(opened.messages).toContainEqual(expect.objectContaining({ state: 'running', content: 'A wave, so' }))
})

/** Every request on one conversation: method, address, body. */
const requests: [string, string, object?][] = [
  ['GET', ''],
  ['PATCH', '', { title: 'Mine now' }],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['POST', '/fork', { id: crypto.randomUUID(), messageId: crypto.randomUUID() }],
  ['GET', '/export?format=markdown'],
  ['GET', '/export?format=json'],
]

test.each(requests)('%s %s is for the owner alone', async (method, address, json) => {
  const { id, said } = await store(ada, { title: 'Private' })
  const before = await open(id)
  const body = json && 'messageId' in json ? { ...json, messageId: said[0]?.id } : json
  const ask = (id: string, as?: Account) => send(method, at(id) + address, { as, json: body })
  const [visitor, other] = [await ask(id), await ask(id, bob)]
  expect([visitor.status, await codeOf(visitor)]).toEqual([401, 'not_signed_in'])
  expect([other.status, await codeOf(other)]).toEqual([404, 'not_found'])
  expect(await open(id)).toEqual(before)
  expect((await ask(id.toUpperCase(), ada)).ok).toBe(true)
  for (const id of [crypto.randomUUID(), 'nothing'])
    expect([(await ask(id, ada)).status, id]).toEqual([404, id])
})

test('a list is its wallet’s alone, last used first, and goes on by its cursor', async () => {
  const carol = await signIn()
  const used = (age: number) => ({ updatedAt: new Date(1_700_000_000_000 - age) })
  const ids = []
  for (const age of [0, 0, 1, 2, 3]) ids.push((await store(carol, used(age))).id)
  await store(bob, used(0))
  await store(carol, { deletedAt: new Date(), ...used(0) })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ConversationPage = await list(carol, `?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.conversations.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen.slice(2)).toEqual(ids.slice(2))
  expect(new Set(seen)).toEqual(new Set(ids))
  expect((await send('GET', '/api/conversations')).status).toBe(401)
  expect(await codeOf(await send('GET', '/api/conversations?cursor=x', { as: carol }))).toBe('cursor_invalid')
})

test('a list can be of one agent, or of what has some words in it', async () => {
  const carol = await signIn()
  const agentId = await makeAgent(carol)
  const light = await store(carol, { title: 'About 100%' }, exchange('What is LIGHT?', 'A wave.'))
  // Used in the same millisecond, neither would be the last one.
  await wait(2)
  const other = await store(carol, { agentId, title: 'Ünlike' }, exchange('What is sound?', 'Many waves.'))
  const found = async (query: string) => (await list(carol, query)).conversations.map(({ id }) => id)
  expect(await found(`?agentId=${agentId.toUpperCase()}`)).toEqual([other.id])
  expect(await found('?query=light%3F')).toEqual([light.id])
  expect(await found('?query=0%25')).toEqual([light.id])
  expect(await found('?query=%25')).toEqual([light.id])
  expect(await found('?query=üNL')).toEqual([other.id])
  expect(await found(`?agentId=${agentId}&query=LIGHT%3F`)).toEqual([])
  expect((await list(carol, '?query=wave')).conversations.map(({ excerpt }) => excerpt)).toEqual([
    'Many waves.',
    'A wave.',
  ])
  expect(await found('?query=A%25e')).toEqual([])
})

test('a wallet searches once at a time, and a search that nobody waits for any more is not begun', async () => {
  const [carol, dan] = [await signIn(), await signIn()]
  const light = await store(carol, { title: 'Light' })
  const gone = new AbortController()
  const search = (owner: Account, signal?: AbortSignal) =>
    conversations.list(owner.address, { query: 'light' }, signal)
  const searches = [search(carol), search(carol, gone.signal), search(carol), search(dan, gone.signal)]
  gone.abort()
  expect(await Promise.allSettled(searches)).toMatchObject([
    { value: { conversations: [{ id: light.id }] } },
    { value: { conversations: [] } },
    { value: { conversations: [{ id: light.id }] } },
    // It had begun.
    { value: { conversations: [] } },
  ])
})

test('the agent is shown as it is now, and as it was once it can not be seen any more', async () => {
  const agentId = await makeAgent(bob, { name: 'Before', imageUrl: 'https://example.com/a.png' })
  const { id } = await store(ada, { agentId, agentName: 'Before' })
  const mine = await store(bob, { agentId, agentName: 'Before' })
  const agentOf = async (id: string, as: Account) => {
    const { agentName, agentImageUrl, agentAnswers } = await open(id, as)
    return [agentName, agentImageUrl, agentAnswers]
  }
  const change = (json: object) => send('PATCH', `/api/agents/${agentId}`, { as: bob, json })
  await change({ name: 'After' })
  expect(await agentOf(id, ada)).toEqual([
    'After',
    expect.stringMatching(/^\/images\/remote\/[0-9a-f]{64}\.webp$/),
    true,
  ])
  await change({ visibilityEnabled: false })
  expect(await agentOf(id, ada)).toEqual(['Before', '/images/default.webp', false])
  expect(await agentOf(mine.id, bob)).toEqual([
    'After',
    expect.stringMatching(/^\/images\/remote\/[0-9a-f]{64}\.webp$/),
    true,
  ])
  const listed = (await list(ada)).conversations.find((one) => one.id === id)
  expect(listed).toMatchObject({ agentName: 'Before', agentAnswers: false })
  await change({ visibilityEnabled: true })
  await send('DELETE', `/api/agents/${agentId}`, { as: bob })
  for (const [one, as] of [
    [id, ada],
    [mine.id, bob],
  ] as const)
    expect(await agentOf(one, as)).toEqual(['Before', '/images/default.webp', false])
})

test('a change changes what it names and is no use of the conversation', async () => {
  const stored = await store(ada, { updatedAt: new Date(1_700_000_000_000) }, [
    ...exchange('One?', 'One.'),
    ...exchange('Two?', 'Two.'),
  ])
  const before = await open(stored.id)
  const leaf = stored.said[1]?.id ?? ''
  const change = (json: object) => send('PATCH', at(stored.id), { as: ada, json })
  const renamed = conversationSummarySchema.parse(await (await change({ title: ' Named ' })).json())
  expect(renamed).toMatchObject({ id: stored.id, title: 'Named', updatedAt: before.updatedAt })
  expect((await change({ activeLeaf: leaf.toUpperCase() })).status).toBe(200)
  expect(await open(stored.id)).toEqual({ ...before, title: 'Named', activeLeaf: leaf })
})

test('only a message of the conversation can be shown, and what is refused changes nothing', async () => {
  const [stored, other] = [await store(ada), await store(ada)]
  const before = await open(stored.id)
  for (const activeLeaf of [other.activeLeaf, crypto.randomUUID()]) {
    const response = await send('PATCH', at(stored.id), { as: ada, json: { title: 'No', activeLeaf } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      errors: { activeLeaf: 'This conversation has no such message.' },
    })
  }
  for (const json of [{}, { title: '' }, { title: 'a\nb' }, { title: 'x'.repeat(81) }, { owner: 'me' }])
    expect((await send('PATCH', at(stored.id), { as: ada, json })).status).toBe(422)
  expect(await open(stored.id)).toEqual(before)
})
