import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ConversationPage } from '../../../../shared/chat/conversations.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { send, signIn, sign, advance } = testApp(await testDatabase(), { chat })
const [ada, bob] = [await signIn(), await signIn()]
const [adas, bobs] = [conversationClient(send, ada), conversationClient(send, bob)]
const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
const agentId = ((await made.json()) as Agent).id

/** A conversation with one answered question and one whose reply is running. */
async function converse(client: typeof adas) {
  const conversation = crypto.randomUUID()
  const first = firstQuestion(agentId, 'A secret about light')
  await (await client.ask(conversation, first)).text()
  model.next('stalls')
  const question = { id: crypto.randomUUID(), parentId: first.replyId, content: 'And then?' }
  const second = { agentId, replyId: crypto.randomUUID(), question }
  const request = model.requests.length
  const answer = await client.ask(conversation, second)
  const known = await received(
    replyKnown(second.replyId),
    eventsOf(answer),
    ({ content }) => content === 'Hello from the',
  )
  expect(known.state).toBe('running')
  return { conversation, first, second, request }
}

type Conversed = Awaited<ReturnType<typeof converse>>

/** Every request on a conversation or on something in it. */
const requestsOn = ({ conversation, first, second }: Conversed): [string, string, unknown?][] => {
  const at = `/api/conversations/${conversation}`
  const id = crypto.randomUUID()
  return [
    ['GET', at],
    ['PATCH', at, { title: 'Mine now' }],
    ['PATCH', at, { activeLeaf: first.replyId }],
    ['POST', `${at}/fork`, { id, messageId: first.replyId }],
    ['GET', `${at}/export?format=json`],
    ['GET', `${at}/export?format=markdown`],
    ['POST', `${at}/replies`, second],
    ['POST', `${at}/replies`, { ...second, replyId: id, question: { id: first.question.id } }],
    ['POST', `${at}/replies`, firstQuestion(agentId)],
    ['GET', `${at}/replies/${first.replyId}`],
    ['GET', `${at}/replies/${second.replyId}?after=2`],
    ['POST', `${at}/replies/${first.replyId}/stop`],
    ['POST', `${at}/replies/${second.replyId}/stop`],
    ['POST', `${at}/restore`],
    ['DELETE', at],
  ]
}

const ask = async (as: Account | undefined, [method, path, json]: [string, string, unknown?]) => {
  const response = await send(method, path, { as, ...(json !== undefined && { json }) })
  return [method, path, response.status, ((await response.json()) as { code: string }).code]
}

/** Everything that the owner can see, except the text of a running reply, which is stored a little later. */
const everything = async (client: typeof adas, as: Account, conversation: string) => {
  const { messages, ...opened } = await client.open(conversation)
  const settled = messages.map((message) =>
    message.role === 'assistant' && message.state === 'running'
      ? { ...message, content: '', parts: undefined, repliedAt: null }
      : message,
  )
  const { conversations } = (await (
    await send('GET', '/api/conversations', { as })
  ).json()) as ConversationPage
  const listed = conversations.map(({ newestWords, ...one }) =>
    one.state === 'running' ? one : { ...one, newestWords },
  )
  return [opened, settled, listed]
}

test('another wallet finds nothing at any address of a conversation, and changes nothing', async () => {
  const conversed = await converse(adas)
  const before = await everything(adas, ada, conversed.conversation)
  const bobHad = await (await send('GET', '/api/conversations', { as: bob })).json()
  const requests = model.requests.length
  for (const request of requestsOn(conversed))
    expect(await ask(bob, request)).toEqual([request[0], request[1], 404, 'not_found'])
  expect(await everything(adas, ada, conversed.conversation)).toEqual(before)
  expect(await (await send('GET', '/api/conversations', { as: bob })).json()).toEqual(bobHad)
  expect(model.requests.length).toBe(requests)
  await adas.stop(conversed.conversation, conversed.second.replyId)
  expect(await model.closed(conversed.request)).toBe('cut')
})

test('a visitor is asked to sign in at every address, and changes nothing', async () => {
  const conversed = await converse(adas)
  const before = await everything(adas, ada, conversed.conversation)
  const lists: [string, string, unknown?][] = [
    ['GET', '/api/conversations'],
    ['DELETE', '/api/conversations'],
    ['POST', '/api/conversations/restore', { deletedAt: new Date().toISOString() }],
  ]
  for (const request of [...lists, ...requestsOn(conversed)])
    expect(await ask(undefined, request)).toEqual([request[0], request[1], 401, 'not_signed_in'])
  expect(await everything(adas, ada, conversed.conversation)).toEqual(before)
  await adas.stop(conversed.conversation, conversed.second.replyId)
})

test('what was deleted is gone at every address, for its owner too, until it is brought back', async () => {
  const conversed = await converse(adas)
  await adas.stop(conversed.conversation, conversed.second.replyId)
  const before = await everything(adas, ada, conversed.conversation)
  expect((await adas.remove(conversed.conversation)).status).toBe(204)
  const requests = model.requests.length
  for (const request of requestsOn(conversed).filter(([, path]) => !path.endsWith('/restore')))
    expect(await ask(ada, request)).toEqual([request[0], request[1], 404, 'not_found'])
  expect((await bobs.restore(conversed.conversation)).status).toBe(404)
  expect((await bobs.ask(conversed.conversation, firstQuestion(agentId))).status).toBe(404)
  expect(model.requests.length).toBe(requests)
  expect((await adas.restore(conversed.conversation)).status).toBe(200)
  expect(await everything(adas, ada, conversed.conversation)).toEqual(before)
})

test('ids that one wallet uses are free to another in a conversation of its own', async () => {
  const { conversation, first, second } = await converse(adas)
  const own = crypto.randomUUID()
  const content = 'What is dark?'
  const same = { ...first, question: { id: first.question.id, parentId: null, content } }
  const reply = await received(replyKnown(first.replyId), eventsOf(await bobs.ask(own, same)))
  expect(reply.state).toBe('finished')
  expect((await bobs.open(own)).messages).toContainEqual(expect.objectContaining({ content }))
  // The running reply of the other wallet is not in this conversation.
  expect((await bobs.follow(own, second.replyId)).status).toBe(404)
  expect((await bobs.stop(own, second.replyId)).status).toBe(404)
  expect((await bobs.change(own, { activeLeaf: second.replyId })).status).toBe(422)
  expect((await bobs.fork(own, { id: crypto.randomUUID(), messageId: second.replyId })).status).toBe(422)
  const opened = await adas.open(conversation)
  expect(opened.state).toBe('running')
  expect(opened.messages).toContainEqual(expect.objectContaining({ content: 'A secret about light' }))
  await adas.stop(conversation, second.replyId)
})

test('a fork can not take the id of a conversation that is there, whosever it is', async () => {
  const [one, other, theirs] = [await converse(adas), await converse(adas), await converse(bobs)]
  for (const [client, { conversation, second }] of [
    [adas, one],
    [adas, other],
    [bobs, theirs],
  ] as const)
    await client.stop(conversation, second.replyId)
  const before = [await adas.open(other.conversation), await bobs.open(theirs.conversation)]
  for (const id of [theirs.conversation, one.conversation]) {
    const answer = await adas.fork(one.conversation, { id, messageId: one.first.replyId })
    expect([id, answer.status, (await answer.json()).code]).toEqual([id, 409, 'conflict'])
  }
  await adas.fork(one.conversation, { id: other.conversation, messageId: one.first.replyId })
  expect([await adas.open(other.conversation), await bobs.open(theirs.conversation)]).toEqual(before)
})

test('what another wallet said or titled is found by no search of mine', async () => {
  const { conversation, second } = await converse(adas)
  await adas.stop(conversation, second.replyId)
  const found = async (as: Account, query: string) => {
    const answer = await send('GET', `/api/conversations?query=${encodeURIComponent(query)}`, { as })
    return ((await answer.json()) as ConversationPage).conversations.map(({ id }) => id)
  }
  await adas.change(conversation, { title: 'Zanzibar' })
  for (const query of ['Zanzibar', 'zanzibar', 'And then?', 'Hello from the']) {
    expect(await found(ada, query)).toContain(conversation)
    expect(await found(bob, query)).not.toContain(conversation)
  }
  expect(await found(ada, 'Z%r')).toEqual([])
  expect(await found(ada, 'Zan_ibar')).toEqual([])
  await adas.remove(conversation)
  expect(await found(ada, 'Zanzibar')).toEqual([])
})

test('what another wallet is being told is found by no search of mine while it runs', async () => {
  const [theirs, mine] = [await converse(adas), crypto.randomUUID()]
  model.next({ name: 'stalls', words: ['Something else'] })
  const ask = firstQuestion(agentId, 'Mine')
  const asked = eventsOf(await bobs.ask(mine, ask))
  await received(replyKnown(ask.replyId), asked, ({ content }) => content === 'Something else')
  // The text of a running reply can be found once it is stored.
  const found = async (query: string) => {
    const answer = await send('GET', `/api/conversations?query=${encodeURIComponent(query)}`, { as: bob })
    return (await answer.json()) as ConversationPage
  }
  await expect
    .poll(async () => (await found('something')).conversations)
    .toMatchObject([{ id: mine, excerpt: 'Something else' }])
  const ids = (await found('Hello from the')).conversations.map(({ id }) => id)
  expect(ids).not.toContain(mine)
  await bobs.stop(mine, ask.replyId)
  await adas.stop(theirs.conversation, theirs.second.replyId)
})

test('all that is deleted at once is one wallet’s own, and only its owner brings it back', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const [mine, theirs] = [conversationClient(send, owner), conversationClient(send, other)]
  const begun = async (client: typeof mine) => {
    const id = crypto.randomUUID()
    await (await client.ask(id, firstQuestion(agentId))).text()
    return id
  }
  const [first, second, kept] = [await begun(mine), await begun(mine), await begun(theirs)]
  await mine.remove(first)
  advance(1_000)
  const headers = await sign(owner, { action: 'delete-conversations' })
  const answer = await send('DELETE', '/api/conversations', { as: owner, headers })
  const deleted = (await answer.json()) as { count: number; deletedAt: string }
  expect([answer.status, deleted.count]).toEqual([200, 1])
  expect((await theirs.read(kept)).status).toBe(200)
  const json = { deletedAt: deleted.deletedAt }
  await send('POST', '/api/conversations/restore', { as: other, json })
  expect((await mine.read(second)).status).toBe(404)
  expect((await send('POST', '/api/conversations/restore', { as: owner, json })).status).toBe(204)
  // What was deleted separately stays deleted.
  expect([(await mine.read(first)).status, (await mine.read(second)).status]).toEqual([404, 200])
})

test('nothing can be brought back after ten seconds, one by one or all at once', async () => {
  const { conversation, second } = await converse(adas)
  await adas.stop(conversation, second.replyId)
  await adas.remove(conversation)
  advance(10_001)
  const late = await adas.restore(conversation)
  expect([late.status, (await late.json()).code]).toEqual([410, 'undo_expired'])
  const headers = await sign(ada, { action: 'delete-conversations' })
  const deleted = await (await send('DELETE', '/api/conversations', { as: ada, headers })).json()
  advance(10_001)
  const json = { deletedAt: (deleted as { deletedAt: string }).deletedAt }
  const all = await send('POST', '/api/conversations/restore', { as: ada, json })
  expect([all.status, (await all.json()).code]).toEqual([410, 'undo_expired'])
})
