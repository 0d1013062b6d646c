import { expect, test } from 'vitest'
import { anAgentRow } from '../../../../test/an-agent.ts'
import { testDatabase } from '../../../../test/database.ts'
import { endAnswer, storeAnswer } from '../../../../test/store-answer.ts'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { insertAgent } from '../../db/agents/agents.ts'
import { Failure } from '../failure.ts'
import { RealmLog } from './realm-log.ts'
import { RealmModeration } from './realm-moderation.ts'
import { Realms } from './realms.ts'
import { tellRealmsWith } from './tell-realms-with.ts'

const database = await testDatabase()
const { db, sql } = database

/** The notifications of realms, in order; `taken` returns the new ones. */
let context: unknown[] = []
const taken = () => context.splice(0)

/** How an answer is stopped here; its text so far stays. */
let stopping = (realmId: string, id: string) => endAnswer(database, { realmId, id, content: 'Well' })

const parts: ConstructorParameters<typeof Realms>[0] = {
  db,
  clock: () => new Date(),
  here: () => 3,
  refuseAgent: () => Promise.reject(new Failure('not_found', 'There is no such agent.')),
  feed: {
    changed: (realmId, messages) => void context.push(['changed', realmId, messages]),
    detailChanged: (realmId) => void context.push(['detailChanged', realmId]),
    said: () => {},
    muted: (realmId, wallet, mute) => void context.push(['muted', realmId, wallet, mute]),
    banned: (realmId, wallet, ban) => void context.push(['banned', realmId, wallet, ban]),
    held: (realmId, author) => void context.push(['held', realmId, author]),
    gone: (realmId) => void context.push(['gone', realmId]),
  },
  turns: {
    wake: (realmId) => void context.push(['wake', realmId]),
    async stop(realmId, id) {
      context.push(['stop', realmId, id])
      await stopping(realmId, id)
    },
    stopIn: async (realmId) => void context.push(['stopIn', realmId]),
  },
}
const realms = new Realms(parts)
const moderation = new RealmModeration(parts)
const realmLog = new RealmLog(parts)

async function make(): Promise<string> {
  const { realm } = await realms.create('ada', { name: 'Room', description: '' })
  context = []
  return realm.id
}

const say = async (realm: string, author: string, content = 'Hello'): Promise<RealmMessage> =>
  (await realmLog.send(realm, author, { id: crypto.randomUUID(), content })).message

async function makeAgent(name: string): Promise<string> {
  const id = crypto.randomUUID()
  await insertAgent(db, anAgentRow({ id, name, owner: 'ada' }))
  return id
}

test('a message is told once, and the realm only when it has a new participant', async () => {
  const realm = await make()
  const first = await say(realm, 'bob')
  expect(taken()).toEqual([
    ['changed', realm, [first]],
    ['detailChanged', realm],
  ])
  const second = await say(realm, 'bob')
  expect(taken()).toEqual([['changed', realm, [second]]])
  await realmLog.send(realm, 'bob', { id: second.id, content: 'Hello' })
  expect(taken()).toEqual([])
})

test('the director is woken by every word where agents are, until it has looked, and nowhere else', async () => {
  const realm = await make()
  await realms.invite(realm, await makeAgent('Waker'), 'ada')
  expect(taken()).toEqual([['detailChanged', realm]])
  for (let time = 0; time < 2; time++) {
    const message = await say(realm, 'ada')
    expect(taken()).toEqual([
      ['changed', realm, [message]],
      ['wake', realm],
    ])
  }
  const [row] = await sql`select awaits_director, directed::int from realms where id = ${realm}`
  expect(row).toEqual({ awaits_director: true, directed: 0 })
})

test('where agents spoke, a person’s word has their turns count anew, and the realm is told', async () => {
  const realm = await make()
  const agentId = await makeAgent('Speaker')
  await realms.invite(realm, agentId, 'ada')
  await storeAnswer(database, { realmId: realm, agentId, author: 'ada', state: 'finished' })
  await sql`update realms set held = 'turns' where id = ${realm}`
  taken()
  const line = await realmLog.goOn(realm, 'ada', crypto.randomUUID())
  const news = [
    ['changed', realm, [line]],
    ['detailChanged', realm],
    ['wake', realm],
  ]
  expect(taken()).toEqual(news)
  await realmLog.goOn(realm, 'ada', line.id)
  expect(taken()).toEqual([])
  await storeAnswer(database, { realmId: realm, agentId, author: 'ada', state: 'finished' })
  const word = await say(realm, 'ada')
  expect(taken()).toEqual([['changed', realm, [word]], ...news.slice(1)])
})

test('a running answer is stopped before its words are taken out', async () => {
  const realm = await make()
  const answer = { realmId: realm, agentId: crypto.randomUUID(), author: 'bob', content: 'We' }
  const id = await storeAnswer(database, answer)
  const message = await realmLog.removeMessage(realm, id, 'ada')
  expect(message).toMatchObject({ id, content: '', removed: true, version: 3 })
  expect(taken()).toEqual([
    ['stop', realm, id],
    ['changed', realm, [message]],
  ])
  expect(await realmLog.removeMessage(realm, id, 'bob')).toEqual(message)
  expect(taken()).toEqual([])
})

test('an answer that another server stops a moment later is waited for', async () => {
  const realm = await make()
  const answer = { realmId: realm, agentId: crypto.randomUUID(), author: 'bob' }
  const id = await storeAnswer(database, answer)
  const before = stopping
  stopping = async (realmId, id) => void setTimeout(() => void before(realmId, id), 20)
  expect((await realmLog.removeMessage(realm, id, 'bob')).removed).toBe(true)
  stopping = before
})

test('an answer is stopped only while it runs', async () => {
  const realm = await make()
  const answer = { realmId: realm, agentId: crypto.randomUUID(), author: 'bob' }
  const id = await storeAnswer(database, answer)
  await expect(realmLog.stopAnswer(realm, id, 'cyd')).rejects.toMatchObject({ code: 'forbidden' })
  expect(taken()).toEqual([])
  for (const wallet of ['ada', 'bob']) await realmLog.stopAnswer(realm, id, wallet)
  expect(taken()).toEqual([['stop', realm, id]])
})

test('an agent that is sent away stops saying what it says, and no other does', async () => {
  const realm = await make()
  const [one, other] = [await makeAgent('One'), await makeAgent('Other')]
  for (const agentId of [one, other]) await realms.invite(realm, agentId, 'ada')
  const answer = { realmId: realm, agentId: one, author: 'ada' }
  const ids = [await storeAnswer(database, answer), await storeAnswer(database, answer)]
  await storeAnswer(database, { ...answer, state: 'finished' })
  await storeAnswer(database, { ...answer, agentId: other })
  taken()
  const { agents } = await realms.dismiss(realm, one, 'ada')
  expect(agents.map(({ id }) => id)).toEqual([other])
  const [first, ...stops] = taken()
  expect(first).toEqual(['detailChanged', realm])
  expect(new Set(stops)).toEqual(new Set(ids.map((id) => ['stop', realm, id])))
  await realms.dismiss(realm, one, 'ada')
  expect(taken()).toEqual([])
})

test('whoever looked for a realm too early is told once it is made, also by a client that makes ids in upper case', async () => {
  const id = crypto.randomUUID()
  taken()
  const { realm } = await realms.create('ada', { id: id.toUpperCase(), name: 'Room', description: '' })
  expect([realm.id, taken()]).toEqual([id, [['detailChanged', id]]])
})

test('whatever its creator does is told, and only what changes something', async () => {
  const realm = await make()
  await realms.change(realm, 'ada', { name: 'Hall' })
  expect(taken()).toEqual([['detailChanged', realm]])
  for (let time = 0; time < 2; time++) await moderation.mute(realm, 'ada', 'bob')
  expect(taken()).toEqual([['muted', realm, 'bob', { until: null }]])
  for (let time = 0; time < 2; time++) await moderation.unmute(realm, 'ada', 'bob')
  expect(taken()).toEqual([['muted', realm, 'bob', null]])
  for (let time = 0; time < 2; time++) await realms.leave(realm, 'ada')
  expect(taken()).toEqual([['detailChanged', realm]])
  await realms.remove(realm, 'ada')
  expect(taken()).toEqual([
    ['gone', realm],
    ['stopIn', realm],
  ])
  for (let time = 0; time < 2; time++) await realms.restore(realm, 'ada')
  expect(taken()).toEqual([
    ['detailChanged', realm],
    ['wake', realm],
  ])
  for (const refused of [
    () => realms.change(realm, 'bob', { name: 'Mine' }),
    () => realms.remove(realm, 'bob'),
    () => moderation.mute(realm, 'bob', 'cyd'),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'forbidden' })
  expect(taken()).toEqual([])
})

test('an agent stays changed where its realms can not be told', async () => {
  const failed: unknown[] = []
  const gone = { execute: () => Promise.reject(new Error('the database is away')) } as unknown as typeof db
  await tellRealmsWith({ ...parts, db: gone, log: { warn: (line: unknown) => void failed.push(line) } }, [
    crypto.randomUUID(),
  ])
  expect(failed).toHaveLength(1)
})

test('who is there comes from the one who counts', async () => {
  const { realm } = await realms.create('eve', { name: 'Counted', description: '' })
  expect((await realms.listOf('eve', {})).realms).toMatchObject([{ id: realm.id, here: 3 }])
})
