import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type Agent, agentSchema } from '../../../../shared/agents/agents.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import { type AgentManifestView, agentManifestSchema } from '../../../../shared/agents/signed-version.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'

const database = await testDatabase()
const { send, signIn, sign, advance, sweeps, readIn } = testApp(database)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

async function make(fields: object = {}, as = ada): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  return agentSchema.parse(await response.json())
}
const change = (id: string, json: object, as = ada) => send('PATCH', `/api/agents/${id}`, { as, json })
const duplicate = (id: string, as: Account | undefined, copyId: string = randomUUID()) =>
  send('POST', `/api/agents/${id}/duplicate`, { as, json: { id: copyId } })
async function copied(id: string, as: Account): Promise<Agent> {
  const answer = await duplicate(id, as)
  expect(answer.status).toBe(201)
  return agentSchema.parse(await answer.json())
}
async function view(id: string, as?: Account): Promise<AgentManifestView> {
  return agentManifestSchema.parse(await (await send('GET', `/api/agents/${id}/manifest`, { as })).json())
}
const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]
const publish = (id: string, as: Account) => send('POST', `/api/agents/${id}/publish`, { as })

const persona = {
  ...NO_PERSONA,
  greetings: ['Good evening.'],
  systemPrompt: 'Keep the lamp.',
  nickname: 'Keeper',
}
const lorebook = { entries: [{ keys: ['lamp'], content: 'It is lit.', enabled: true, insertion_order: 1 }] }

test('an agent is copied by others only as long as its maker allows it', async () => {
  const agent = await make()
  expect(agent.allowsCopies).toBe(false)
  expect(await outcome(await duplicate(agent.id, bob))).toEqual([403, 'forbidden'])
  expect(await outcome(await change(agent.id, { allowsCopies: true }, bob))).toEqual([403, 'forbidden'])
  expect((await change(agent.id, { allowsCopies: 'yes' })).status).toBe(422)
  expect(await (await change(agent.id, { allowsCopies: true })).json()).toMatchObject({
    allowsCopies: true,
    version: 1,
  })
  const copyId = randomUUID()
  expect((await duplicate(agent.id, bob, copyId)).status).toBe(201)
  expect((await duplicate(agent.id, bob, copyId)).status).toBe(200)
  expect((await duplicate(agent.id, undefined)).status).toBe(401)
  for (const hidden of [{ visibilityEnabled: false }, { visibilityEnabled: true, allowsCopies: false }]) {
    await change(agent.id, hidden)
    expect((await duplicate(agent.id, cyd)).status).toBe('allowsCopies' in hidden ? 403 : 404)
  }
  const draft = await make({ isPublic: false, allowsCopies: true })
  expect(await outcome(await duplicate(draft.id, bob))).toEqual([403, 'forbidden'])
})

test('a copy has the texts, the persona and the lorebook, and neither documents nor servers, keys, votes or the card', async () => {
  const agent = await make({
    allowsCopies: true,
    pumpToken: 'So11111111111111111111111111111111111111112',
    model: { ref: null, temperature: 0.5, length: null, effort: null },
    tools: { own: ['time', 'documents'], servers: [] },
  })
  await send('PUT', `/api/agents/${agent.id}/persona`, { as: ada, json: { persona, lorebook } })
  const query = new URLSearchParams({ id: randomUUID(), name: 'lease.md' })
  await send('POST', `/api/agents/${agent.id}/sources?${query}`, { as: ada, body: 'The rent is due.' })
  await readIn.settled()
  const keyed = { ref: `key:${randomUUID()}/secret-model`, temperature: 0.5, length: null, effort: null }
  await database.sql`update agents set model = ${JSON.stringify(keyed)}::jsonb,
    tools = ${JSON.stringify({ own: ['time'], servers: [{ id: 'wiki', open: ['find'] }] })}::jsonb where id = ${agent.id}`

  const copy = await copied(agent.id, bob)
  expect(copy).toMatchObject({
    name: `Copy of ${agent.name}`,
    owner: bob.address,
    isPublic: false,
    allowsCopies: false,
    personality: agent.personality,
    pumpToken: null,
    upvotes: 0,
    documents: 0,
    model: { ref: null, temperature: 0.5 },
    tools: { own: ['time'], servers: [] },
  })
  const stored = await send('GET', `/api/agents/${copy.id}/persona`, { as: bob })
  expect(await stored.json()).toMatchObject({ persona, lorebook })
  const [row] = await database.sql`select card, card_format from personas where agent_id = ${copy.id}`
  expect(row).toEqual({ card: null, card_format: null })
  expect((await (await send('GET', `/api/agents/${copy.id}/sources`, { as: bob })).json()).sources).toEqual(
    [],
  )
})

test('a copy credits its parent, with the hash of the version that it was made of, and so do copies of it, up the line', async () => {
  const agent = await make({ name: 'Lantern', allowsCopies: true })
  const { hash } = await view(agent.id)
  const copy = await copied(agent.id, bob)
  const credit = { id: agent.id, name: 'Lantern', owner: ada.address, hash, isThere: true }
  expect((await view(copy.id, bob)).credits).toEqual([credit])
  expect((await view(copy.id, bob)).manifest.copyOf).toBe(hash)

  await change(copy.id, { name: 'Lantern II', allowsCopies: true }, bob)
  await publish(copy.id, bob)
  const second = await copied(copy.id, cyd)
  const direct = {
    id: copy.id,
    name: 'Lantern II',
    owner: bob.address,
    hash: (await view(copy.id)).hash,
    isThere: true,
  }
  expect((await view(second.id, cyd)).credits).toEqual([direct, credit])

  // To duplicate an own copy does not wash its credit off.
  const own = await copied(second.id, cyd)
  expect((await view(own.id, cyd)).credits).toEqual([direct, credit])
  expect((await view((await copied(agent.id, ada)).id, ada)).credits).toEqual([])
})

test('the credit of a parent that is hidden, deleted or gone for good stays as text, and the line ends there', async () => {
  const agent = await make({ name: 'Lantern', allowsCopies: true })
  const copy = await copied(agent.id, bob)
  await change(copy.id, { name: 'Second', allowsCopies: true }, bob)
  await publish(copy.id, bob)
  const third = await copied(copy.id, cyd)
  const line = async () => (await view(third.id, cyd)).credits.map(({ name, isThere }) => [name, isThere])
  expect(await line()).toEqual([
    ['Second', true],
    ['Lantern', true],
  ])
  await change(agent.id, { visibilityEnabled: false })
  expect(await line()).toEqual([
    ['Second', true],
    ['Lantern', false],
  ])
  await send('DELETE', `/api/agents/${copy.id}`, { as: bob })
  expect(await line()).toEqual([['Second', false]])
  advance(2 * 3_600_000)
  await sweeps.agents()
  expect(await line()).toEqual([['Second', false]])
})

test('a line of any length is followed so far and no further', async () => {
  const ids = Array.from({ length: trustLimits.copiedFrom + 3 }, () => '')
  for (const index of ids.keys()) ids[index] = (await make({ name: `Line ${index}` })).id
  for (const [index, id] of ids.entries())
    await database.sql`update agents set parent_id = ${ids[(index + 1) % ids.length] ?? ''}, parent_name = 'Parent' where id = ${id}`
  expect((await view(ids[0] ?? '')).credits).toHaveLength(trustLimits.copiedFrom)
})

test('a maker’s credit goes with everything of theirs to another wallet, and loses its name when they leave', async () => {
  const [old, fresh] = [await signIn(), await signIn()]
  const agent = await make({ name: 'Lantern', allowsCopies: true }, old)
  const copy = await copied(agent.id, bob)
  const terms = { to: fresh.address, agentId: null }
  const headers = await sign(old, { action: 'hand-over', ...terms })
  const offer = await send('POST', '/api/me/handovers', { as: old, json: terms, headers })
  const { id } = (await offer.json()) as { id: string }
  const taking = await sign(fresh, { action: 'take-over', from: old.address, agentId: null })
  expect((await send('POST', `/api/me/handovers/${id}/take`, { as: fresh, headers: taking })).status).toBe(
    204,
  )
  const creditOf = async () => (await view(copy.id, bob)).credits
  expect(await creditOf()).toMatchObject([{ name: 'Lantern', owner: fresh.address, isThere: true }])

  await send('DELETE', '/api/me', { as: fresh, headers: await sign(fresh, { action: 'delete-everything' }) })
  advance(11_000)
  await sweeps.deletions()
  expect(await creditOf()).toMatchObject([{ name: 'A deleted agent', owner: '', isThere: false }])
})
