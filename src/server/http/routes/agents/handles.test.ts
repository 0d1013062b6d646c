import { beforeAll, expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'

const database = await testDatabase()
const { sql } = database
const { send, signIn, doors, sweeps, advance } = testApp(database)

let ada: Account
beforeAll(async () => {
  ada = await signIn()
})
const make = async (name: string = newAgent.name, as = ada) =>
  (await (await send('POST', '/api/agents', { as, json: { ...newAgent, name } })).json()) as Agent
const setHandle = (id: string, handle: string | null, as = ada) =>
  send('PATCH', `/api/agents/${id}`, { as, json: { handle } })
const handleNow = async (id: string) =>
  ((await (await send('GET', `/api/agents/${id}`, { as: ada })).json()) as Agent).handle
const found = async (handle: string) => (await doors.findAgent(handle, null))?.id
const DAY = 24 * 3_600_000

test('an owner gives an agent a handle, in any way of writing it, and it is shown wherever the agent is', async () => {
  const agent = await make()
  const changed = await setHandle(agent.id, ' @Night-Owl')
  expect(await changed.json()).toMatchObject({ id: agent.id, handle: 'night-owl', version: agent.version })
  const page = (await (await send('GET', '/api/agents')).json()) as AgentPage
  expect(page.agents.find(({ id }) => id === agent.id)?.handle).toBe('night-owl')
  for (const name of ['night-owl', '@night-owl', '@Night-Owl', agent.id, agent.id.toUpperCase()])
    expect(await found(name)).toBe(agent.id)
  for (const name of ['night', '', '@', 'night-owl/..', agent.id.slice(1)])
    expect(await doors.findAgent(name, null)).toBeNull()
})

test('twenty agents of one name that are made at once each have a handle of their own', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => make('Ψυχή')))
  const handles = made.map(({ handle }) => handle)
  expect(new Set(handles).size).toBe(20)
  expect(handles).toContain('psychi')
  for (const handle of handles) expect(handle).toMatch(/^psychi(-\d{1,5})?$/)
  for (const { id, handle } of made) expect(await found(handle ?? '')).toBe(id)
})

test('an agent whose name gives no handle has one all the same, and one that is given up leads to the next', async () => {
  const agent = await make('東京')
  expect(agent.handle).toMatch(/^an-agent/)
  const renamed = await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { name: 'Tokyo' } })
  expect(await renamed.json()).toMatchObject({ handle: agent.handle })
  expect(await (await setHandle(agent.id, '')).json()).toMatchObject({ handle: 'tokyo' })
  expect(await (await setHandle(agent.id, agent.handle)).json()).toMatchObject({ handle: agent.handle })
  expect(await (await setHandle(agent.id, null)).json()).toMatchObject({ handle: 'tokyo' })
})

test('a handle that was given up goes on leading to its agent, and nobody else gets it while the agent lives and 90 days after', async () => {
  const [first, second] = [await make(), await make()]
  expect((await setHandle(first.id, 'keeper')).status).toBe(200)
  const refused = await setHandle(second.id, 'keeper')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'conflict',
    errors: { handle: 'This handle is taken.' },
  })
  expect(await (await setHandle(first.id, 'keeper')).json()).toMatchObject({ handle: 'keeper' })
  await setHandle(first.id, 'watchman')
  expect([await found('keeper'), await found('watchman')]).toEqual([first.id, first.id])
  expect((await setHandle(second.id, 'keeper')).status).toBe(409)
  expect((await make('Keeper')).handle).toBe('keeper-2')
  expect(await (await setHandle(first.id, 'keeper')).json()).toMatchObject({ handle: 'keeper' })

  await send('DELETE', `/api/agents/${first.id}`, { as: ada })
  expect(await found('keeper')).toBeUndefined()
  advance(2 * 3_600_000)
  await sweeps.agents()
  await sweeps.handles()
  advance(90 * DAY - 3_600_000)
  await sweeps.handles()
  ada = await signIn(ada.wallet)
  for (const handle of ['keeper', 'watchman']) expect((await setHandle(second.id, handle)).status).toBe(409)
  advance(3_600_000)
  await sweeps.handles()
  for (const handle of ['keeper', 'watchman']) {
    expect((await setHandle(second.id, handle)).status).toBe(200)
    expect(await found(handle)).toBe(second.id)
  }
})

test('an agent keeps ten handles; further ones are refused and stay free', async () => {
  const agent = await make('Collector')
  for (let more = 1; more < limits.handlesOfAgent; more++)
    expect((await setHandle(agent.id, `collected-${more}`)).status).toBe(200)
  const refused = await setHandle(agent.id, 'one-too-many')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ errors: { handle: expect.stringContaining('Go back') } })
  expect(await handleNow(agent.id)).toBe('collected-9')
  expect(await doors.findAgent('one-too-many', null)).toBeNull()
  expect((await setHandle(agent.id, 'collector')).status).toBe(200)
  expect((await setHandle((await make()).id, 'one-too-many')).status).toBe(200)
})

test('agents that an earlier version of the server made without one get theirs', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => make('Elder')))
  await sql`delete from agent_handles where handle like 'elder%'`
  await sql`update agents set handle = null where name = 'Elder'`
  await Promise.all([sweeps.handles(), sweeps.handles()])
  const handles = await Promise.all(made.map(({ id }) => handleNow(id)))
  expect([...handles].sort()).toEqual(['elder', 'elder-2', 'elder-3'])
})

test('only the owner sets it, and what could be mistaken is refused at its field', async () => {
  const agent = await make()
  expect((await setHandle(agent.id, 'mine', await signIn())).status).toBe(403)
  for (const handle of ['ab', 'admin', 'with space', 'ünder', 'x'.repeat(33), 'x'.repeat(5_000)]) {
    const answer = await setHandle(agent.id, handle)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: { handle: expect.any(String) } })
  }
})

test('the handle of a draft or of a hidden agent tells nobody of it but its owner', async () => {
  const draft = await make()
  await setHandle(draft.id, 'quiet-one')
  await send('PATCH', `/api/agents/${draft.id}`, { as: ada, json: { visibilityEnabled: false } })
  expect(await doors.findAgent('quiet-one', null)).toBeNull()
  const made = await send('POST', '/api/me/keys', { as: ada, json: { name: 'mine' } })
  const { key } = (await made.json()) as { key: string }
  expect((await doors.findAgent('quiet-one', await doors.identify(`Bearer ${key}`)))?.id).toBe(draft.id)
})
