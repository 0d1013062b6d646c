import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import type { Account } from '../../../../test/sign-in.ts'
import { someModels } from '../../../../test/some-models.ts'
import { swarmRequests } from '../../../../test/swarm-requests.ts'
import { type Agent, agentPageSchema, agentSchema } from '../../../shared/agents/agents.ts'
import { modelListSchema } from '../../../shared/models/models.ts'

const { models, offered, owners, asked } = someModels({ place: ['home/plain', 'home/fine'] })
const { send, signIn } = testApp(await testDatabase(), { models })
const [ada, bob] = [await signIn(), await signIn()]
const keyOf = { ada: randomUUID(), bob: randomUUID() }
owners.set(keyOf.ada, ada.address).set(keyOf.bob, bob.address)
const [adasRef, bobsRef] = [`key:${keyOf.ada}/mine`, `key:${keyOf.bob}/mine`]
const choice = (ref: string | null) => ({ ref, temperature: null, length: null, effort: null })

const create = (json: object, as = ada) => send('POST', '/api/agents', { as, json: { ...newAgent, ...json } })
async function make(json: object = {}, as = ada): Promise<Agent> {
  const response = await create(json, as)
  expect(response.status).toBe(201)
  return agentSchema.parse(await response.json())
}
async function readAs(as: Account | undefined, id: string) {
  const response = await send('GET', `/api/agents/${id}`, { as })
  return { text: await response.clone().text(), agent: agentSchema.parse(await response.json()) }
}
/** Which model was asked by what is done; each speaks for itself. */
async function askedBy(act: () => Promise<unknown>): Promise<string[]> {
  const before = asked.length
  await act()
  return asked.slice(before).map(({ ref }) => ref)
}
const drain = async (response: Promise<Response>) => {
  const answer = await response
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
}

test("everybody sees the place's models, a wallet its own besides, and what answers for an agent", async () => {
  const agent = await make({ model: choice(adasRef) })
  const list = async (query = '', as?: Account) =>
    modelListSchema.parse(await (await send('GET', `/api/models${query}`, { as })).json())
  const seen = await list(`?agent=${agent.id}`)
  expect(seen.place.map(({ ref }) => ref)).toEqual(['home/plain', 'home/fine'])
  expect(seen).toMatchObject({ own: [], standard: 'home/plain' })
  expect(seen.usual).toEqual({ provider: 'Own', model: 'mine', payer: 'owner' })
  expect((await list('', bob)).own.map(({ ref }) => ref)).toEqual([bobsRef])
  expect((await list()).usual).toEqual({ provider: 'home', model: 'plain', payer: 'place' })
  expect((await send('GET', `/api/models?agent=${randomUUID()}`)).status).toBe(404)
})

test('an agent takes a model of the place or of a key of its owner, and no other', async () => {
  const agent = await make({
    model: { ...choice('home/fine'), temperature: 0.4, length: 900, effort: 'low' },
  })
  expect(agent.model).toEqual({ ref: 'home/fine', temperature: 0.4, length: 900, effort: 'low' })
  for (const ref of [bobsRef, 'home/none', `key:${randomUUID()}/mine`]) {
    expect((await create({ model: choice(ref) })).status).toBe(422)
    const change = await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { model: choice(ref) } })
    expect([change.status, await change.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { model: expect.any(String) } }),
    ])
  }
  const versions = await send('GET', `/api/agents/${agent.id}/versions`, { as: ada })
  expect((await versions.json()).versions).toHaveLength(1)
})

test('nobody but its owner learns which key an agent answers with', async () => {
  const agent = await make({ model: { ...choice(adasRef), temperature: 1 } })
  expect((await readAs(ada, agent.id)).agent.model?.ref).toBe(adasRef)
  for (const as of [undefined, bob]) {
    const { text, agent: seen } = await readAs(as, agent.id)
    expect(text).not.toContain(keyOf.ada)
    expect(seen.model).toEqual({ ...choice(null), temperature: 1 })
    const others = [
      '/api/agents',
      `/api/agents/${agent.id}/card?format=json`,
      `/api/models?agent=${agent.id}`,
    ]
    for (const path of [...others, '/v1/models', `/v1/models/${agent.id}`])
      expect(await (await send('GET', path, { as })).text()).not.toContain(keyOf.ada)
  }
  // Not even the owner's card, which goes anywhere.
  const card = await send('GET', `/api/agents/${agent.id}/card?format=json`, { as: ada })
  expect([card.status, await card.text()]).toEqual([200, expect.not.stringContaining(keyOf.ada)])
})

test("a model that is gone leaves the place's to answer, and its owner is told in the list of agents", async () => {
  offered.add('home/brief')
  const agent = await make({ name: 'Brief', model: choice('home/brief') })
  const told = async () => {
    const page = await send('GET', '/api/me/agents?query=Brief', { as: ada })
    return agentPageSchema.parse(await page.json()).agents.map(({ goneModel }) => goneModel)
  }
  const ask = () => drain(send('POST', '/api/chat', { json: { agentId: agent.id, message: 'Hello?' } }))
  expect([await askedBy(ask), await told()]).toEqual([['home/brief'], [undefined]])
  offered.delete('home/brief')
  expect([await askedBy(ask), await told()]).toEqual([['home/plain'], ['brief']])
  // What else changes can be saved meanwhile, with the choice as it is or without.
  for (const json of [{ description: 'New.' }, { model: { ...choice('home/brief'), temperature: 0 } }])
    expect((await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json })).status).toBe(200)
})

test("a conversation's choice answers in it, is kept in it, its forks and its export, and pays for nobody else", async () => {
  const agent = await make({ model: choice('home/fine') })
  const own = conversationClient(send, bob)
  const id = randomUUID()
  const question = firstQuestion(agent.id)
  expect(await askedBy(() => drain(own.ask(id, question)))).toEqual(['home/fine'])
  expect((await own.open(id)).modelRef).toBeNull()

  for (const refused of [adasRef, 'home/none'])
    expect((await own.change(id, { modelRef: refused })).status).toBe(422)
  expect((await own.change(id, { modelRef: bobsRef })).status).toBe(200)
  const next = () => ({
    ...{ replyId: randomUUID(), agentId: agent.id },
    question: { id: randomUUID(), parentId: question.replyId, content: 'And then?' },
  })
  expect(await askedBy(() => drain(own.ask(id, next())))).toEqual([bobsRef])
  expect((await own.open(id)).modelRef).toBe(bobsRef)

  const copy = randomUUID()
  expect((await own.fork(id, { id: copy, messageId: question.replyId })).status).toBe(201)
  expect((await own.open(copy)).modelRef).toBe(bobsRef)
  const file = await send('GET', `/api/conversations/${id}/export?format=json`, { as: bob })
  expect(await file.json()).toMatchObject({ modelRef: bobsRef })

  // Once the key is gone, the agent's answers again, and the choice may be taken back.
  owners.delete(keyOf.bob)
  expect(await askedBy(() => drain(own.ask(id, next())))).toEqual(['home/fine'])
  owners.set(keyOf.bob, bob.address)
  expect((await own.change(id, { modelRef: null })).status).toBe(200)
  expect(await askedBy(() => drain(own.ask(id, next())))).toEqual(['home/fine'])
})

test('the same question is answered again by another model, beside the first answer and for this once', async () => {
  const agent = await make()
  const own = conversationClient(send, bob)
  const id = randomUUID()
  const first = { ...firstQuestion(agent.id), model: 'home/fine' }
  expect(await askedBy(() => drain(own.ask(id, first)))).toEqual(['home/fine'])
  // It began with this choice, which is therefore the conversation's.
  expect((await own.open(id)).modelRef).toBe('home/fine')
  const again = { replyId: randomUUID(), agentId: agent.id, question: { id: first.question.id } }
  expect(await askedBy(() => drain(own.ask(id, { ...again, model: bobsRef })))).toEqual([bobsRef])
  const { modelRef, messages } = await own.open(id)
  expect(modelRef).toBe('home/fine')
  const replies = messages.filter(({ parentId }) => parentId === first.question.id)
  expect(replies.map(({ content }) => content)).toEqual(['I am fine.', 'I am mine.'])
})

test("visitors choose among the place's models, and keep the choice when the conversation is stored", async () => {
  const agent = await make()
  const ask = (model: string) =>
    send('POST', '/api/chat', { json: { agentId: agent.id, message: 'Hello?', model } })
  expect(await askedBy(() => drain(ask('home/fine')))).toEqual(['home/fine'])
  expect((await ask(adasRef)).status).toBe(422)
  const [id, createdAt] = [randomUUID(), new Date().toISOString()]
  const kept = await send('PUT', `/api/conversations/${id}`, {
    as: bob,
    json: {
      agentId: agent.id,
      modelRef: 'home/fine',
      messages: [{ id: randomUUID(), parentId: null, role: 'user', content: 'Hello?', createdAt }],
    },
  })
  expect(kept.status).toBe(201)
  expect((await conversationClient(send, bob).open(id)).modelRef).toBe('home/fine')
})

test("doors, drafts, try-outs, runs and realms are answered by the agent's own model", async () => {
  const agent = await make({ model: choice(adasRef) })
  const { makeKey, call } = doorClient(send)
  const { key } = await makeKey(bob)
  const chat = { model: agent.id, messages: [{ role: 'user', content: 'Hello?' }] }
  expect(await askedBy(() => drain(call(key, 'POST', '/v1/chat/completions', chat)))).toEqual([adasRef])

  const draft = {
    ...{ agentId: agent.id, platform: 'x', tone: 'friendly', topic: 'Light', source: '' },
    ...{ position: 1, count: 1, instead: '' },
  }
  const drafted = await askedBy(() => drain(send('POST', '/api/social/drafts', { as: bob, json: draft })))
  expect(drafted).toEqual([adasRef])

  const { name, description, personality, capabilities, knowledgeDomains } = agent
  const tried = { name, description, personality, capabilities, knowledgeDomains, model: choice('home/fine') }
  const tryOut = { draft: tried, message: 'Hello?' }
  const path = `/api/agents/${agent.id}/try-out`
  expect(await askedBy(() => drain(send('POST', path, { as: ada, json: tryOut })))).toEqual(['home/fine'])

  const other = await make()
  const { begun, follow } = swarmRequests(send)
  const id = randomUUID()
  const run = await askedBy(async () => {
    await begun(bob, { id, agentIds: [agent.id, other.id] })
    await follow(id, bob)
  })
  // Its synthesis belongs to no agent.
  expect(run.toSorted()).toEqual(['home/plain', 'home/plain', adasRef].toSorted())

  const { make: makeRealm, said, read } = realmRequests(send)
  const realm = await makeRealm(bob)
  await send('PUT', `/api/realms/${realm.id}/agents/${agent.id}`, { as: bob })
  const spoken = await askedBy(async () => {
    await said(realm.id, `@${agent.name} hello?`, bob)
    await expect.poll(async () => JSON.stringify(await read(realm.id))).toContain('I am mine.')
  })
  expect(spoken).toEqual([adasRef])
})
