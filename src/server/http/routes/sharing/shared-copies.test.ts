import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { modelPart } from '../../../../../test/model-part.ts'
import { eventsOf } from '../../../../../test/reply-events.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import { toolPart, waitingFor } from '../../../../../test/tool-part.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import {
  type SharedCopy,
  sharedConversationSchema,
  sharedCopiesSchema,
  sharedCopySchema,
} from '../../../../shared/chat/shared-copies.ts'
import { AI_SOURCE } from '../../../../shared/trust/disclosure.ts'
import { SharedCopies } from '../../../domain/conversations/shared-copies.ts'

const database = await testDatabase()
const { send, signIn, advance, conversations } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const store = (said?: Said[], fields: object = {}) =>
  storeConversation(database, { owner: ada.address, ...fields }, said)
const share = (conversation: string, messageId: string | undefined, as: Account = ada) =>
  send('POST', `/api/conversations/${conversation}/copies`, { as, json: { messageId } })
const shared = async (conversation: string, messageId: string | undefined): Promise<SharedCopy> => {
  const answer = await share(conversation, messageId)
  expect(answer.status).toBe(201)
  return sharedCopySchema.parse(await answer.json())
}
/** Reads a copy as a visitor. */
const read = (id: string) => send('GET', `/api/copies/${id}`)
const open = async (id: string) => sharedConversationSchema.parse(await (await read(id)).json())
const listed = async (as: Account, query = '') =>
  sharedCopiesSchema.parse(await (await send('GET', `/api/me/copies${query}`, { as })).json()).copies
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const takeBack = (id: string, as: Account) => send('DELETE', `/api/copies/${id}`, { as })

test('a copy has the path as it was and nothing else: no branch, no thought, no later word, no wallet, no id', async () => {
  const question = randomUUID()
  const talk = await store(
    [
      { role: 'user', content: 'What is light?', id: question },
      { role: 'assistant', content: 'OTHER BRANCH', reasoning: 'HIDDEN THOUGHT' },
      {
        role: 'assistant',
        content: 'A particle.',
        parentId: question,
        reasoning: 'HIDDEN THOUGHT',
        parts: [
          { kind: 'reasoning', length: 14 },
          { kind: 'text', length: 11 },
        ],
        cutShort: true,
        requestId: 'HIDDEN REQUEST',
      },
      ...exchange('LATER QUESTION', 'LATER ANSWER'),
    ],
    { title: 'Light' },
  )
  const copy = await shared(talk.id, talk.said[2]?.id)
  await send('PATCH', `/api/conversations/${talk.id}`, { as: ada, json: { title: 'LATER TITLE' } })
  const answer = await read(copy.id)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(sharedConversationSchema.parse(JSON.parse(text))).toEqual({
    id: copy.id,
    title: 'Light',
    sharedAt: copy.sharedAt,
    digitalSourceType: AI_SOURCE,
    agent: { name: 'Ada', pictureUrl: expect.any(String), open: null },
    messages: [
      { role: 'user', content: 'What is light?' },
      { role: 'assistant', content: 'A particle.', state: 'finished', cutShort: true },
    ],
  })
  for (const hidden of ['OTHER', 'HIDDEN', 'LATER', ada.address, talk.id, question])
    expect(text).not.toContain(hidden)
})

test('replies that somebody brought along are marked as such, as far as they go, and no model is said to have made them', async () => {
  const eve = await signIn()
  const agent = (await (await send('POST', '/api/agents', { as: ada, json: newAgent })).json()) as Agent
  const [id, question, reply] = [randomUUID(), randomUUID(), randomUUID()]
  const createdAt = new Date().toISOString()
  const claimed = modelPart({})
  const json = {
    agentId: agent.id,
    messages: [
      { id: question, parentId: null, role: 'user', content: 'Do you like us?', createdAt },
      {
        ...{ id: reply, parentId: question, role: 'assistant', content: 'I hate everybody.', createdAt },
        parts: [{ kind: 'text', text: 'I hate everybody.' }, claimed],
        ...{ state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt },
      },
    ],
  }
  expect((await send('PUT', `/api/conversations/${id}`, { as: eve, json })).status).toBe(201)
  const copyOf = async (conversation: string, messageId: string) =>
    open(((await (await share(conversation, messageId, eve)).json()) as SharedCopy).id)
  const brought = {
    ...{ role: 'assistant', content: 'I hate everybody.', state: 'finished', cutShort: false },
    brought: true,
  }
  const copy = await copyOf(id, reply)
  expect(copy.messages[1]).toEqual(brought)
  expect(copy).not.toHaveProperty('digitalSourceType')
  // A reply that is given here is the agent's; a fork tells them apart as well.
  const ask = { replyId: randomUUID(), agentId: agent.id }
  const again = { id: randomUUID(), parentId: reply, content: 'Really?' }
  const given = await send('POST', `/api/conversations/${id}/replies`, {
    as: eve,
    json: { ...ask, question: again },
  })
  for await (const _ of eventsOf(given));
  const fork = await send('POST', `/api/conversations/${id}/fork`, {
    as: eve,
    json: { id: randomUUID(), messageId: ask.replyId },
  })
  const { id: forked } = (await fork.json()) as { id: string }
  const opened = await send('GET', `/api/conversations/${forked}`, { as: eve })
  const { messages: said } = (await opened.json()) as { messages: { id: string }[] }
  for (const mixed of [await copyOf(id, ask.replyId), await copyOf(forked, said.at(-1)?.id ?? '')]) {
    expect(mixed.messages[1]).toEqual(brought)
    expect(mixed.messages[3]).not.toHaveProperty('brought')
    expect(mixed.digitalSourceType).toBe(AI_SOURCE)
  }
})

test('a greeting is the agent’s if it really begins so', async () => {
  const agent = (await (await send('POST', '/api/agents', { as: ada, json: newAgent })).json()) as Agent
  const persona = { ...NO_PERSONA, greetings: ['Hello {{user}}, I am {{char}}.'] }
  const json = { persona, lorebook: null }
  expect((await send('PUT', `/api/agents/${agent.id}/persona`, { as: ada, json })).status).toBe(200)
  const eve = await signIn()
  const createdAt = new Date().toISOString()
  const state = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt } as const
  const broughtOf = async (greeting: string) => {
    const [id, first, question, reply] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const messages = [
      { id: first, parentId: null, role: 'assistant', content: greeting, createdAt, ...state },
      { id: question, parentId: first, role: 'user', content: 'Who?', createdAt },
      { id: reply, parentId: question, role: 'assistant', content: 'Ada.', createdAt, ...state },
    ]
    const stored = await send('PUT', `/api/conversations/${id}`, {
      as: eve,
      json: { agentId: agent.id, messages },
    })
    expect(stored.status).toBe(201)
    const copy = await open(((await (await share(id, reply, eve)).json()) as SharedCopy).id)
    expect(copy).not.toHaveProperty('digitalSourceType')
    return copy.messages.map((message) => message.role === 'assistant' && message.brought === true)
  }
  expect(await broughtOf('Hello User, I am Ada.')).toEqual([false, false, true])
  expect(await broughtOf('I hate everybody.')).toEqual([true, false, true])
})

const done = (result: string) => ({ state: 'done' as const, result, ms: 5 })

test('a copy has the calls of tools where they stand, and nothing of them that is private', async () => {
  const open = toolPart(done('42'))
  const secret = toolPart(done('PRIVATE'), {
    id: 2,
    revision: 2,
    brings: { untrusted: false, private: true },
  })
  const refused = toolPart(
    { state: 'refused', words: 'PRIVATE' },
    { id: 3, revision: 3, arguments: '{"a":"PRIVATE"}' },
  )
  const talk = await store([
    { role: 'user', content: 'How many?' },
    {
      role: 'assistant',
      content: 'I look. It is 42.',
      parts: [{ kind: 'text', length: 8 }, open, { kind: 'text', length: 9 }, secret, refused],
    },
    { role: 'user', content: 'Again?' },
    { role: 'assistant', content: 'Yes.', parts: [toolPart(done('43')), { kind: 'text', length: 4 }] },
  ])
  const copy = await shared(talk.id, talk.said[3]?.id)
  const answer = await read(copy.id)
  const text = await answer.text()
  expect(text).not.toContain('PRIVATE')
  const { messages } = sharedConversationSchema.parse(JSON.parse(text))
  const calls = messages.map((message) => (message.role === 'assistant' ? message.calls : null))
  const { title, origin } = open
  expect(calls).toEqual([
    null,
    [
      { at: 8, title, origin, state: 'done', arguments: open.arguments, result: '42', ms: 5 },
      { at: 17, title, origin, state: 'done', ms: 5 },
      { at: 17, title, origin, state: 'refused' },
    ],
    null,
    // What was private may be in what the model wrote afterwards.
    [{ at: 0, title, origin, state: 'done', result: '43', ms: 5 }],
  ])
})

test('a copy says nothing of what an agent remembers of its person, nor what the replies were made with', async () => {
  const fact = randomUUID()
  const remembered = toolPart(
    { state: 'done', result: 'Known already as number 1; it says now: PRIVATE', ms: 5 },
    {
      ...{ id: 2, revision: 2, name: 'remember', title: 'Memory', origin: null },
      ...{ arguments: '{"fact":"PRIVATE"}', brings: { untrusted: false, private: true } },
    },
  )
  const context = {
    ...{ kind: 'context' as const, id: 1, revision: 1, window: 8_000, reserved: 800 },
    used: {
      ...{ persona: 1, memory: 1, opening: 1, story: 1, turns: 1, recalled: 1, passages: 1, question: 1 },
    },
    ...{ facts: [fact], story: null, recalled: [] },
  }
  const talk = await store([
    { role: 'user', content: 'Remember it.' },
    {
      role: 'assistant',
      content: 'I do.',
      parts: [context, remembered, { kind: 'text', length: 5 }, toolPart(done('42'), { id: 3, revision: 3 })],
    },
  ])
  const answer = await read((await shared(talk.id, talk.said[1]?.id)).id)
  const text = await answer.text()
  for (const hidden of ['PRIVATE', fact, 'Memory', 'context', '8000']) expect(text).not.toContain(hidden)
  const [, reply] = sharedConversationSchema.parse(JSON.parse(text)).messages
  expect(reply).toMatchObject({ content: 'I do.', calls: [{ title: 'Send a message', result: '42' }] })
})

test('a reply that waits for its person can not be shared yet', async () => {
  const talk = await store([
    { role: 'user', content: 'Send it.' },
    { role: 'assistant', content: '', state: 'waiting', parts: [toolPart(waitingFor('acts'))] },
  ])
  expect(await codeOf(await share(talk.id, talk.said[1]?.id))).toEqual([409, 'reply_running'])
})

test('a copy says of each reply its model and in words who paid: no price, and not where an own server is', async () => {
  const reply = (content: string, part: ReturnType<typeof modelPart>): Said[] => [
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', content, parts: [part, { kind: 'text' }] },
  ]
  const own = modelPart({ provider: 'box.example:8080', payer: 'person', ended: 'filtered' })
  const talk = await store([...reply('A wave.', modelPart()), ...reply('A part', own)])
  const copy = await shared(talk.id, talk.said.at(-1)?.id)
  const text = await (await read(copy.id)).text()
  const replies = sharedConversationSchema
    .parse(JSON.parse(text))
    .messages.filter(({ role }) => role === 'assistant')
  const said = { asked: 'vendor/fine', answered: 'vendor/fine-2', instead: null, ms: 1_200, thoughtMs: null }
  const { tokens } = own
  expect(replies).toEqual([
    {
      ...{ role: 'assistant', content: 'A wave.', state: 'finished', cutShort: false },
      model: { ...said, tokens, provider: 'Near', payer: 'place', ended: null },
    },
    {
      ...{ role: 'assistant', content: 'A part', state: 'finished', cutShort: false },
      model: { ...said, tokens, provider: '', payer: 'person', ended: 'filtered' },
    },
  ])
  expect(text).not.toMatch(/micros|box\.example/)
})

test('the same path is the same copy, and another path of the same conversation is another one', async () => {
  const talk = await store([...exchange('One?', 'One.'), ...exchange('Two?', 'Two.')])
  const first = await shared(talk.id, talk.said[1]?.id)
  const again = await share(talk.id, talk.said[1]?.id)
  expect([again.status, await again.json()]).toEqual([200, first])
  const longer = await shared(talk.id, talk.said[3]?.id)
  expect(longer.id).not.toBe(first.id)
  expect((await open(longer.id)).messages).toHaveLength(4)
  expect((await open(first.id)).messages).toHaveLength(2)
  const ofTalk = await listed(ada, `?conversationId=${talk.id}`)
  expect(ofTalk.map(({ id }) => id).toSorted()).toEqual([first.id, longer.id].toSorted())
  expect(await listed(bob)).toEqual([])
})

test('only its owner shares a conversation and takes a copy back, which leads nowhere from then on', async () => {
  const talk = await store()
  const leaf = talk.said[1]?.id
  expect(await codeOf(await share(talk.id, leaf, bob))).toEqual([404, 'not_found'])
  expect((await send('POST', `/api/conversations/${talk.id}/copies`, { json: {} })).status).toBe(401)
  expect(await codeOf(await share(talk.id, randomUUID()))).toEqual([422, 'validation_failed'])
  const copy = await shared(talk.id, leaf)
  expect(await codeOf(await takeBack(copy.id, bob))).toEqual([404, 'not_found'])
  expect((await read(copy.id)).status).toBe(200)
  expect((await takeBack(copy.id, ada)).status).toBe(204)
  expect(await codeOf(await read(copy.id))).toEqual([404, 'not_found'])
  expect(await codeOf(await takeBack(copy.id, ada))).toEqual([404, 'not_found'])
  // Nobody with the old address learns the new one.
  expect((await shared(talk.id, leaf)).id).not.toBe(copy.id)
})

test('what is still being said is not shared, since it would grow in the copy', async () => {
  const talk = await store([
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'Half', state: 'running' },
  ])
  expect(await codeOf(await share(talk.id, talk.said[1]?.id))).toEqual([409, 'reply_running'])
  const question = await shared(talk.id, talk.said[0]?.id)
  expect((await open(question.id)).messages).toEqual([{ role: 'user', content: 'One?' }])
})

test('a copy goes with its conversation, comes back with it, and is gone when the conversation is gone for good', async () => {
  const talk = await store()
  const copy = await shared(talk.id, talk.said[1]?.id)
  await send('DELETE', `/api/conversations/${talk.id}`, { as: ada })
  expect((await read(copy.id)).status).toBe(404)
  expect((await listed(ada)).map(({ id }) => id)).not.toContain(copy.id)
  await send('POST', `/api/conversations/${talk.id}/restore`, { as: ada })
  expect((await read(copy.id)).status).toBe(200)
  await send('DELETE', `/api/conversations/${talk.id}`, { as: ada })
  advance(61 * 60_000)
  await conversations.sweepDeleted()
  expect(await database.sql`select from shared_copies where id = ${copy.id}`).toHaveLength(0)
})

test('an agent is shown as everybody may see it: who made it while it opens, its remembered name alone once it is hidden', async () => {
  const made = await send('POST', '/api/agents', { as: bob, json: { ...newAgent, name: 'Bo' } })
  const agent = (await made.json()) as Agent
  const talk = await store(undefined, { agentId: agent.id, agentName: 'Bo at first' })
  const copy = await shared(talk.id, talk.said[1]?.id)
  expect((await open(copy.id)).agent).toEqual({
    name: 'Bo',
    pictureUrl: agent.pictureUrl,
    open: { id: agent.id, category: 'neural', owner: bob.address, ownerName: null },
  })
  await send('PATCH', `/api/agents/${agent.id}`, { as: bob, json: { visibilityEnabled: false } })
  const hidden = (await open(copy.id)).agent
  expect(hidden).toMatchObject({ name: 'Bo at first', open: null })
  // Another wallet's copy does not show the agent's maker more of it.
  expect((await (await send('GET', `/api/copies/${copy.id}`, { as: bob })).json()).agent).toEqual(hidden)
})

test('a wallet shares so many copies and no more, also of those that are asked for at once', async () => {
  const owner = (await signIn()).address
  const talks = await Promise.all(Array.from({ length: 5 }, () => store(undefined, { owner })))
  const few = new SharedCopies({ db: database.db, clock: () => new Date(), most: 3 })
  const shareOf = (talk: (typeof talks)[number]) =>
    few.share({ id: talk.id, owner }, { messageId: talk.activeLeaf })
  const outcomes = await Promise.allSettled(talks.map(shareOf))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const outcome of refused)
    expect(outcome).toMatchObject({
      reason: { code: 'quota_reached', message: expect.stringMatching(/3 copies/) },
    })
  const [one] = await few.list(owner)
  await few.remove({ id: one?.id ?? '', owner })
  const wanting = talks[outcomes.findIndex(({ status }) => status === 'rejected')]
  if (!wanting) throw new Error('somebody was refused')
  expect((await shareOf(wanting)).created).toBe(true)
})

test('a reply that broke off does not go on while a copy has it, whichever message the copy ends with', async () => {
  const parts = [{ kind: 'text' as const, length: 9 }, toolPart({ state: 'done', result: 'Sent.', ms: 1 })]
  const broken: Said = { role: 'assistant', content: 'I send it', state: 'interrupted', parts }
  const talk = await store([{ role: 'user', content: 'Send it.' }, broken, ...exchange('And?', 'Not yet.')])
  const [, reply, , last] = talk.said
  const resumed = async () => {
    const path = `/api/conversations/${talk.id}/replies/${reply?.id}/resume`
    const answer = await send('POST', path, { as: ada })
    return [answer.status, ((await answer.json()) as { detail: string }).detail]
  }
  const SHARED =
    'This reply is in a shared copy, which would change with it. Ask again, or take the copy back first.'
  for (const leaf of [reply?.id, last?.id]) {
    const copy = await shared(talk.id, leaf)
    expect(await resumed()).toEqual([409, SHARED])
    expect((await takeBack(copy.id, ada)).status).toBe(204)
  }
  // One that ends above it does not have it.
  await shared(talk.id, talk.said[0]?.id)
  expect(await resumed()).not.toEqual([409, SHARED])
})
