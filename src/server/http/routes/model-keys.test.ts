import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Account, testApp } from '../../../../test/app.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { busesOfTwo } from '../../../../test/buses-of-two.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import { type Manner, startKeyProvider } from '../../../../test/key-provider.ts'
import { modelKeyClient } from '../../../../test/model-key-client.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { ownKeyLimits, ownKeySchema, ownKeysSchema } from '../../../shared/models/own-keys.ts'
import type { Handover } from '../../../shared/own-data/handovers.ts'
import { createModel } from '../../llm/asking/create-model.ts'

const provider = await startKeyProvider()
afterAll(provider.close)
const database = await testDatabase()
const [bus, otherBus] = busesOfTwo()
const settings = { MODEL_ADDRESS_RANGES: ['127.0.0.1/32'] }
const parts = { settings, ownKeys: { patienceMs: 1_500 }, alone: false }
const here = testApp(database, { ...parts, bus })
const there = testApp(database, { ...parts, bus: otherBus })
const { send, signIn, sign, advance, ownKeys } = here
const { wanted, add, added, list, change, remove, refresh } = modelKeyClient(send, provider)

beforeEach(() => {
  provider.behave('lists')
  provider.release()
  provider.requests.length = 0
})

/** Asks a model of a key as a reply does. */
async function ask(as: Account, id: string, model = 'small', on = here) {
  const found = await on.ownKeys.find(as.address, `key:${id}/${model}`)
  if (!found) return null
  return modelOutcome(found.ask(modelRequest, new AbortController().signal))
}
const problemOf = async (answer: Response) => (await answer.json()) as Problem
const stalledAt = (count: number) => expect.poll(() => provider.requests.length).toBe(count)

test('a key is tried, listed without itself, used at its provider alone, changed and removed', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const { key, ownKey } = await added(ada, { name: ' Work ' })
  expect(provider.requests.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/models', key],
    // Whether anybody gets the list, in which case it would prove nothing.
    ['/v1/models', ''],
  ])
  expect(ownKey).toEqual({
    ...{ id: ownKey.id, name: 'Work', preset: 'custom', address: provider.address },
    ...{ provider: `127.0.0.1:${provider.port}`, ending: key.slice(-4), models: 2 },
    caps: { words: null, cents: null, wordsEach: null },
    ...{ createdAt: expect.any(String), lastUsedAt: null, today: { words: 0, cents: null } },
  })
  const listed = await (await list(ada)).text()
  expect(ownKeysSchema.parse(JSON.parse(listed))).toMatchObject({ keys: [ownKey], secret: 'setting' })
  expect(listed).not.toContain(key)
  expect(ownKeysSchema.parse(await (await list(eve)).json()).keys).toEqual([])
  expect(await ownKeys.list(ada.address)).toMatchObject([
    { ref: `key:${ownKey.id}/small`, model: 'small', sees: false, windowTokens: 8_192 },
    { ref: `key:${ownKey.id}/large` },
  ])

  expect(await ask(ada, ownKey.id)).toMatchObject({ text: 'Hello there.', end: 'stop' })
  expect(provider.requests.at(-1)).toMatchObject({ key, model: 'small' })
  expect(await ask(eve, ownKey.id)).toBeNull()
  const caps = { words: 500, cents: 250, wordsEach: null }
  for (const by of [eve, ada]) {
    const changed = await change(by, ownKey.id, { name: 'Ours', caps })
    expect(changed.status).toBe(by === eve ? 404 : 200)
    if (by === ada) expect(ownKeySchema.parse(await changed.json())).toMatchObject({ name: 'Ours', caps })
    expect((await refresh(by, ownKey.id)).status).toBe(by === eve ? 404 : 200)
  }
  expect(await ownKeys.find(ada.address, `key:${ownKey.id}/never-listed`)).toMatchObject({
    ...{ caps, keyId: ownKey.id, wallet: ada.address, engine: { kind: 'provider', model: 'never-listed' } },
  })
  expect((await remove(eve, ownKey.id)).status).toBe(404)
  expect((await remove(ada, ownKey.id)).status).toBe(204)
  expect([(await remove(ada, ownKey.id)).status, await ask(ada, ownKey.id)]).toEqual([404, null])
  expect(await database.sql`select from model_keys where wallet = ${ada.address}`).toEqual([])
})

test.each<[string, Manner, object, string, RegExp]>([
  ['a key that is refused', 'lists', { key: 'sk-wrong-key-0123456789' }, 'key', /did not accept this key/],
  [
    'a key that is refused where anybody gets the list',
    'lists for anybody',
    { key: 'sk-wrong-key-0123456789' },
    'key',
    /did not accept this key/,
  ],
  [
    'a key that is refused where there is no list',
    'has no list',
    { key: 'sk-wrong-key-0123456789' },
    'key',
    /did not accept this key/,
  ],
  ['an account without credit', 'wants money', {}, 'key', /no credit left/],
  ['a provider that is busy', 'is busy', {}, 'key', /too busy/],
  ['nobody at the address', 'lists', { address: 'http://127.0.0.1:1/v1' }, 'address', /can’t be reached/],
  ['a connection that breaks', 'breaks', {}, 'address', /can’t be reached/],
  ['a provider that says nothing', 'says nothing', {}, 'address', /took too long/],
  ['an address that leads on', 'leads on', {}, 'address', /leads on to another/],
  ['a web page', 'is a web page', {}, 'address', /not as a model server/],
  ['another kind of server', 'is something else', {}, 'address', /not as a model server/],
  ['a private address', 'lists', { address: 'https://10.0.0.1/v1' }, 'address', /can’t be used here/],
  ['http', 'lists', { address: 'http://93.184.215.14/v1' }, 'address', /can’t be used here/],
  ['an address without a scheme', 'lists', { address: 'models.example/v1' }, 'address', /Enter the address/],
  ['no address', 'lists', { address: undefined }, 'address', /Enter the address/],
  ['a password in the address', 'lists', { address: 'https://a:b@models.example' }, 'address', /password/],
  ['a query in the address', 'lists', { address: 'https://models.example?a=b' }, 'address', /after \?/],
  ['an unknown provider', 'lists', { preset: 'nobody' }, 'preset', /Choose a provider/],
  ['a key that is none', 'lists', { key: 'not a key' }, 'key', /no spaces/],
  ['a key of two lines', 'lists', { key: 'sk-1\r\nx-other: 2' }, 'key', /no spaces/],
  ['no name', 'lists', { name: ' ' }, 'name', /Give it a name/],
])(
  '%s is said at its field, in words of our own, and nothing is stored',
  async (_, manner, fields, field, sentence) => {
    const as = await signIn()
    provider.behave(manner)
    const answer = await add(as, fields)
    expect(answer.status).toBe(422)
    const { code, errors = {} } = await problemOf(answer)
    expect([code, Object.keys(errors)]).toEqual(['validation_failed', [field]])
    expect(errors[field]).toMatch(sentence)
    expect(errors[field]).not.toMatch(/sk-|Incorrect|Insufficient|Slow down|Welcome|Not Found/)
    expect(ownKeysSchema.parse(await (await list(as)).json()).keys).toEqual([])
  },
)

test('an address that leads back is refused at its field: of this server, and of another one that asks agents', async () => {
  const [served, beside] = [await realtimeServer(database, parts), await realtimeServer(database, parts)]
  onTestFinished(async () => void (await Promise.all([served.close(), beside.close()])))
  const as = await served.signIn()
  const { makeAgent, makeKey } = doorClient(served.send)
  const [{ handle }, { key }] = [await makeAgent(as), await makeKey(as)]
  const path = '/api/me/model-keys'
  for (const { address } of [served, beside]) {
    const json = { id: randomUUID(), name: 'Mine', preset: 'custom', address: `${address}/v1`, key }
    const answer = await served.send('POST', path, { as, json })
    expect((await problemOf(answer)).errors).toEqual({
      address: expect.stringContaining('This address leads back to Bionic.'),
    })
  }
  expect(ownKeysSchema.parse(await (await served.send('GET', path, { as })).json()).keys).toEqual([])
  // One that was there before, at whatever place it leads to.
  const asking = createModel({
    ...{ dialect: 'chat', provider: 'mine', baseUrl: `${beside.address}/v1`, apiKey: key },
    model: handle ?? '',
  })
  expect(await modelOutcome(asking(modelRequest, new AbortController().signal))).toMatchObject({
    error: { message: expect.stringContaining('an agent can’t be the model of an agent') },
  })
})

test('a provider of a fixed address that can not be reached is said at the key, for there is no other field', async () => {
  const as = await signIn()
  const answer = await add(as, { preset: 'openai', address: undefined })
  expect((await problemOf(answer)).errors).toEqual({
    key: 'OpenAI can’t be reached right now. Try again in a moment.',
  })
  expect(provider.requests).toEqual([])
})

test.each<Manner>(['has no list', 'has no list and forgives any model', 'lists for anybody'])(
  'a valid key is taken where a provider %s',
  async (manner) => {
    const as = await signIn()
    provider.behave(manner)
    const { ownKey } = await added(as)
    expect(ownKey.models).toBe(manner === 'lists for anybody' ? 2 : 0)
    // A model that was never listed can be asked by its name.
    expect(await ask(as, ownKey.id, 'large')).toMatchObject({ text: 'Hello there.' })
  },
)

test('a repeated request stores nothing twice, and an id is nobody else’s', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const body = wanted()
  const answers = await Promise.all(
    Array.from({ length: 2 }, () => send('POST', '/api/me/model-keys', { as: ada, json: body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const again = await send('POST', '/api/me/model-keys', {
    as: ada,
    json: { ...body, id: body.id.toUpperCase() },
  })
  expect(again.status).toBe(201)
  expect(ownKeysSchema.parse(await (await list(ada)).json()).keys).toHaveLength(1)
  const other = wanted()
  for (const [as, changed] of [
    [eve, body],
    [ada, { ...body, key: other.key }],
    [ada, { ...body, address: provider.address.replace('127.0.0.1', 'localhost') }],
  ] as const) {
    const refused = await send('POST', '/api/me/model-keys', { as, json: changed })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'conflict'])
  }
})

test('a wallet has ten keys at most, however many come at once', async () => {
  const as = await signIn()
  let waiting = Array.from({ length: 14 }, () => wanted())
  const outcomes: number[] = []
  // As a client does, those that are told to wait for the others come again.
  while (waiting.length > 0) {
    const answers = await Promise.all(
      waiting.map(async (json) => ({ json, of: await send('POST', '/api/me/model-keys', { as, json }) })),
    )
    waiting = answers.filter(({ of }) => of.status === 429).map(({ json }) => json)
    outcomes.push(...answers.map(({ of }) => of.status).filter((status) => status !== 429))
  }
  expect(outcomes.filter((status) => status === 201)).toHaveLength(ownKeyLimits.keys)
  expect(outcomes.filter((status) => status === 409)).toHaveLength(4)
  expect(ownKeysSchema.parse(await (await list(as)).json()).keys).toHaveLength(ownKeyLimits.keys)
  const before = provider.requests.length
  expect((await problemOf(await add(as))).code).toBe('quota_reached')
  expect(provider.requests).toHaveLength(before)
})

test('a key that is removed ends what it runs, on whichever server, with the words so far', async () => {
  const as = await signIn()
  const { ownKey } = await added(as)
  provider.stall()
  const sent = provider.requests.length
  const [running, elsewhere] = [ask(as, ownKey.id), ask(as, ownKey.id, 'large', there)]
  await stalledAt(sent + 2)
  const found = await there.ownKeys.find(as.address, `key:${ownKey.id}/small`)
  expect((await remove(as, ownKey.id)).status).toBe(204)
  const ended = { end: undefined, error: { name: 'PermissionDeniedError', message: 'The key was removed.' } }
  for (const reply of [running, elsewhere]) expect(await reply).toMatchObject(ended)
  // Found before it was removed, asked after it.
  if (!found) throw new Error('The key was not found.')
  expect(await modelOutcome(found.ask(modelRequest, new AbortController().signal))).toMatchObject({
    ...ended,
    text: '',
  })
  expect(provider.requests).toHaveLength(sent + 2)
})

test('whoever lets go of a reply ends its request, and the key goes on', async () => {
  const as = await signIn()
  const { ownKey } = await added(as)
  provider.stall()
  const found = await ownKeys.find(as.address, `key:${ownKey.id}/small`)
  if (!found) throw new Error('The key was not found.')
  const gone = new AbortController()
  const sent = provider.requests.length
  const running = modelOutcome(found.ask(modelRequest, gone.signal))
  await stalledAt(sent + 1)
  gone.abort()
  expect(await running).toMatchObject({ end: undefined, error: undefined })
  provider.release()
  expect(await ask(as, ownKey.id)).toMatchObject({ end: 'stop' })
})

test('its last use is known to the minute', async () => {
  const as = await signIn()
  const { ownKey } = await added(as)
  const lastUsed = async () => {
    await ownKeys.flush()
    return ownKeysSchema.parse(await (await list(as)).json()).keys[0]?.lastUsedAt ?? null
  }
  expect(await lastUsed()).toBeNull()
  await ask(as, ownKey.id)
  const first = await lastUsed()
  await ask(as, ownKey.id)
  expect([first === null, await lastUsed()]).toEqual([false, first])
  advance(61_000)
  await ask(as, ownKey.id)
  expect(Date.parse((await lastUsed()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000)
})

test('a row that was moved to another wallet, key or address is of no use there', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const locked = { error: { name: 'AuthenticationError' } }
  const { sql } = database
  const moved = async (by: (id: string) => Promise<unknown>) => {
    const { ownKey } = await added(ada)
    await by(ownKey.id)
    return ownKey.id
  }
  const stolen = await moved((id) => sql`update model_keys set wallet = ${eve.address} where id = ${id}`)
  const bent = await moved(
    (id) => sql`update model_keys set address = ${`${provider.address}/x`} where id = ${id}`,
  )
  const renamed = randomUUID()
  await moved((id) => sql`update model_keys set id = ${renamed} where id = ${id}`)
  const sent = provider.requests.length
  for (const [as, id] of [
    [eve, stolen],
    [ada, bent],
    [ada, renamed],
  ] as const) {
    expect(await ask(as, id)).toMatchObject(locked)
    expect((await problemOf(await refresh(as, id))).code).toBe('conflict')
    expect((await remove(as, id)).status).toBe(204)
  }
  expect(provider.requests).toHaveLength(sent)
})

test('a provider that does not list its models again is said in one sentence, and the known ones stay', async () => {
  const as = await signIn()
  const { ownKey } = await added(as)
  provider.behave('is busy')
  const answer = await refresh(as, ownKey.id)
  expect([answer.status, (await problemOf(answer)).detail]).toEqual([502, expect.stringMatching(/too busy/)])
  expect(await ownKeys.list(as.address)).toHaveLength(2)
})

test('keys end with the wallet that deletes everything, and do not move to another one', async () => {
  const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]
  const [ofAda, ofBob] = [(await added(ada)).ownKey, (await added(bob)).ownKey]
  provider.stall()
  const sent = provider.requests.length
  const running = [ask(ada, ofAda.id), ask(bob, ofBob.id, 'small', there)]
  await stalledAt(sent + 2)

  const headers = await sign(ada, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: ada, headers })).status).toBe(200)
  for (const one of [here, there]) one.advance(11_000)
  await here.sweeps.deletions()

  const terms = { to: cyd.address, agentId: null }
  const agreed = await sign(bob, { action: 'hand-over', ...terms })
  const offer = await send('POST', '/api/me/handovers', { as: bob, json: terms, headers: agreed })
  const { id } = (await offer.json()) as Handover
  const taking = await sign(cyd, { action: 'take-over', from: bob.address, agentId: null })
  expect((await send('POST', `/api/me/handovers/${id}/take`, { as: cyd, headers: taking })).status).toBe(204)

  for (const reply of running)
    expect(await reply).toMatchObject({ error: { message: 'The key was removed.' } })
  expect(await database.sql`select from model_keys where id in (${ofAda.id}, ${ofBob.id})`).toEqual([])
  expect(ownKeysSchema.parse(await (await list(cyd)).json()).keys).toEqual([])
})
