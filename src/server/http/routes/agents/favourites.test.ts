import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { FavouriteAgents } from '../../../../shared/agents/kept-agents.ts'
import { limits } from '../../../../shared/common/limits.ts'

const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

type Who = typeof ada

async function make(name: string, fields: object = {}): Promise<string> {
  const answer = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, name, ...fields } })
  return ((await answer.json()) as Agent).id
}
const keep = (id: string, as?: Who) => send('PUT', `/api/agents/${id}/favourite`, { as })
const letGo = (id: string, as?: Who) => send('DELETE', `/api/agents/${id}/favourite`, { as })
const listOf = async (as: Who) =>
  (await (await send('GET', '/api/me/favourites', { as })).json()) as FavouriteAgents
const namesOf = async (as: Who) => (await listOf(as)).agents.map(({ name }) => name)

test('favourites are listed kept last first, as lists show agents; keeping and letting go twice is doing it once', async () => {
  const cleo = await signIn()
  const [one, two] = [await make('One'), await make('Two', { isPublic: false })]
  for (const id of [one, two, one]) {
    const answer = await keep(id, cleo)
    expect([answer.status, await answer.json()]).toEqual([200, { favourite: true }])
    advance(1)
  }
  const { agents } = await listOf(cleo)
  expect(agents.map(({ name }) => name)).toEqual(['Two', 'One'])
  const { personality, model, tools, upvoted, favourite, version, documents, allowsCopies, ...summary } =
    (await (await send('GET', `/api/agents/${two}`, { as: cleo })).json()) as Agent
  expect(favourite).toBe(true)
  expect(agents[0]).toEqual(summary)
  for (const id of [two, two]) expect(await (await letGo(id, cleo)).json()).toEqual({ favourite: false })
  expect(await namesOf(cleo)).toEqual(['One'])
})

test('nobody else sees whose favourite an agent is, its owner included', async () => {
  const id = await make('Kept in private')
  await keep(id, bob)
  for (const as of [ada, undefined]) {
    const text = await (await send('GET', `/api/agents/${id}`, { as })).text()
    expect(JSON.parse(text)).toMatchObject({ favourite: false, upvotes: 0 })
    expect(text).not.toContain(bob.address)
  }
  expect(await namesOf(ada)).toEqual([])
  expect((await send('GET', '/api/me/favourites')).status).toBe(401)
})

test('a favourite that is hidden or deleted falls out of the list and comes back in its place', async () => {
  const cleo = await signIn()
  const id = await make('Comes back')
  await keep(id, cleo)
  advance(1)
  await keep(await make('Stays'), cleo)
  const change = (visibilityEnabled: boolean) =>
    send('PATCH', `/api/agents/${id}`, { as: ada, json: { visibilityEnabled } })
  for (const [away, back] of [
    [() => change(false), () => change(true)],
    [
      () => send('DELETE', `/api/agents/${id}`, { as: ada }),
      () => send('POST', `/api/agents/${id}/restore`, { as: ada }),
    ],
  ] as const) {
    expect((await away()).ok).toBe(true)
    expect(await namesOf(cleo)).toEqual(['Stays'])
    for (const answer of [await keep(id, cleo), await letGo(id, cleo)]) expect(answer.status).toBe(404)
    expect((await back()).ok).toBe(true)
    expect(await namesOf(cleo)).toEqual(['Stays', 'Comes back'])
  }
})

test.each([
  ['a visitor', {}, undefined, 401],
  ['another wallet, of a hidden agent', { visibilityEnabled: false }, bob, 404],
  ['its owner, of a hidden agent', { visibilityEnabled: false }, ada, 200],
  ['another wallet, of a draft', { isPublic: false }, bob, 200],
])('keeping by %s', async (name, fields, as, status) => {
  const id = await make(name, fields)
  for (const answer of [await keep(id, as), await letGo(id, as)]) expect(answer.status).toBe(status)
})

test('an agent that is not there can’t be kept', async () => {
  for (const id of [crypto.randomUUID(), 'nothing']) expect((await keep(id, bob)).status).toBe(404)
})

test(`a wallet keeps at most ${limits.favourites} that it sees, however many it keeps at once`, async () => {
  const dora = await signIn()
  const ids = Array.from({ length: limits.favourites - 1 }, () => crypto.randomUUID())
  await database.sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
      category, is_public, visibility_enabled, created_at)
    select id::uuid, 'Many', '', '', '', '{}', '{}', ${ada.address}, 'neural', false, true, now()
    from unnest(${ids}::text[]) as id`
  await database.sql`
    insert into agent_favourites (wallet, agent_id, created_at)
    select ${dora.address}, id::uuid, now() from unnest(${ids}::text[]) as id`
  const more = await Promise.all(['A', 'B', 'C'].map((name) => make(name)))
  const answers = await Promise.all(more.map((id) => keep(id, dora)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({
    code: 'quota_reached',
    detail: `You have ${limits.favourites} favourites already. Remove one first.`,
  })
  expect((await listOf(dora)).agents).toHaveLength(limits.favourites)

  // A hidden agent cannot be removed from the favourites and does not count.
  await send('PATCH', `/api/agents/${ids[0]}`, { as: ada, json: { visibilityEnabled: false } })
  const waiting = more[answers.findIndex(({ status }) => status === 409)] ?? ''
  expect((await keep(waiting, dora)).status).toBe(200)
})
