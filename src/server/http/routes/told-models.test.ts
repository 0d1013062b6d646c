import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { newAgent } from '../../../../test/app.ts'
import { busesOfTwo } from '../../../../test/buses-of-two.ts'
import { testDatabase } from '../../../../test/database.ts'
import { realmReader } from '../../../../test/realm-reader.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import type { Account } from '../../../../test/sign-in.ts'
import { someModels } from '../../../../test/some-models.ts'
import { swarmRequests } from '../../../../test/swarm-requests.ts'
import { realmMessagePageSchema } from '../../../shared/realms/realm-messages.ts'

const tokens = { prompt: 600, completion: 50, cached: 0, reasoning: null }
const { models, owners } = someModels({
  keysProvider: 'box.example:8080',
  facts: {
    ...{ windowTokens: 8_192, sees: false, tools: null, reasons: null },
    prices: { input: 2, output: 10 },
  },
  says: (model) => [
    { type: 'words', text: `I am ${model}.` },
    {
      type: 'end',
      reason: model === 'mine' ? 'refused' : 'stop',
      usage: { prompt: tokens.prompt, completion: tokens.completion },
    },
  ],
})
const database = await testDatabase()
const [bus, otherBus] = busesOfTwo()
const here = await realtimeServer(database, { models, bus, alone: false, swarm: { every: { look: 40 } } })
const there = await realtimeServer(database, { models, bus: otherBus, alone: false })
afterAll(() => Promise.all([here.close(), there.close()]))
const { send, signIn } = here
const [ada, bob] = [await signIn(), await signIn()]
const key = randomUUID()
owners.set(key, ada.address)

/** Agents of Ada's: one that her own key answers for, and one of the place's model. */
async function makeAgents(): Promise<[string, string]> {
  const model = { ref: `key:${key}/mine`, temperature: null, length: null, effort: null }
  const make = async (fields: object) => {
    const answer = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...fields } })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  return [await make({ name: 'Keyed', model }), await make({ name: 'Placed' })]
}
const whole = { tokens, ms: expect.any(Number), thoughtMs: null, instead: null, answered: null }
const ofPlace = { ...whole, asked: 'plain', provider: 'home', payer: 'place', ended: null }
const ofKey = { ...whole, asked: 'mine', provider: '', payer: 'owner', ended: 'refused' }

test('everybody in a realm is told which model answered and who pays, at once, at another server and later, and no price', async () => {
  const { make, said } = realmRequests(send)
  const realm = await make(bob)
  for (const agent of await makeAgents())
    await send('PUT', `/api/realms/${realm.id}/agents/${agent}`, { as: bob })
  const reader = realmReader({ realm: realm.id, servers: [there.address] })
  await expect.poll(() => reader.live).toBe(true)
  await said(realm.id, '@Keyed @Placed, who are you?', bob)

  const read = async (as?: Account, at = here) =>
    realmMessagePageSchema
      .parse(await (await at.send('GET', `/api/realms/${realm.id}/messages`, { as })).json())
      .messages.filter((message) => message.kind === 'answer')
  await expect.poll(async () => (await read()).filter(({ state }) => state === 'finished').length).toBe(2)
  const modelOf = (answers: Awaited<ReturnType<typeof read>>) =>
    Object.fromEntries(answers.map(({ agentName, model }) => [agentName, model]))
  for (const [as, at] of [
    [undefined, there],
    [bob, here],
    [ada, there],
  ] as const)
    expect(modelOf(await read(as, at))).toEqual({ Keyed: ofKey, Placed: ofPlace })
  for (const { id, model } of await read()) await expect.poll(() => reader.find(id)).toMatchObject({ model })
  expect(reader.faults).toEqual([])
  reader.close()

  const [removed] = await read()
  await send('DELETE', `/api/realms/${realm.id}/messages/${removed?.id}`, { as: bob })
  const left = (await read()).find(({ id }) => id === removed?.id)
  expect([left?.removed, left?.model]).toEqual([true, undefined])
})

test.each<[string, Account | undefined]>([
  ['a wallet', bob],
  ['a visitor', undefined],
])('a run of %s says of each turn its model, and the price to who made it', async (_, owner) => {
  const { begun, follow, open } = swarmRequests(send)
  const { id } = await begun(owner, { agentIds: await makeAgents() })
  const known = await follow(id, owner)
  const micros = 600 * 2 + 50 * 10
  const own = { ...ofKey, provider: 'box.example:8080' }
  // The synthesis is the place's.
  const priced = [own, ofPlace, ofPlace].map((model) => ({ ...model, micros }))
  expect(known.turns.map(({ model }) => model)).toEqual(priced)
  expect(await open(id, owner)).toEqual(known)
  const file = await send('GET', `/api/swarm/runs/${id}/export`, { as: owner })
  const text = await file.text()
  expect(text.match(/^_Model: .*_$/gm)).toEqual([
    expect.stringMatching(/^_Model: mine · .*600 tokens read, 50 written.*\$0\.001700 · The model declined/),
    expect.stringMatching(/^_Model: plain · home/),
    expect.stringMatching(/^_Model: plain · home/),
  ])
  if (!owner) return
  await send('PATCH', `/api/swarm/runs/${id}`, { as: owner, json: { shared: true } })
  for (const as of [undefined, ada]) {
    const shared = await open(id, as)
    expect(shared.turns.map(({ model }) => model)).toEqual([ofKey, ofPlace, ofPlace])
    expect((await follow(id, as)).turns).toEqual(shared.turns)
    const { turns } = await swarmRequests(there.send).open(id, as)
    expect(turns).toEqual(shared.turns)
    const others = await (await send('GET', `/api/swarm/runs/${id}/export`, { as })).text()
    expect(others).toContain('_Model: mine')
    expect(others).not.toMatch(/box\.example|\$0/)
  }
})
