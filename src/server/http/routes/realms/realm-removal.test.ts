import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { endAnswer, storeAnswer } from '../../../../../test/store-answer.ts'
import { type RealmMessage, realmMessageSchema } from '../../../../shared/realms/realm-messages.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const { make, open, said, say, read } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

const remove = (realm: string, id: string, as?: typeof ada) =>
  send('DELETE', `/api/realms/${realm}/messages/${id}`, { as })

async function removed(realm: string, id: string, as: typeof ada): Promise<RealmMessage> {
  const response = await remove(realm, id, as)
  expect(response.status).toBe(200)
  return realmMessageSchema.parse(await response.json())
}

test('an answer to a message carries its number, and what answers nothing carries none', async () => {
  const { id } = await make(ada)
  await said(id, 'Who is there?', ada)
  const response = await say(id, { content: 'Me', replyTo: 1 }, bob)
  expect(realmMessageSchema.parse(await response.json())).toMatchObject({ number: 2, replyTo: 1 })
  await say(id, { content: 'Nobody', replyTo: null }, bob)
  expect((await read(id)).messages).toMatchObject([{ replyTo: null }, { replyTo: 1 }, { replyTo: null }])
})

test.each([0, -1, 1.5, 3, 2 ** 53 - 1, '1'])('what is not there can’t be answered: %s', async (replyTo) => {
  const { id } = await make(ada)
  await said(id, 'One', ada)
  const before = await read(id)
  // The next number would be that of the message itself, which does not exist yet.
  const response = await say(id, { content: 'To myself', replyTo: replyTo === 3 ? 2 : replyTo }, bob)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    code: 'validation_failed',
    errors: { replyTo: expect.any(String) },
  })
  expect(await read(id)).toEqual(before)
  expect((await open(id)).participants).toEqual([ada.address])
})

test('a removed message has no words, its number and a new version; answers to it stay', async () => {
  const { id } = await make(ada)
  const first = await said(id, 'A secret', bob)
  await say(id, { content: 'What?', replyTo: 1 }, cyd)
  const message = await removed(id, first.id, bob)
  expect(message).toEqual({ ...first, content: '', removed: true, version: 3 })
  const { messages, version } = await read(id)
  expect(version).toBe(3)
  expect(messages).toMatchObject([message, { number: 2, content: 'What?', replyTo: 1 }])
  // A removed message keeps its place and can still be replied to.
  expect((await say(id, { content: 'Gone', replyTo: 1 }, cyd)).status).toBe(201)
  const stored = await database.sql`select content from realm_messages where content like '%secret%'`
  expect(stored).toHaveLength(0)
})

test('removing again changes nothing', async () => {
  const { id } = await make(ada)
  const first = await said(id, 'Once', bob)
  const message = await removed(id, first.id, bob)
  for (const as of [bob, ada]) expect(await removed(id, first.id, as)).toEqual(message)
  expect(await read(id)).toEqual({ messages: [message], hasMore: false, version: 2 })
})

test('several who remove the same message at once change it once: no version is given to nothing', async () => {
  const { id } = await make(ada)
  for (let round = 1; round <= 12; round++) {
    const message = await said(id, `Secret ${round}`, bob)
    const removals = [bob, ada, bob].map((as) => removed(id, message.id, as))
    const versions = (await Promise.all(removals)).map(({ version }) => version)
    expect(versions).toEqual([2 * round, 2 * round, 2 * round])
  }
  expect((await read(id)).version).toBe(24)
})

test('the author sends it again: it is the message without its words, and no new one', async () => {
  const { id } = await make(ada)
  const first = await said(id, 'Once', bob)
  const message = await removed(id, first.id, ada)
  const again = await say(id, { id: first.id, content: 'Once' }, bob)
  expect([again.status, await again.json()]).toEqual([200, message])
})

test('its author and the creator of the realm remove a message, and nobody else does', async () => {
  const { id } = await make(ada)
  const [of_bob, of_ada] = [await said(id, 'Mine', bob), await said(id, 'Mine', ada)]
  expect(await outcome(remove(id, of_bob.id, cyd))).toEqual([403, 'forbidden'])
  expect(await outcome(remove(id, of_ada.id, bob))).toEqual([403, 'forbidden'])
  expect(await outcome(remove(id, of_bob.id))).toEqual([401, 'not_signed_in'])
  expect((await read(id)).messages).toEqual([of_bob, of_ada])
  expect((await removed(id, of_bob.id, ada)).removed).toBe(true)
  expect((await removed(id, of_ada.id, ada)).removed).toBe(true)
})

test('what is not there is not found, in this realm or in any', async () => {
  const [one, other] = [await make(ada), await make(ada)]
  const message = await said(one.id, 'Here', ada)
  for (const path of [
    `${other.id}/messages/${message.id}`,
    `${one.id}/messages/${crypto.randomUUID()}`,
    `${one.id}/messages/nothing`,
    `${crypto.randomUUID()}/messages/${message.id}`,
  ]) {
    expect(await outcome(send('DELETE', `/api/realms/${path}`, { as: ada }))).toEqual([404, 'not_found'])
    expect(await outcome(send('POST', `/api/realms/${path}/stop`, { as: ada }))).toEqual([404, 'not_found'])
  }
})

test('an answer is removed by who started it or the creator; a stop of one that is over changes nothing', async () => {
  const { id: realmId } = await make(ada)
  await said(realmId, '@Ada?', bob)
  const agentId = crypto.randomUUID()
  const id = await storeAnswer(database, { realmId, agentId, author: bob.address, content: 'Well' })
  expect((await read(realmId)).messages[1]).toMatchObject({ id, content: 'Well', state: 'running' })
  expect(await outcome(send('POST', `/api/realms/${realmId}/messages/${id}/stop`, { as: cyd }))).toEqual([
    403,
    'forbidden',
  ])
  await endAnswer(database, { realmId, id, content: 'Well, yes.' })
  const before = await read(realmId)
  for (const as of [ada, bob])
    expect(await outcome(send('POST', `/api/realms/${realmId}/messages/${id}/stop`, { as }))).toEqual([204])
  expect(await read(realmId)).toEqual(before)
  expect(await outcome(remove(realmId, id, cyd))).toEqual([403, 'forbidden'])
  expect(await removed(realmId, id, bob)).toMatchObject({
    kind: 'answer',
    content: '',
    removed: true,
    state: 'finished',
  })
})
