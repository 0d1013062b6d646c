import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import {
  type SharedCopy,
  sharedConversationSchema,
  sharedCopiesSchema,
  sharedCopySchema,
} from '../../../../shared/chat/shared-copies.ts'
import { createSharedCopies } from '../../../domain/conversations/shared-copies.ts'

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
    agent: { name: 'Ada', pictureUrl: expect.any(String), open: null },
    messages: [
      { role: 'user', content: 'What is light?' },
      { role: 'assistant', content: 'A particle.', state: 'finished', cutShort: true },
    ],
  })
  for (const hidden of ['OTHER', 'HIDDEN', 'LATER', ada.address, talk.id, question])
    expect(text).not.toContain(hidden)
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
  const few = createSharedCopies({ db: database.db, clock: () => new Date(), most: 3 })
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
