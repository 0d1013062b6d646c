import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { ARGUMENT, storeCall } from '../../../../../test/stored-calls.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Inbox } from '../../../../shared/tools/inbox.ts'
import { toolLimits } from '../../../../shared/tools/tool-states.ts'
import { messages } from '../../../db/schema/conversations.ts'
import { swarmRuns } from '../../../db/schema/swarm.ts'

const database = await testDatabase()
const { db } = database
const here = testApp(database)
const { send } = here
const DAY_MS = 24 * 3_600_000

const inboxOf = async (as: Account) => (await (await send('GET', '/api/inbox', { as })).json()) as Inbox
const countOf = async (as: Account) =>
  ((await (await send('GET', '/api/inbox/count', { as })).json()) as { waiting: number }).waiting

const makeAgent = async (as: Account, name: string) =>
  (await (await send('POST', '/api/agents', { as, json: { ...newAgent, name } })).json()) as Agent

async function talk(as: Account, agentId: string, content = 'Write to Bob.') {
  const [id, replyId] = [randomUUID(), randomUUID()]
  const json = { replyId, agentId, question: { id: randomUUID(), parentId: null, content } }
  await (await send('POST', `/api/conversations/${id}/replies`, { as, json })).text()
  return { conversationId: id, replyId }
}

async function storeRun(owner: string, agentId: string) {
  const id = randomUUID()
  await db.insert(swarmRuns).values({
    ...{ id, owner, mode: 'parallel', state: 'running', createdAt: new Date(), updatedAt: new Date() },
    seats: [{ agentId, agentName: 'Nova', agentImageUrl: '/images/default.webp', dropped: false }],
    phases: [{ task: 'Find the lamp.', rounds: 1, words: 1_200 }],
    awaitsStep: false,
  })
  return id
}

test('all that waits for a person is in one list, wherever it is, the newest first, and nobody else’s', async () => {
  const [ada, bob] = [await here.signIn(), await here.signIn()]
  const nova = await makeAgent(ada, 'Nova')
  const of = { wallet: ada.address, agentId: nova.id }
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) })
  const talked = await talk(ada, nova.id)
  const realms = realmRequests(send)
  const { id: realmId } = await realms.make(bob)
  const runId = await storeRun(ada.address, nova.id)
  const calls = [
    await storeCall(database, { ...of, ...at(3), ...talked }),
    await storeCall(database, {
      ...of,
      ...at(2),
      realmId,
      waitsFor: 'input',
      question: { kind: 'text', text: 'Who?' },
    }),
    await storeCall(database, {
      ...of,
      ...at(1),
      runId,
      state: 'unknown',
      sentAt: new Date(),
      waitsFor: null,
    }),
  ]
  await storeCall(database, { ...of, ...talked, state: 'done', endedAt: new Date() })
  await storeCall(database, { ...of, ...talked, state: 'running' })
  const ofBob = await storeCall(database, { wallet: bob.address, realmId })

  const { waiting } = await inboxOf(ada)
  expect(waiting.map(({ part }) => part.call)).toEqual(calls.toReversed())
  expect(
    waiting.map(({ place, agentName, where }) => [place.scope, place.scopeId, agentName, where]),
  ).toEqual([
    ['run', runId, 'Nova', 'Find the lamp.'],
    ['realm', realmId, 'An agent', expect.any(String)],
    ['conversation', talked.conversationId, 'Nova', 'Write to Bob.'],
  ])
  expect(waiting.map(({ part }) => part.status)).toMatchObject([
    { state: 'unknown' },
    { state: 'waiting', wait: { for: 'input', question: { kind: 'text', text: 'Who?' } } },
    { state: 'waiting', wait: { for: 'consent' } },
  ])
  expect(waiting[2]?.part).toMatchObject({ title: 'Send a message', origin: 'mail.example' })
  expect(waiting[2]?.part.arguments).toContain(ARGUMENT)
  expect(await countOf(ada)).toBe(3)
  expect((await inboxOf(bob)).waiting.map(({ part }) => part.call)).toEqual([ofBob])

  // What is deleted waits for nobody; what is restored does again.
  const path = `/api/conversations/${talked.conversationId}`
  await send('DELETE', path, { as: ada })
  expect([await countOf(ada), (await inboxOf(ada)).waiting.length]).toEqual([2, 2])
})

test('of as many calls as may wait for one wallet, all are in the list, those that expire first included', async () => {
  const ada = await here.signIn()
  const runId = await storeRun(ada.address, (await makeAgent(ada, 'Nova')).id)
  const of = { wallet: ada.address, runId }
  const first = await storeCall(database, { ...of, createdAt: new Date(Date.now() - 6 * DAY_MS) })
  for (let call = 1; call < toolLimits.waiting; call++) await storeCall(database, of)
  const { waiting } = await inboxOf(ada)
  expect([waiting.length, await countOf(ada)]).toEqual([toolLimits.waiting, toolLimits.waiting])
  expect(waiting.at(-1)?.part.call).toBe(first)
})

test('a call whose time is over waits no more, and is told until its person has seen it', async () => {
  const ada = await here.signIn()
  const nova = await makeAgent(ada, 'Nova')
  const talked = await talk(ada, nova.id)
  const createdAt = new Date(Date.now() - 8 * DAY_MS)
  await storeCall(database, { wallet: ada.address, agentId: nova.id, ...talked, createdAt })
  const { waiting, ended } = await inboxOf(ada)
  expect([waiting.length, await countOf(ada)]).toEqual([0, 0])
  const told = [{ what: 'expired', agentName: 'Nova', where: 'Write to Bob.' }]
  expect(ended).toMatchObject(told)
  // A sweep ends it, and its reply with it.
  await here.sweeps.toolCalls()
  expect((await inboxOf(ada)).ended).toMatchObject(told)
  expect((await send('POST', '/api/inbox/seen', { as: ada })).status).toBe(204)
  expect((await inboxOf(ada)).ended).toEqual([])
})

test('a reply that had waited and ended since is told, with how it ended; one that never waited is not', async () => {
  const ada = await here.signIn()
  const nova = await makeAgent(ada, 'Nova')
  const of = { wallet: ada.address, agentId: nova.id, state: 'done' as const, endedAt: new Date() }
  const [well, badly, plain] = [await talk(ada, nova.id), await talk(ada, nova.id), await talk(ada, nova.id)]
  for (const talked of [well, badly]) await storeCall(database, { ...of, ...talked, decidedAt: new Date() })
  // A rule let it run, and nobody was asked.
  await storeCall(database, { ...of, ...plain, allowedBy: 'rule' })
  await db.update(messages).set({ state: 'failed' }).where(eq(messages.id, badly.replyId))
  const { ended } = await inboxOf(ada)
  expect(Object.fromEntries(ended.map(({ place, what }) => [place.replyId, what]))).toEqual({
    [well.replyId]: 'finished',
    [badly.replyId]: 'failed',
  })
  await send('POST', '/api/inbox/seen', { as: ada })
  expect((await inboxOf(ada)).ended).toEqual([])
})

test('quiet hours need a zone that there is, and an end', async () => {
  const ada = await here.signIn()
  const put = async (quiet: unknown) => {
    const answer = await send('PUT', '/api/inbox/settings', { as: ada, json: { quiet } })
    return [answer.status, Object.keys(((await answer.json()) as { errors?: object }).errors ?? {})]
  }
  const night = { from: 1_320, to: 420, zone: 'Europe/Berlin' }
  expect(await put({ ...night, zone: 'Europe/Nowhere' })).toEqual([422, ['quiet.zone']])
  expect(await put({ ...night, to: 1_320 })).toEqual([422, ['quiet.to']])
  expect(await put({ ...night, to: 1_440 })).toEqual([422, ['quiet.to']])
  expect(await put(night)).toEqual([200, []])
  const shown = await (await send('GET', '/api/inbox/settings', { as: ada })).json()
  expect(shown).toEqual({ quiet: night, browsers: [] })
  expect(await put(null)).toEqual([200, []])
})

test('a visitor has no inbox', async () => {
  for (const [method, path, json] of [
    ['GET', '/api/inbox'],
    ['GET', '/api/inbox/count'],
    ['POST', '/api/inbox/seen'],
    ['GET', '/api/inbox/settings'],
    ['PUT', '/api/inbox/settings', { quiet: null }],
    ['GET', '/api/inbox/push-key'],
    ['DELETE', '/api/inbox/push', { endpoint: 'https://push.example/' }],
    ['GET', '/api/tool-grants'],
    ['DELETE', `/api/tool-grants/${randomUUID()}`],
  ] as const)
    expect((await send(method, path, { ...(json && { json }) })).status, path).toBe(401)
})
