import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { testApp } from '../../../../test/app.ts'
import { busesOfTwo } from '../../../../test/buses-of-two.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import { limits } from '../../../shared/common/limits.ts'
import { apiKeySchema, apiKeysSchema } from '../../../shared/doors/api-keys.ts'
import type { Handover } from '../../../shared/own-data/handovers.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const { makeAgent, makeKey, revoke, opens, send, signIn } = atServer()
const messages = [{ role: 'user', content: 'What is light?' }]

/** A server with a clock of its own. */
function atServer() {
  const server = testApp(database, { chat })
  const doors = doorClient(server.send)
  const opens = async ({ key }: { key: string }) =>
    (await doors.call(key, 'GET', '/v1/models')).status === 200
  return { ...server, ...doors, opens }
}

test('a wallet lists its keys, changes them and revokes them, and never sees one again', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const agent = await makeAgent(ada)
  const first = await makeKey(ada, { name: ' Mine ', agentId: agent.id, wordsADay: 500 })
  const second = await makeKey(ada, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  const listed = await send('GET', '/api/me/keys', { as: ada })
  const text = await listed.text()
  const { keys } = apiKeysSchema.parse(JSON.parse(text))
  expect(keys.map(({ id }) => id)).toEqual([second.apiKey.id, first.apiKey.id])
  expect(keys[1]).toMatchObject({
    name: 'Mine',
    agent: { id: agent.id, name: 'Ada' },
    ending: first.key.slice(-4),
  })
  for (const { key } of [first, second]) expect(text).not.toContain(key)

  const path = `/api/me/keys/${first.apiKey.id}`
  const changed = await send('PATCH', path, { as: ada, json: { name: 'Ours', wordsADay: null } })
  expect(apiKeySchema.parse(await changed.json())).toMatchObject({ name: 'Ours', wordsADay: null })
  expect((await send('PATCH', path, { as: eve, json: { name: 'Hers' } })).status).toBe(404)
  expect((await revoke(eve, first)).status).toBe(404)
  expect(await opens(first)).toBe(true)
  expect((await revoke(ada, first)).status).toBe(204)
  expect(await opens(first)).toBe(false)
})

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name of several lines', { name: 'a\nb' }, 'name'],
  ['a long name', { name: 'x'.repeat(limits.apiKeyName + 1) }, 'name'],
  ['an agent that is no id', { agentId: 'ada' }, 'agentId'],
  ['few words', { wordsADay: 5 }, 'wordsADay'],
  ['half a word', { wordsADay: 100.5 }, 'wordsADay'],
  ['a time that is over', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ['a time in a hundred years', { expiresAt: '2126-01-01T00:00:00.000Z' }, 'expiresAt'],
  ['a time that is none', { expiresAt: 'tomorrow' }, 'expiresAt'],
])('a key with %s is not made', async (_, fields, field) => {
  const answer = await send('POST', '/api/me/keys', { as: await signIn(), json: { name: 'x', ...fields } })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: { [field]: expect.any(String) } })
})

test('a wallet has so many keys and no more, also of requests at once', async () => {
  const ada = await signIn()
  const made = await Promise.all(
    Array.from({ length: limits.apiKeys + 3 }, () =>
      send('POST', '/api/me/keys', { as: ada, json: { name: 'x' } }),
    ),
  )
  const count = (status: number) => made.filter((answer) => answer.status === status).length
  expect([count(201), count(409)]).toEqual([limits.apiKeys, 3])
})

test('a key that has expired opens nothing, and ends what it was receiving', async () => {
  const { signIn, makeAgent, makeKey, call, opens, advance } = atServer()
  const ada = await signIn()
  const { id } = await makeAgent(ada)
  const soon = await makeKey(ada, { expiresAt: new Date(Date.now() + 1_000).toISOString() })
  model.next('stalls')
  const answer = await call(soon.key, 'POST', '/v1/chat/completions', { model: id, messages, stream: true })
  expect(await answer.text()).toContain('has expired')
  const later = await makeKey(ada, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await opens(later)).toBe(true)
  advance(3_600_001)
  expect(await opens(later)).toBe(false)
})

test('a key that is revoked at one server ends its streams at another', async () => {
  const [bus, otherBus] = busesOfTwo()
  const one = testApp(database, { chat, bus, alone: false })
  const other = testApp(database, { chat, bus: otherBus, alone: false })
  const ada = await one.signIn()
  const { id } = await makeAgent(ada)
  const made = await doorClient(one.send).makeKey(ada)
  const requests = model.requests.length
  model.next('stalls')
  const body = { model: id, messages, stream: true }
  const answer = await doorClient(other.send).call(made.key, 'POST', '/v1/chat/completions', body)
  await model.request(requests)
  await doorClient(one.send).revoke(ada, made)
  expect(await answer.text()).toContain('revoked')
  expect(await model.closed(requests)).toBe('cut')
})

test('the keys of a wallet go when everything of it is deleted, and when everything is given away', async () => {
  const { send, signIn, sign, makeKey, opens, advance, sweeps } = atServer()
  const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]
  const keys = [await makeKey(ada), await makeKey(bob), await makeKey(cyd)]
  const [ofAda, ofBob, ofCyd] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]]
  const headers = await sign(ada, { action: 'delete-everything' })
  await send('DELETE', '/api/me', { as: ada, headers })
  advance(10_500)
  await sweeps.deletions()
  expect(await opens(ofAda)).toBe(false)

  const offer = { to: cyd.address, agentId: null }
  const offering = await sign(bob, { action: 'hand-over', ...offer })
  const offered = await send('POST', '/api/me/handovers', { as: bob, json: offer, headers: offering })
  expect(offered.status).toBe(201)
  const { id } = (await offered.json()) as Handover
  const taking = await sign(cyd, { action: 'take-over', from: bob.address, agentId: null })
  const taken = await send('POST', `/api/me/handovers/${id}/take`, { as: cyd, headers: taking })
  expect(taken.status).toBe(204)
  expect([await opens(ofBob), await opens(ofCyd)]).toEqual([false, true])
})

test('questions are limited by the wallet of the key, and keys that are not valid by the address', async () => {
  const small = testApp(database, { chat, settings: { RATE_LIMIT_CHAT: 2 } })
  const ada = await small.signIn()
  const { id } = await makeAgent(ada)
  const doors = doorClient(small.send)
  const [one, other] = [await doors.makeKey(ada), await doors.makeKey(ada)]
  const ask = (key: string) => doors.call(key, 'POST', '/v1/chat/completions', { model: id, messages })
  const statuses: number[] = []
  for (const { key } of [one, other, one]) statuses.push((await ask(key)).status)
  expect(statuses).toEqual([200, 200, 429])
  const refused = await ask(other.key)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded', type: 'requests' } })

  const guess = () => doors.call(`bk_${crypto.randomUUID()}`, 'GET', '/v1/models')
  const guesses = new Set<number>()
  for (let count = 0; count < 130; count++) guesses.add((await guess()).status)
  expect(guesses).toEqual(new Set([401, 429]))
  // A key that is known to be valid goes on opening.
  expect((await doors.call(one.key, 'GET', '/v1/models')).status).toBe(200)
})
