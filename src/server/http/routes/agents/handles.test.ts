import { beforeAll, expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'

const { send, signIn, doors, agents, advance } = testApp(await testDatabase())

let ada: Account
beforeAll(async () => {
  ada = await signIn()
})
const make = async (as = ada) =>
  (await (await send('POST', '/api/agents', { as, json: newAgent })).json()) as Agent
const setHandle = (id: string, handle: string | null, as = ada) =>
  send('PATCH', `/api/agents/${id}`, { as, json: { handle } })

test('an owner gives an agent a handle, in any way of writing it, and it is shown wherever the agent is', async () => {
  const agent = await make()
  expect(agent.handle).toBeNull()
  const changed = await setHandle(agent.id, ' @Night-Owl')
  expect(await changed.json()).toMatchObject({ id: agent.id, handle: 'night-owl', version: agent.version })
  const page = (await (await send('GET', '/api/agents')).json()) as AgentPage
  expect(page.agents.find(({ id }) => id === agent.id)?.handle).toBe('night-owl')
  for (const name of ['night-owl', '@night-owl', '@Night-Owl', agent.id, agent.id.toUpperCase()])
    expect((await doors.findAgent(name, null))?.id).toBe(agent.id)
  for (const name of ['night', '', '@', 'night-owl/..', agent.id.slice(1)])
    expect(await doors.findAgent(name, null)).toBeNull()
})

test('a handle is had once, and is free again when it is given up or its agent is gone for good', async () => {
  const [first, second] = [await make(), await make()]
  expect((await setHandle(first.id, 'keeper')).status).toBe(200)
  const refused = await setHandle(second.id, 'keeper')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'conflict',
    errors: { handle: 'This handle is taken.' },
  })
  expect(await (await setHandle(first.id, 'keeper')).json()).toMatchObject({ handle: 'keeper' })
  await setHandle(first.id, '')
  expect(await (await setHandle(second.id, 'keeper')).json()).toMatchObject({ handle: 'keeper' })

  await send('DELETE', `/api/agents/${second.id}`, { as: ada })
  expect(await doors.findAgent('keeper', null)).toBeNull()
  // It can still be brought back, with its handle.
  expect((await setHandle(first.id, 'keeper')).status).toBe(409)
  advance(2 * 3_600_000)
  await agents.sweepDeleted()
  expect((await setHandle(first.id, 'keeper')).status).toBe(200)
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
