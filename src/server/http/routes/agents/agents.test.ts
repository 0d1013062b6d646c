import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import {
  type Agent,
  type AgentPage,
  agentSchema,
  agentSummarySchema,
} from '../../../../shared/agents/agents.ts'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'

const { send, signIn, advance, agents } = testApp(await testDatabase())
const [ada, bob] = [await signIn(), await signIn()]

async function make(owner: Account, fields: object = {}): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as: owner, json: { ...newAgent, ...fields } })
  expect(response.status).toBe(201)
  return agentSchema.parse(await response.json())
}

const read = async (id: string, as?: Account) => send('GET', `/api/agents/${id}`, { as })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

// §1.5, §3.2, §3.5, §3.6, §3.7, §3.8, §3.9, §3.14, §7.10, §7.15
test('an agent is what was sent, owned by who sent it, with the parts of its personality joined', async () => {
  const agent = await make(ada, { tone: 'friendly', customInstructions: 'Use examples.', name: ' Emmy ' })
  expect(agent).toEqual({
    ...newAgent,
    name: 'Emmy',
    capabilities: ['Explaining'],
    knowledgeDomains: ['Mathematics'],
    id: expect.any(String),
    handle: 'emmy',
    personality: 'You are Ada.\n\nSpeak in a friendly tone.\n\nUse examples.',
    imageUrl: '/images/default.webp',
    pictureUrl: '/images/default.webp',
    ownerName: null,
    owner: ada.address,
    isPublic: true,
    visibilityEnabled: true,
    allowsCopies: false,
    upvotes: 0,
    upvoted: false,
    favourite: false,
    documents: 0,
    version: 1,
    pumpToken: null,
    model: null,
    tools: null,
    createdAt: expect.any(String),
  })
  expect(await (await read(agent.id)).json()).toEqual(agent)
})

// §3.1, §7.10
test('sending the same id again gives what the first try made; for anybody else the id is taken', async () => {
  const id = crypto.randomUUID()
  const agent = await make(ada, { id: id.toUpperCase(), name: 'First' })
  const again = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, id, name: 'Second' } })
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(agent)
  const other = await send('POST', '/api/agents', { as: bob, json: { ...newAgent, id } })
  expect([other.status, await codeOf(other)]).toEqual([409, 'conflict'])
})

// §3.12, §6.7, §7.16
test('the list answers summaries and nothing that is a draft, hidden or deleted', async () => {
  const mark = crypto.randomUUID()
  const listed = await make(ada, { description: `Listed ${mark}` })
  await make(ada, { description: `Draft ${mark}`, isPublic: false })
  await make(ada, { description: `Hidden ${mark}`, visibilityEnabled: false })
  const deleted = await make(ada, { description: `Deleted ${mark}` })
  await send('DELETE', `/api/agents/${deleted.id}`, { as: ada })
  for (const as of [undefined, ada, bob]) {
    const response = await send('GET', `/api/agents?query=%20${mark.toUpperCase()}%20%20`, { as })
    expect(await response.json()).toEqual({ agents: [agentSummarySchema.parse(listed)], nextCursor: null })
  }
})

/** Decision 8: who can open which agent. */
// §7.11, §7.19
test.each([
  ['a listed agent', {}, false, 200, 200],
  ['a draft', { isPublic: false }, false, 200, 200],
  ['a hidden agent', { visibilityEnabled: false }, false, 200, 404],
  ['a hidden draft', { visibilityEnabled: false, isPublic: false }, false, 200, 404],
  ['a deleted agent', {}, true, 404, 404],
  ['a deleted hidden agent', { visibilityEnabled: false }, true, 404, 404],
])('%s opens for its owner and for others as it should', async (_, fields, deleted, owner, others) => {
  const { id } = await make(ada, fields)
  if (deleted) expect((await send('DELETE', `/api/agents/${id}`, { as: ada })).status).toBe(204)
  const statuses = await Promise.all([read(id, ada), read(id, bob), read(id)])
  expect(statuses.map(({ status }) => status)).toEqual([owner, others, others])
  expect((await agents.find(id, bob.address)) === null).toBe(others === 404)
})

const changes: [string, string, object?][] = [
  ['PATCH', '', { name: 'Taken over' }],
  ['PATCH', '', { imageUrl: 'https://example.com/a.png' }],
  ['DELETE', ''],
  ['POST', '/publish'],
  ['POST', '/restore'],
]

/** Changes that are reserved for the owner: method, address, body. */
// §6.6
test.each(changes)('%s %s is for the owner alone', async (method, address, json) => {
  const ask = (id: string, as?: Account) => send(method, `/api/agents/${id}${address}`, { as, json })
  for (const [fields, status, code] of [
    [{}, 403, 'forbidden'],
    [{ isPublic: false }, 403, 'forbidden'],
    [{ visibilityEnabled: false }, 404, 'not_found'],
  ] as const) {
    const agent = await make(ada, fields)
    const [visitor, other] = [await ask(agent.id), await ask(agent.id, bob)]
    expect([visitor.status, await codeOf(visitor)]).toEqual([401, 'not_signed_in'])
    expect([other.status, await codeOf(other)]).toEqual([status, code])
    expect(await (await read(agent.id, ada)).json()).toEqual(agent)
    expect((await ask(agent.id, ada)).ok).toBe(true)
  }
  for (const id of [crypto.randomUUID(), 'nothing', '00000000']) {
    const response = await ask(id, ada)
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  }
})

// §7.18
test('a change changes what it names and nothing else', async () => {
  const agent = await make(ada, { pumpToken: 'So11111111111111111111111111111111111111112' })
  const changed = { name: 'Ada II', category: 'quantum', pumpToken: null, visibilityEnabled: false }
  const response = await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: changed })
  const after = { ...agent, ...changed, version: 2 }
  expect(await response.json()).toEqual(after)
  expect(await (await read(agent.id, ada)).json()).toEqual(after)
})

test('an id that is written in capitals is that of the same agent', async () => {
  const { id } = await make(ada)
  const capitals = `/api/agents/${id.toUpperCase()}`
  await send('PUT', `/api/agents/${id}/upvote`, { as: bob })
  const voted = await send('PUT', `${capitals}/upvote`, { as: bob })
  expect(await voted.json()).toMatchObject({ upvotes: 1 })
  const kept = await send('PUT', `${capitals}/favourite`, { as: bob })
  expect(kept.status).toBe(200)
  const listed = (await (await send('GET', '/api/me/favourites', { as: bob })).json()) as AgentPage
  expect(listed.agents.map((agent) => agent.id)).toContain(id)
  const changed = await send('PATCH', capitals, { as: ada, json: { name: 'In capitals' } })
  expect(await changed.json()).toMatchObject({ id, name: 'In capitals' })
  expect((await send('DELETE', capitals, { as: ada })).status).toBe(204)
  expect((await read(id, ada)).status).toBe(404)
})

test('what is searched for follows a change of the name', async () => {
  const { id } = await make(ada, { name: 'Before-rename' })
  await send('PATCH', `/api/agents/${id}`, { as: ada, json: { name: 'After-rename' } })
  const found = async (query: string) =>
    ((await (await send('GET', `/api/agents?query=${query}`)).json()) as AgentPage).agents.length
  expect([await found('before-REN'), await found('after-REN')]).toEqual([0, 1])
})

// §3.11, §4.14, §4.15
test('publishing lists a draft, once and for all', async () => {
  const draft = await make(ada, { name: 'Draft to publish', isPublic: false })
  for (let times = 0; times < 2; times++) {
    const response = await send('POST', `/api/agents/${draft.id}/publish`, { as: ada })
    expect(await response.json()).toEqual({ ...draft, isPublic: true })
  }
  const list = await send('GET', '/api/agents?query=draft%20to%20publish')
  expect(await list.json()).toMatchObject({ agents: [{ id: draft.id }] })
  const back = await send('PATCH', `/api/agents/${draft.id}`, { as: ada, json: { isPublic: false } })
  expect(back.status).toBe(422)
})

test('a deletion can be undone for ten seconds, votes and all, and no longer', async () => {
  const agent = await make(ada)
  await send('PUT', `/api/agents/${agent.id}/upvote`, { as: bob })
  const restore = (as: Account) => send('POST', `/api/agents/${agent.id}/restore`, { as })
  await send('DELETE', `/api/agents/${agent.id}`, { as: ada })
  expect((await restore(bob)).status).toBe(404)
  advance(UNDO_DELETE_MS - 2_000)
  expect(await (await restore(ada)).json()).toEqual({ ...agent, upvotes: 1 })
  expect(await (await read(agent.id, bob)).json()).toEqual({ ...agent, upvotes: 1, upvoted: true })

  await send('DELETE', `/api/agents/${agent.id}`, { as: ada })
  expect((await send('DELETE', `/api/agents/${agent.id}`, { as: ada })).status).toBe(404)
  advance(UNDO_DELETE_MS + 1)
  const late = await restore(ada)
  expect([late.status, await codeOf(late)]).toEqual([410, 'undo_expired'])
  expect((await restore(bob)).status).toBe(404)
  await agents.sweepDeleted()
  expect((await restore(ada)).status).toBe(410)
  advance(60 * 60_000)
  await agents.sweepDeleted()
  expect((await restore(ada)).status).toBe(404)
})

test('the sweep leaves what was not deleted, and an id that was swept is free again', async () => {
  const [kept, gone] = [await make(ada), await make(ada)]
  await send('DELETE', `/api/agents/${gone.id}`, { as: ada })
  advance(60 * 60_000 + 1)
  await agents.sweepDeleted()
  expect((await read(kept.id)).status).toBe(200)
  expect(await make(bob, { id: gone.id })).toMatchObject({ id: gone.id, owner: bob.address, upvotes: 0 })
})

test('a deleted agent keeps its id from being taken until it is swept', async () => {
  const { id } = await make(ada)
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  expect((await send('POST', '/api/agents', { as: ada, json: { ...newAgent, id } })).status).toBe(409)
})

// §2.78, §6.5, §7.17
test('an owner is listed all that is theirs and nothing else, or their drafts alone', async () => {
  const [carol, dave] = [await signIn(), await signIn()]
  const listed = await make(carol, { name: 'One' })
  const draft = await make(carol, { name: 'Two', isPublic: false, category: 'quantum' })
  const hidden = await make(carol, { name: 'Three', visibilityEnabled: false })
  const deleted = await make(carol)
  await send('DELETE', `/api/agents/${deleted.id}`, { as: carol })
  const ids = async (path: string, as: Account) =>
    ((await (await send('GET', `/api/me/agents${path}`, { as })).json()) as AgentPage).agents.map(
      ({ id }) => id,
    )
  expect(new Set(await ids('', carol))).toEqual(new Set([listed.id, draft.id, hidden.id]))
  expect(await ids('?state=draft', carol)).toEqual([draft.id])
  expect(await ids('?category=quantum', carol)).toEqual([draft.id])
  expect(await ids('?query=HRE', carol)).toEqual([hidden.id])
  expect(await ids('', dave)).toEqual([])
  const named = await make(dave, { name: 'Lighthouse' })
  const told = await make(dave, { name: 'Keeper', description: 'Tends a lighthouse.' })
  expect(await ids('', dave)).toEqual([told.id, named.id])
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/me/agents?query=LIGHTHOUSE&limit=1${cursor && `&cursor=${cursor}`}`
    const page = (await (await send('GET', path, { as: dave })).json()) as AgentPage
    found.push(...page.agents.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(found).toEqual([named.id, told.id])
  expect((await send('GET', '/api/me/agents')).status).toBe(401)
})
