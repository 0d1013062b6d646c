import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { storeAnswer } from '../../../../../test/store-answer.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { realmDetailSchema } from '../../../../shared/realms/realms.ts'

const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const { make, open, said, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

const invite = (realm: string, agent: string, as?: typeof ada) =>
  send('PUT', `/api/realms/${realm}/agents/${agent}`, { as })
const dismiss = (realm: string, agent: string, as?: typeof ada) =>
  send('DELETE', `/api/realms/${realm}/agents/${agent}`, { as })
const setAwake = (agent: string, visibilityEnabled: boolean, as = ada) =>
  send('PATCH', `/api/agents/${agent}`, { as, json: { visibilityEnabled } })

async function namesIn(realm: string): Promise<string[]> {
  return (await open(realm)).agents.map(({ name }) => name)
}

/** A realm of Ada's in which Bob participates. */
async function makeShared() {
  const realm = await make(ada)
  await said(realm.id, 'Hello', bob)
  return realm
}

test('a participant invites any published agent and its own, and everybody sees who is there, in the order of invitation', async () => {
  const { id } = await makeShared()
  const listed = await makeAgent(cyd, { name: 'Zoe', category: 'quantum' })
  const draft = await makeAgent(bob, { name: 'Draft', isPublic: false })
  const own = await makeAgent(bob, { name: 'Alf' })
  for (const agent of [listed, draft, own]) {
    advance(1)
    expect((await invite(id, agent, bob)).status).toBe(200)
  }
  const response = await invite(id, listed, ada)
  expect(response.status).toBe(200)
  const { agents } = realmDetailSchema.parse(await response.json())
  const common = { invitedBy: bob.address, imageUrl: '/images/default.webp', trouble: null }
  expect(agents).toEqual([
    { id: listed, name: 'Zoe', category: 'quantum', owner: cyd.address, ...common },
    { id: draft, name: 'Draft', category: 'neural', owner: bob.address, ...common },
    { id: own, name: 'Alf', category: 'neural', owner: bob.address, ...common },
  ])
  expect((await open(id)).agents).toEqual(agents)
})

test('only participants invite, and only what is there for them and awake', async () => {
  const { id } = await makeShared()
  const agent = await makeAgent(ada, { name: 'Guest' })
  expect(await outcome(invite(id, agent, cyd))).toEqual([403, 'not_participant'])
  expect(await outcome(invite(id, agent))).toEqual([401, 'not_signed_in'])
  expect(await outcome(invite(crypto.randomUUID(), agent, ada))).toEqual([404, 'not_found'])
  for (const none of [crypto.randomUUID(), 'nothing'])
    expect(await outcome(invite(id, none, bob))).toEqual([404, 'not_found'])
  await setAwake(agent, false)
  // A dormant agent does not exist for anybody but its owner.
  expect(await outcome(invite(id, agent, bob))).toEqual([404, 'not_found'])
  expect(await outcome(invite(id, agent, ada))).toEqual([409, 'conflict'])
  await setAwake(agent, true)
  await send('DELETE', `/api/agents/${agent}`, { as: ada })
  for (const as of [ada, bob]) expect(await outcome(invite(id, agent, as))).toEqual([404, 'not_found'])
  expect(await namesIn(id)).toEqual([])
})

test('a draft is brought into a realm by its owner alone', async () => {
  const { id } = await makeShared()
  const draft = await makeAgent(bob, { name: 'Draft', isPublic: false })
  expect(await outcome(invite(id, draft, ada))).toEqual([403, 'forbidden'])
  await setAwake(draft, false, bob)
  expect(await outcome(invite(id, draft, ada))).toEqual([404, 'not_found'])
  await setAwake(draft, true, bob)
  expect((await invite(id, draft, bob)).status).toBe(200)
  const published = await makeAgent(cyd, { name: 'Published', isPublic: false })
  await send('POST', `/api/agents/${published}/publish`, { as: cyd })
  expect((await invite(id, published, ada)).status).toBe(200)
  expect(await namesIn(id)).toEqual(['Draft', 'Published'])
})

test('an agent that falls asleep or is deleted is in the realm no more, and is back when it wakes', async () => {
  const { id } = await makeShared()
  const [one, other] = [await makeAgent(ada, { name: 'One' }), await makeAgent(ada, { name: 'Other' })]
  await invite(id, one, ada)
  advance(1)
  await invite(id, other, ada)
  await setAwake(one, false)
  await send('DELETE', `/api/agents/${other}`, { as: ada })
  expect(await namesIn(id)).toEqual([])
  await setAwake(one, true)
  await send('POST', `/api/agents/${other}/restore`, { as: ada })
  expect(await namesIn(id)).toEqual(['One', 'Other'])
})

test('agents that wake find no place where others have taken all of them, and come back to those that are left', async () => {
  const { id } = await makeShared()
  const bring = async (count: number, kind: string) => {
    const made: string[] = []
    for (let number = 1; number <= count; number++) {
      advance(1)
      made.push(await makeAgent(ada, { name: `${kind} ${number}` }))
      expect(await outcome(invite(id, made.at(-1) ?? '', ada))).toEqual([200])
    }
    return made
  }
  const first = await bring(limits.realmAgents, 'First')
  for (const agent of first) await setAwake(agent, false)
  const taken = limits.realmAgents - 2
  await bring(taken, 'Second')
  for (const agent of first) await setAwake(agent, true)
  expect(await namesIn(id)).toEqual([
    'First 1',
    'First 2',
    ...Array.from({ length: taken }, (_, index) => `Second ${index + 1}`),
  ])
  expect(await outcome(invite(id, await makeAgent(ada, { name: 'More' }), ada))).toEqual([409, 'realm_full'])
})

test('no two agents of a realm have one name, whatever its case', async () => {
  const { id } = await makeShared()
  const first = await makeAgent(ada, { name: 'Ändra' })
  await invite(id, first, ada)
  expect(await outcome(invite(id, await makeAgent(ada, { name: 'äNDRA' }), ada))).toEqual([409, 'conflict'])
  await dismiss(id, first, ada)
  expect(await outcome(invite(id, await makeAgent(ada, { name: 'äNDRA' }), ada))).toEqual([200])
})

test('a realm takes so many agents and no more, however many are invited at once', async () => {
  const { id } = await makeShared()
  const many = Array.from({ length: limits.realmAgents + 3 }, (_, count) =>
    makeAgent(ada, { name: `Agent ${count}` }),
  )
  const agents = await Promise.all(many)
  const outcomes = await Promise.all(agents.map((agent) => outcome(invite(id, agent, ada))))
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(limits.realmAgents)
  expect(outcomes.filter(([, code]) => code === 'realm_full')).toHaveLength(3)
  const there = (await open(id)).agents
  expect(there).toHaveLength(limits.realmAgents)
  // Inviting an agent that is already there does not count again.
  expect(await outcome(invite(id, there[0]?.id ?? '', ada))).toEqual([200])
  await dismiss(id, there[0]?.id ?? '', ada)
  const left = agents.find((agent) => !there.some(({ id }) => id === agent)) ?? ''
  expect(await outcome(invite(id, left, ada))).toEqual([200])
})

test('of one name that is invited many times at once one comes in', async () => {
  const { id } = await makeShared()
  const twins = await Promise.all(Array.from({ length: 4 }, () => makeAgent(ada, { name: 'Twin' })))
  const outcomes = await Promise.all(twins.map((agent) => outcome(invite(id, agent, ada))))
  expect(outcomes.map(([status]) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await namesIn(id)).toEqual(['Twin'])
})

test('who invited an agent, its owner and the creator send it away, and nobody else does', async () => {
  const { id } = await makeShared()
  const agent = await makeAgent(cyd, { name: 'Guest' })
  const eve = await signIn()
  await said(id, 'Hello', eve)
  for (const as of [bob, cyd, ada]) {
    await invite(id, agent, bob)
    expect(await outcome(dismiss(id, agent, eve))).toEqual([403, 'forbidden'])
    expect(await outcome(dismiss(id, agent))).toEqual([401, 'not_signed_in'])
    expect(await namesIn(id)).toEqual(['Guest'])
    const response = await dismiss(id, agent, as)
    expect([response.status, realmDetailSchema.parse(await response.json()).agents]).toEqual([200, []])
  }
  // Dismissing an absent agent changes nothing, whoever does it.
  expect(await outcome(dismiss(id, agent, eve))).toEqual([200])
  expect(await outcome(dismiss(crypto.randomUUID(), agent, ada))).toEqual([404, 'not_found'])
})

test('turns count until a person speaks, and words that were said within the hour', async () => {
  const { id } = await makeShared()
  const answer = { realmId: id, agentId: crypto.randomUUID(), author: bob.address, content: 'Yes.' } as const
  const ended = { ...answer, state: 'finished' } as const
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await storeAnswer(database, { ...ended, words: 10_000, createdAt: ago(200) })
  await storeAnswer(database, { ...ended, words: 1_000, createdAt: ago(61) })
  await storeAnswer(database, { ...ended, words: 100, createdAt: ago(50) })
  expect(await open(id)).toMatchObject({ turnsTaken: 3, wordsSaid: 100 })
  await storeAnswer(database, { ...ended, state: 'failed', words: 7 })
  await storeAnswer(database, { ...answer, wordsGiven: 300 })
  expect(await open(id)).toMatchObject({ turnsTaken: 5, wordsSaid: 107 })
  await said(id, 'And?', bob)
  expect(await open(id)).toMatchObject({ turnsTaken: 0, wordsSaid: 107 })
})

test('an agent that comes into a realm has nothing to do with what was said before', async () => {
  const { id } = await makeShared()
  await said(id, '@Late, are you there?', bob)
  await invite(id, await makeAgent(ada, { name: 'Late' }), ada)
  const [row] = await database.sql`
    select directed::int, last_change::int, awaits_director from realms where id = ${id}`
  expect(row).toEqual({ directed: 2, last_change: 2, awaits_director: false })
})
