import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import type { OwnProfile } from '../../../../shared/people/people.ts'
import { agents } from '../../../db/schema/agents.ts'
import { agentLooks } from '../../../db/schema/looks.ts'
import { deskCases } from '../../../db/schema/moderation.ts'
import { sampleAgents } from '../../../domain/agents/samples.ts'

const database = await testDatabase()
const { db } = database
const host = createTestWallet()
const { send, signIn, advance, lookAlikes } = testApp(database, { settings: { OPERATORS: [host.address] } })
type Who = Awaited<ReturnType<typeof signIn>>

const ask = async <Answer>(method: string, path: string, as?: Who, json?: object) => {
  const answer = await send(method, path, { as, ...(json && { json }) })
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return (await answer.json()) as Answer
}
const make = (as: Who, fields: object) => ask<Agent>('POST', '/api/agents', as, { ...newAgent, ...fields })
const change = (as: Who, { id }: Agent, fields: object) =>
  ask<Agent>('PATCH', `/api/agents/${id}`, as, fields)
const show = ({ id }: Agent, as?: Who) => ask<Agent>('GET', `/api/agents/${id}`, as)
const casesOf = (subject: string) =>
  db
    .select({ sources: deskCases.sources, beside: deskCases.beside, maker: deskCases.maker })
    .from(deskCases)
    .where(eq(deskCases.subject, subject))

// A name of its own for each test, in which every letter can be told from those of other tests.
let made = 0
const newName = () =>
  `Quorvex ${String.fromCharCode(97 + (made % 7))}${'xyzu'.charAt(made++ % 4)}${'k'.repeat(made)}`

test('the name of an operator’s agent in other letters is allowed, told to its maker and to the desk, and marked for others', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  const name = newName()
  const known = await make(operator, { name })
  const like = { id: known.id, name, owner: host.address }
  const fake = await make(eve, { name: name.toUpperCase().replace('O', '\u041e') })
  expect(fake).toMatchObject({ marked: true, looksLike: like })
  expect(await show(fake)).toMatchObject({ owner: eve.address, marked: true, looksLike: like })
  const { agents: listed } = await ask<AgentPage>('GET', `/api/agents?maker=${eve.address}`)
  expect(listed).toMatchObject([{ id: fake.id, marked: true, owner: eve.address }])
  expect(await casesOf(fake.id)).toEqual([{ sources: ['looks_like'], beside: known.id, maker: eve.address }])
  expect(await show(known)).not.toHaveProperty('marked')
})

test('the mark goes with another name, the case stays, and names of one’s own never count', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  const name = newName()
  await make(operator, { name })
  expect(await make(operator, { name: `${name} 2` })).not.toHaveProperty('looksLike')
  const fake = await make(eve, { name: `${name} 2` })
  expect(fake).toHaveProperty('looksLike')
  // The handle that was made of the name still looks like the other's.
  expect(await change(eve, fake, { name: newName() })).toHaveProperty('looksLike')
  const renamed = await change(eve, fake, { handle: null })
  expect(renamed).not.toHaveProperty('looksLike')
  expect(renamed).not.toHaveProperty('marked')
  expect(await show(fake)).not.toHaveProperty('marked')
  expect(await casesOf(fake.id)).toHaveLength(1)
})

test('a handle counts as a name does, and a draft comes to the desk once it is published', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  const name = newName()
  const known = await make(operator, { name })
  const draft = await make(eve, { name: newName(), isPublic: false })
  const handle = name.toLowerCase().replace(' ', '-').replace('o', '0')
  expect(await change(eve, draft, { handle })).toMatchObject({ looksLike: { id: known.id } })
  expect(await casesOf(draft.id)).toEqual([])
  await ask('POST', `/api/agents/${draft.id}/publish`, eve)
  expect(await casesOf(draft.id)).toMatchObject([{ sources: ['looks_like'], beside: known.id }])
})

test('what people talk with most is known, what nobody talks with is not', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const name = newName()
  const known = await make(ada, { name })
  expect(await make(eve, { name: `${name}!` })).not.toHaveProperty('looksLike')
  await db.update(agents).set({ talked: 900 }).where(eq(agents.id, known.id))
  const fake = await make(eve, { name: `${name}?` })
  expect(fake).toMatchObject({ looksLike: { id: known.id, owner: ada.address } })
})

test('a person’s name is compared with those of known agents and of who makes them', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  await ask('PUT', '/api/me/profile', operator, { name: 'modern_host', imageUrl: null, about: '' })
  const profile = await ask<OwnProfile>('PUT', '/api/me/profile', eve, {
    ...{ name: 'modemhost5', imageUrl: null, about: '' },
  })
  const looksLike = { id: host.address, name: 'modern_host', owner: host.address }
  expect(profile).toMatchObject({ looksLike })
  expect(await ask('GET', '/api/me/profile', eve)).toMatchObject({ looksLike })
  expect(await casesOf(eve.address)).toMatchObject([{ sources: ['looks_like'], beside: host.address }])
  const agent = await make(eve, { name: newName() })
  // Its list shows the name of its maker, so the address belongs beside it.
  expect(await show(agent)).toMatchObject({ marked: true })
  expect(await show(agent)).not.toHaveProperty('looksLike')
  const third = await signIn()
  expect(await make(third, { name: 'M0DERN HOST' })).toMatchObject({ looksLike })
})

test('texts that are nearly another’s open a case beside it, once, and those of a duplicate that was allowed none', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const sample = sampleAgents[3]
  if (!sample) throw new Error('no samples')
  const { description, personality } = sample
  const known = await make(ada, { name: newName(), description, personality })
  const copied = {
    ...{ description, personality: personality.replaceAll('you', 'thou').replaceAll(sample.name, 'Zed') },
  }
  const copy = await make(eve, { name: newName(), isPublic: false, ...copied })
  expect(await casesOf(copy.id)).toEqual([])
  await ask('POST', `/api/agents/${copy.id}/publish`, eve)
  expect(await casesOf(copy.id)).toEqual([{ sources: ['near_copy'], beside: known.id, maker: eve.address }])
  await db.update(deskCases).set({ state: 'closed' }).where(eq(deskCases.subject, copy.id))
  await ask('POST', `/api/agents/${copy.id}/publish`, eve)
  const [after] = await db
    .select({ state: deskCases.state })
    .from(deskCases)
    .where(eq(deskCases.subject, copy.id))
  expect(after).toEqual({ state: 'closed' })
  const duplicate = await make(eve, { name: newName(), isPublic: false, ...copied })
  await db.update(agents).set({ parentId: known.id }).where(eq(agents.id, duplicate.id))
  await db.delete(agents).where(eq(agents.id, copy.id))
  await ask('POST', `/api/agents/${duplicate.id}/publish`, eve)
  expect(await casesOf(duplicate.id)).toEqual([])
  // A persona is a part of what an agent says.
  const empty = await make(eve, { name: newName() })
  const persona = { ...NO_PERSONA, systemPrompt: `${description} ${personality}` }
  await ask('PUT', `/api/agents/${empty.id}/persona`, eve, { persona, lorebook: null, basedOn: 1 })
  expect(await casesOf(empty.id)).toMatchObject([{ sources: ['near_copy'] }])
})

test('what was taken down opens a case when it is made again or imported, by whomever, its own maker too', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const sample = sampleAgents[4]
  if (!sample) throw new Error('no samples')
  const { description, personality } = sample
  const down = await make(ada, { name: newName(), description, personality })
  expect(
    await make(ada, { name: newName(), description, personality }).then(({ id }) => casesOf(id)),
  ).toEqual([])
  await db.delete(agents).where(and(eq(agents.owner, ada.address), ne(agents.id, down.id)))
  await db
    .update(agents)
    .set({ moderation: 'down', createdAt: new Date('2026-01-01') })
    .where(eq(agents.id, down.id))
  const zip = await (await send('GET', '/api/me/export', { as: ada })).arrayBuffer()
  for (const as of [ada, eve]) {
    const again = await make(as, { name: newName(), description, personality })
    expect(await casesOf(again.id)).toEqual([{ sources: ['near_copy'], beside: down.id, maker: as.address }])
    const imported = await send('PUT', `/api/me/imports/${randomUUID()}`, {
      ...{ as, body: zip },
      headers: { 'content-type': 'application/zip' },
    })
    expect(await imported.json()).toMatchObject({ made: { agents: 1 } })
    const owned = await db.select({ id: agents.id }).from(agents).where(eq(agents.owner, as.address))
    const [{ id = '' } = {}] = owned.filter((one) => one.id !== again.id && one.id !== down.id)
    expect(await casesOf(id)).toMatchObject([{ beside: down.id, maker: as.address }])
  }
})

test('a sweep looks at what was there before, tells the desk of nothing old, and lets go of marks that are no longer true', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  const name = newName()
  const known = await make(operator, { name })
  const fake = await make(eve, { name: `${name}.` })
  await db.delete(deskCases)
  await db.delete(agentLooks)
  await db.insert(agentLooks).values([{ agentId: known.id }, { agentId: fake.id }])
  advance(2 * 3_600_000)
  await lookAlikes.sweep()
  expect(await show(fake)).toMatchObject({ looksLike: { id: known.id } })
  expect(await casesOf(fake.id)).toEqual([])
  await change(operator, known, { name: newName(), handle: null })
  expect(await show(fake)).not.toHaveProperty('looksLike')
  advance(25 * 3_600_000)
  await lookAlikes.sweep()
  expect(await show(fake)).not.toHaveProperty('marked')
})

test('agents that can’t be looked at hold up no other one, and are tried again', async () => {
  const [operator, eve] = [await signIn(host), await signIn()]
  const name = newName()
  const known = await make(operator, { name })
  const fake = await make(eve, { name: `${name}.` })
  const [row] = await db.select().from(agents).where(eq(agents.id, known.id))
  if (!row) throw new Error('The agent is not there')
  // More of each than are looked at in one step.
  const broken = Array.from({ length: 220 }, () => ({
    ...row,
    id: randomUUID(),
    handle: null,
    name: 'Unlike',
  }))
  await db.insert(agents).values(broken)
  await db.delete(agentLooks)
  await db.insert(agentLooks).values([...broken, known, fake].map(({ id }) => ({ agentId: id })))
  const ids = (from: number, to: number) =>
    `array['${broken
      .slice(from, to)
      .map(({ id }) => id)
      .join("','")}']::uuid[]`
  await database.sql.unsafe(`alter table agent_looks
    add constraint unfilled check (looks = '{}' or agent_id <> all(${ids(0, 110)})),
    add constraint unstored check (due or agent_id <> all(${ids(110, 220)}))`)
  const mend = () =>
    database.sql.unsafe(
      'alter table agent_looks drop constraint if exists unfilled, drop constraint if exists unstored',
    )
  onTestFinished(async () => void (await mend()))
  await expect(lookAlikes.sweep()).rejects.toThrow(broken[0]?.id)
  expect(await show(fake)).toMatchObject({ looksLike: { id: known.id } })
  expect(await db.$count(agentLooks, eq(agentLooks.due, true))).toBe(broken.length)
  await mend()
  await lookAlikes.sweep()
  expect(await db.$count(agentLooks, eq(agentLooks.due, true))).toBe(0)
})
