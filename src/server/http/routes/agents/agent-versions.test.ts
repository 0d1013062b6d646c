import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { fieldNames } from '../../../../shared/agents/agent-fields.ts'
import { type AgentVersion, agentVersionsSchema } from '../../../../shared/agents/agent-versions.ts'
import { type Agent, type AgentChanges, agentSchema } from '../../../../shared/agents/agents.ts'
import { limits, UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'

const database = await testDatabase()
const { send, signIn, advance, agents, images } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

async function make(fields: object = {}): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...fields } })
  return agentSchema.parse(await response.json())
}

const change = (id: string, changes: AgentChanges) =>
  send('PATCH', `/api/agents/${id}`, { as: ada, json: changes })
const goBack = (id: string, number: number | string, basedOn: number, as: Account | undefined = ada) =>
  send('POST', `/api/agents/${id}/versions/${number}/restore`, { as, json: { basedOn } })
const read = async (id: string): Promise<Agent> =>
  agentSchema.parse(await (await send('GET', `/api/agents/${id}`, { as: ada })).json())
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

async function versionsOf(id: string): Promise<AgentVersion[]> {
  const response = await send('GET', `/api/agents/${id}/versions`, { as: ada })
  return agentVersionsSchema.parse(await response.json()).versions
}

const versioned = (agent: Agent | AgentVersion) =>
  Object.fromEntries([...fieldNames, 'pictureUrl' as const].map((field) => [field, agent[field]]))

test('an agent that was never changed has one version: as it was made, since it was made', async () => {
  const agent = await make()
  expect(await versionsOf(agent.id)).toEqual([
    { ...versioned(agent), number: 1, persona: 1, since: agent.createdAt },
  ])
})

test('every field that is versioned makes a version when it changes, and says since when', async () => {
  const agent = await make({ pumpToken: 'So11111111111111111111111111111111111111112' })
  const changes: Required<Omit<AgentChanges, 'basedOn' | 'visibilityEnabled' | 'allowsCopies' | 'handle'>> = {
    name: 'Ada II',
    description: 'Explains things at once.',
    category: 'quantum',
    personality: 'You are Ada the Second.',
    capabilities: ['Explaining', 'Waiting'],
    knowledgeDomains: ['Waiting'],
    imageUrl: 'https://example.com/ada.png',
    pumpToken: null,
    model: { ref: null, temperature: 0.5, length: 500, effort: 'high' },
    tools: { own: ['time'], servers: [] },
  }
  expect(Object.keys(changes).sort()).toEqual([...fieldNames].sort())
  for (const field of fieldNames) {
    advance(1_000)
    expect((await change(agent.id, { [field]: changes[field] })).status).toBe(200)
  }
  const versions = await versionsOf(agent.id)
  expect(versions.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(versions[0]).toMatchObject(changes)
  expect(versions.at(-1)).toEqual({ ...versioned(agent), number: 1, persona: 1, since: agent.createdAt })
  const times = versions.map(({ since }) => Date.parse(since))
  expect(times.toSorted((a, b) => b - a)).toEqual(times)
  expect(new Set(times).size).toBe(11)
})

test('what changes nothing that is versioned makes no version: the same again, showing, publishing, voting', async () => {
  const agent = await make({ isPublic: false })
  await change(agent.id, {
    name: agent.name,
    capabilities: [...agent.capabilities],
    visibilityEnabled: false,
  })
  await change(agent.id, { visibilityEnabled: true, basedOn: 1 })
  await send('POST', `/api/agents/${agent.id}/publish`, { as: ada })
  await send('PUT', `/api/agents/${agent.id}/upvote`, { as: bob })
  expect(await read(agent.id)).toEqual({ ...agent, isPublic: true, upvotes: 1 })
  expect(await versionsOf(agent.id)).toHaveLength(1)
})

test('changes to a version that is no longer the present one are refused, and nothing is changed', async () => {
  const agent = await make()
  await change(agent.id, { name: 'Meanwhile', basedOn: 1 })
  const before = await read(agent.id)
  for (const basedOn of [1, 3, -1]) {
    const late = await change(agent.id, { name: 'Late', visibilityEnabled: false, basedOn })
    expect([late.status, await codeOf(late)]).toEqual([409, 'conflict'])
    const back = await goBack(agent.id, 1, basedOn)
    expect([back.status, await codeOf(back)]).toEqual([409, 'conflict'])
  }
  expect(await read(agent.id)).toEqual(before)
  expect(await versionsOf(agent.id)).toHaveLength(2)
  expect((await change(agent.id, { name: 'On what it is', basedOn: 2 })).status).toBe(200)
  expect((await change(agent.id, { name: 'On whatever it is' })).status).toBe(200)
})

test('of changes at the same time none is lost, and of those to one version exactly one is taken', async () => {
  const { id } = await make()
  const names = Array.from({ length: 6 }, (_, index) => `At once ${index}`)
  await Promise.all(names.map((name) => change(id, { name })))
  const versions = await versionsOf(id)
  expect(versions.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(versions.map(({ name }) => name).sort()).toEqual(['Ada', ...names])
  const answers = await Promise.all(['Red', 'Green', 'Blue'].map((name) => change(id, { name, basedOn: 7 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await read(id)).version).toBe(8)
})

test('however an agent is changed and put back, its versions are those of a model', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ name: fc.constantFrom('Ada', 'Bob', 'Cleo') }) },
    { weight: 2, arbitrary: fc.record({ capabilities: fc.constantFrom<string[]>(['One'], ['One', 'Two']) }) },
    { weight: 1, arbitrary: fc.record({ visibilityEnabled: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ back: fc.nat({ max: 3 }) }) },
  )
  const steps = fc.array(step, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const agent = await make()
      const model = [versioned(agent)]
      for (const step of steps) {
        const present = model.at(-1)
        const number = 'back' in step ? Math.max(1, model.length - step.back) : 0
        const wanted =
          'back' in step ? model[number - 1] : { ...present, ...step, visibilityEnabled: undefined }
        const next = JSON.parse(JSON.stringify(wanted))
        if (JSON.stringify(next) !== JSON.stringify(present)) model.push(next)
        const answer = await ('back' in step
          ? goBack(agent.id, number, (await read(agent.id)).version)
          : change(agent.id, step))
        expect(await answer.json()).toMatchObject({ ...next, version: model.length })
      }
      const seen = await versionsOf(agent.id)
      expect(seen.map(versioned).reverse()).toEqual(model)
      expect(seen.map(({ number }) => number).reverse()).toEqual(model.map((_, index) => index + 1))
    }),
    { numRuns: 12 },
  )
})

test('no more than so many versions are kept, and each still says since when', async () => {
  const { id } = await make({ name: 'Number 1' })
  for (let number = 2; number <= limits.agentVersions + 3; number++) {
    advance(1_000)
    await change(id, { name: `Number ${number}` })
  }
  const versions = await versionsOf(id)
  const newest = limits.agentVersions + 3
  expect(versions.map(({ name }) => name)).toEqual(
    Array.from({ length: limits.agentVersions }, (_, index) => `Number ${newest - index}`),
  )
  const gaps = versions
    .slice(1)
    .map(({ since }, index) => Date.parse(versions[index]?.since ?? '') - Date.parse(since))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
  for (const gone of [1, 3]) expect((await goBack(id, gone, newest)).status).toBe(404)
  expect(await (await goBack(id, 4, newest)).json()).toMatchObject({ name: 'Number 4', version: newest + 1 })
})

test('versions and duplicates are for the owner alone, and a version that there is not is not found', async () => {
  const requests = (id: string): [string, string, object?][] => [
    ['GET', `/api/agents/${id}/versions`],
    ['POST', `/api/agents/${id}/versions/1/restore`, { basedOn: 1 }],
    ['POST', `/api/agents/${id}/duplicate`, { id: crypto.randomUUID() }],
  ]
  const [seen, hidden] = [await make(), await make({ visibilityEnabled: false })]
  for (const [id, as, status, code] of [
    [seen.id, undefined, 401, 'not_signed_in'],
    [seen.id, bob, 403, 'forbidden'],
    [hidden.id, bob, 404, 'not_found'],
    [crypto.randomUUID(), ada, 404, 'not_found'],
    ['nothing', ada, 404, 'not_found'],
  ] as const)
    for (const [method, path, json] of requests(id)) {
      const response = await send(method, path, { as, json })
      expect([response.status, await codeOf(response)]).toEqual([status, code])
    }
  for (const number of ['0', '2', '-1', '1.0', '01', '9'.repeat(12), 'one'])
    expect((await goBack(seen.id, number, 1)).status).toBe(404)
  const unsure = await send('POST', `/api/agents/${seen.id}/versions/1/restore`, { as: ada, json: {} })
  expect(unsure.status).toBe(422)
})

test('versions come back with an agent whose deletion is undone, and a deleted one has none', async () => {
  const { id } = await make()
  await change(id, { name: 'Second' })
  const before = await versionsOf(id)
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  expect((await send('GET', `/api/agents/${id}/versions`, { as: ada })).status).toBe(404)
  expect((await goBack(id, 1, 2)).status).toBe(404)
  await send('POST', `/api/agents/${id}/restore`, { as: ada })
  expect(await versionsOf(id)).toEqual(before)
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  advance(UNDO_DELETE_MS + 60 * 60_000)
  await agents.sweepDeleted()
  const again = await make({ id })
  expect(await versionsOf(id)).toEqual([
    { ...versioned(again), persona: 1, number: 1, since: again.createdAt },
  ])
})

test('a picture that only an older version shows is not swept, and is there again after going back', async () => {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { id, imageUrl } = await make({ imageUrl: `data:image/png;base64,${dot}` })
  await change(id, { imageUrl: '/images/default.webp' })
  advance(25 * 60 * 60_000)
  await images.sweepUnused()
  expect((await send('GET', imageUrl)).status).toBe(200)
  expect(await (await goBack(id, 1, 2)).json()).toMatchObject({ imageUrl, version: 3 })

  await send('DELETE', `/api/agents/${id}`, { as: ada })
  advance(UNDO_DELETE_MS + 60 * 60_000)
  await agents.sweepDeleted()
  await images.sweepUnused()
  expect((await send('GET', imageUrl)).status).toBe(404)
})

test('a duplicate is a draft of its own: no votes, no token, no versions, and none made twice', async () => {
  const agent = await make({
    pumpToken: 'So11111111111111111111111111111111111111112',
    visibilityEnabled: false,
  })
  await change(agent.id, { personality: 'You are Ada, and in no hurry.' })
  await send('PUT', `/api/agents/${agent.id}/upvote`, { as: ada })
  const id = crypto.randomUUID()
  const duplicate = (id: string) =>
    send('POST', `/api/agents/${agent.id}/duplicate`, { as: ada, json: { id } })
  const made = await duplicate(id)
  expect([made.status, made.headers.get('location')]).toEqual([201, `/api/agents/${id}`])
  const draft = agentSchema.parse(await made.json())
  expect(draft).toEqual({
    ...agent,
    id,
    name: 'Copy of Ada',
    personality: 'You are Ada, and in no hurry.',
    isPublic: false,
    visibilityEnabled: true,
    pumpToken: null,
    handle: expect.stringMatching(/^copy-of-ada/),
    createdAt: expect.any(String),
  })
  await change(id, { name: 'Bea' })
  const again = await duplicate(id)
  expect([again.status, await again.json()]).toEqual([200, { ...draft, name: 'Bea', version: 2 }])
  expect(await read(agent.id)).toMatchObject({ name: 'Ada', version: 2, upvotes: 1 })

  const others = await send('POST', '/api/agents', { as: bob, json: newAgent })
  const taken = await duplicate(agentSchema.parse(await others.json()).id)
  expect([taken.status, await codeOf(taken)]).toEqual([409, 'conflict'])
  expect((await duplicate('nothing')).status).toBe(422)
})

test('an older agent of a name that is not given any more works on, and no agent goes back to such a name', async () => {
  const older = await make()
  await database.sql`update agents set name = 'System' where id = ${older.id}`
  expect((await change(older.id, { description: 'Another.' })).status).toBe(200)
  expect((await goBack(older.id, 1, 2)).status).toBe(200)
  expect(await read(older.id)).toMatchObject({ name: 'System', version: 3 })
  const refused = await change(older.id, { name: 'Assistant' })
  expect([refused.status, await codeOf(refused)]).toEqual([422, 'validation_failed'])
  expect((await change(older.id, { name: 'Ada' })).status).toBe(200)
  const back = await goBack(older.id, 3, 4)
  expect([back.status, await codeOf(back)]).toEqual([422, 'validation_failed'])
  expect((await goBack(older.id, 3, 4, bob)).status).toBe(403)
})
