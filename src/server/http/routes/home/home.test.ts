import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Home } from '../../../../shared/home.ts'
import { agents } from '../../../db/schema/agents.ts'
import { realms } from '../../../db/schema/realms.ts'
import { sampleAgents } from '../../../domain/agents/samples.ts'
import { HomeFacts } from '../../../domain/home.ts'
import { rankRules } from '../../../domain/rank/rank.ts'
import { sampleRealms } from '../../../domain/realms/samples.ts'

const database = await testDatabase()
const { db } = database
const { send, signIn, presence } = testApp(database)
const ada = await signIn()
/** Each test begins in an empty place. Presence in a realm that is gone shows nowhere. */
beforeEach(async () => {
  await db.delete(agents)
  await db.delete(realms)
})

const read = async () => (await (await send('GET', '/api/home')).json()) as Home
const named = (list: readonly { name: string }[]) => list.map(({ name }) => name)

async function make(
  name: string,
  fields: {
    id?: string | undefined
    rising?: number
    talked?: number
    isPublic?: boolean
    capabilities?: string[]
    knowledgeDomains?: string[]
  } = {},
) {
  const { rising, talked, id = crypto.randomUUID(), ...own } = fields
  const ranks = { ...(rising !== undefined && { rising }), ...(talked !== undefined && { talked }) }
  const made = await send('POST', '/api/agents', {
    as: ada,
    json: { ...newAgent, isPublic: true, ...own, id, name },
  })
  expect(made.status).toBe(201)
  if (Object.keys(ranks).length > 0) await db.update(agents).set(ranks).where(eq(agents.id, id))
  return id
}

async function makeSamples() {
  for (const { id, name } of sampleAgents.slice(0, 6)) await make(name, { id })
}

async function makeRealm(name: string, unlisted = false): Promise<string> {
  const answer = await send('POST', '/api/realms', { as: ada, json: { name, description: '', unlisted } })
  return ((await answer.json()) as { id: string }).id
}

test('an empty place has nobody to talk to, nothing that rises and no realm that is live', async () => {
  expect(await read()).toEqual({ agents: [], rising: [], toMeet: [], live: [], toEnter: [] })
})

test('three agents are offered: those that people talk with, then the samples, then the newest; drafts are nobody’s', async () => {
  for (const name of ['Oldest', 'Older', 'Newest']) await make(name)
  await make('Draft', { talked: 380, isPublic: false })
  expect(named((await read()).agents)).toEqual(['Newest', 'Older', 'Oldest'])
  const [first, second] = sampleAgents
  await make('Second sample', { id: second?.id })
  await make('First sample', { id: first?.id })
  await make('Even newer')
  await make('Talked with', { talked: 370 })
  const { agents: offered } = await read()
  expect(named(offered)).toEqual(['Talked with', 'First sample', 'Second sample'])
  expect(Object.keys(offered[0] ?? {}).sort()).toEqual([
    'category',
    'description',
    'id',
    'name',
    'pictureUrl',
    'questions',
  ])
})

test('each of the three says what it is good at, and has questions about just that', async () => {
  await make('Talked with', { talked: 370 })
  await make('Tides', { talked: 390, knowledgeDomains: ['Tides'], capabilities: ['Tide Tables'] })
  const [first, second] = (await read()).agents
  expect(first).toMatchObject({ name: 'Tides', description: newAgent.description })
  expect(first?.questions).toEqual([
    'Show me an example of Tide Tables.',
    'Where do I start with Tides?',
    'What can you do for me?',
  ])
  expect(second?.questions).toHaveLength(3)
  expect(second?.questions).not.toEqual(first?.questions)
})

test('while few agents rise there are samples to meet, none of them twice, and no agent of a stranger', async () => {
  await makeSamples()
  for (const name of ['Older', 'Newest']) await make(name)
  for (const talked of [370, 390]) await make('Talked with', { talked })
  const { agents: offered, rising, toMeet } = await read()
  const shown = [...offered, ...rising].map(({ id }) => id)
  expect(toMeet.length).toBeGreaterThan(0)
  expect(toMeet.length).toBeLessThanOrEqual(4)
  for (const { id } of toMeet) {
    expect(sampleAgents.map((sample) => sample.id)).toContain(id)
    expect(shown).not.toContain(id)
  }
  // What the matrix does not list is not shown here either.
  const [hidden] = toMeet
  await db
    .update(agents)
    .set({ isPublic: false })
    .where(eq(agents.id, hidden?.id ?? ''))
  expect(named((await read()).toMeet)).not.toContain(hidden?.name)
})

test('an agent rises while what people said to it is worth a voice’s eighth, and no longer', async () => {
  await makeSamples()
  const halvings = Date.now() / rankRules.halvedInMs.rising
  await make('Fresh', { rising: halvings + 2 })
  await make('Fading', { rising: halvings - 2.9 })
  await make('Faded', { rising: halvings - 3.1 })
  const { rising, toMeet } = await read()
  expect(named(rising)).toEqual(['Fresh', 'Fading'])
  expect(toMeet).toHaveLength(2)
})

test('a realm is live while somebody is in it, the fullest first, and an unlisted one is told to nobody', async () => {
  const [quiet, full, hidden] = [
    await makeRealm('Quiet'),
    await makeRealm('Full'),
    await makeRealm('Hidden', true),
  ]
  await makeRealm('Empty')
  for (const realm of [quiet, full, full, hidden, hidden, hidden]) presence.enter(realm, null)
  expect((await read()).live).toEqual([
    { id: full, name: 'Full', description: '', here: 2 },
    { id: quiet, name: 'Quiet', description: '', here: 1 },
  ])
  presence.leave(quiet, null)
  expect(named((await read()).live)).toEqual(['Full'])
})

test('people in many unlisted realms take no place from the listed ones that have fewer', async () => {
  const listed = await makeRealm('Listed')
  presence.enter(listed, null)
  const crowded = await Promise.all(Array.from({ length: 41 }, () => makeRealm('Crowded', true)))
  for (const realm of [...crowded, ...crowded, ...crowded]) presence.enter(realm, null)
  expect(named((await read()).live)).toContain('Listed')
  for (const realm of [...crowded, ...crowded, ...crowded]) presence.leave(realm, null)
  presence.leave(listed, null)
})

test('thousands of unlisted realms push no listed one out, and are not asked for again by each read', async () => {
  const many = Array.from({ length: 4_100 }, () => crypto.randomUUID())
  const [listed, full] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.insert(realms).values(
    [...many.map((id) => ({ id, name: 'Unlisted', unlisted: true })), { id: listed, name: 'Listed' }].map(
      (realm) => ({
        ...realm,
        ...{ description: '', createdBy: 'ada', participants: [], createdAt: new Date() },
      }),
    ),
  )
  let asks = 0
  let now = Date.now()
  const home = new HomeFacts({
    reads: () => {
      asks += 1
      return db
    },
    clock: () => new Date(now),
    fullest: () => [...many, full, listed].map((realmId, at) => ({ realmId, here: 9_000 - at })),
  })
  const reading = async () => {
    asks = 0
    return { live: named((await home.read()).live), asks }
  }
  const first = await reading()
  expect(first.live).toEqual(['Listed'])
  const again = await reading()
  expect(again.live).toEqual(['Listed'])
  // The three statements that went through the unlisted ones are left out.
  expect(first.asks - again.asks).toBe(3)
  await db
    .update(realms)
    .set({ unlisted: false, name: 'Opened' })
    .where(eq(realms.id, many[0] ?? ''))
  now += 60_000
  expect((await reading()).live).toEqual(['Opened', 'Listed'])
})

test('where few realms are live there are the sample realms to enter, until somebody is in them', async () => {
  const [first, second] = sampleRealms
  if (!first || !second) throw new Error('There are two sample realms')
  for (const { id, name } of [first, second])
    await send('POST', '/api/realms', { as: ada, json: { id, name, description: '', unlisted: false } })
  expect((await read()).toEnter).toEqual([
    { id: first.id, name: first.name, description: '', here: 0 },
    { id: second.id, name: second.name, description: '', here: 0 },
  ])
  presence.enter(first.id, null)
  const { live, toEnter } = await read()
  expect(named(live)).toContain(first.name)
  expect(named(toEnter)).toEqual([second.name])
})
