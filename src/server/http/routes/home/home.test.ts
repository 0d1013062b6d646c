import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Home } from '../../../../shared/home.ts'
import { agents } from '../../../db/schema/agents.ts'
import { sampleAgents } from '../../../domain/agents/samples.ts'
import { rankRules } from '../../../domain/rank/rank.ts'

const database = await testDatabase()
const { db } = database
const { send, signIn, presence } = testApp(database)
const ada = await signIn()

const read = async () => (await (await send('GET', '/api/home')).json()) as Home
const named = (list: readonly { name: string }[]) => list.map(({ name }) => name)

async function make(
  name: string,
  fields: { id?: string | undefined; rising?: number; talked?: number; isPublic?: boolean } = {},
) {
  const { isPublic = true, id = crypto.randomUUID(), ...ranks } = fields
  const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, id, name, isPublic } })
  expect(made.status).toBe(201)
  if (Object.keys(ranks).length > 0) await db.update(agents).set(ranks).where(eq(agents.id, id))
  return id
}

async function makeRealm(name: string, unlisted = false): Promise<string> {
  const answer = await send('POST', '/api/realms', { as: ada, json: { name, description: '', unlisted } })
  return ((await answer.json()) as { id: string }).id
}

test('an empty place has nobody to talk to, nothing that rises and no realm that is live', async () => {
  expect(await read()).toEqual({ agents: [], rising: [], live: [] })
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
  expect(Object.keys(offered[0] ?? {}).sort()).toEqual(['category', 'id', 'name', 'pictureUrl'])
})

test('an agent rises while what people said to it is worth a voice’s eighth, and no longer', async () => {
  const halvings = Date.now() / rankRules.halvedInMs.rising
  await make('Fresh', { rising: halvings + 2 })
  await make('Fading', { rising: halvings - 2.9 })
  await make('Faded', { rising: halvings - 3.1 })
  expect(named((await read()).rising)).toEqual(['Fresh', 'Fading'])
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
