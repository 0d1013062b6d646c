import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { limits } from '../../../../shared/common/limits.ts'
import {
  type RealmMessage,
  type RealmMessagePage,
  realmMessageSchema,
} from '../../../../shared/realms/realm-messages.ts'
import type { Realm, RealmDetail } from '../../../../shared/realms/realms.ts'

const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

async function makeRealm(): Promise<string> {
  const json = { name: 'The Atrium', description: '' }
  return ((await (await send('POST', '/api/realms', { as: ada, json })).json()) as Realm).id
}

const say = (realm: string, json: unknown, as?: typeof ada) =>
  send('POST', `/api/realms/${realm}/messages`, { as, json })

/** Posts a text with a new id and expects it to be accepted. */
async function said(realm: string, content: string, as = ada): Promise<RealmMessage> {
  const response = await say(realm, { id: crypto.randomUUID(), content }, as)
  expect(response.status).toBe(201)
  return realmMessageSchema.parse(await response.json())
}

async function read(realm: string, query = ''): Promise<RealmMessagePage> {
  const response = await send('GET', `/api/realms/${realm}/messages${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as RealmMessagePage
}

// §3.18, §4.35, §6.10
test('a message is what was sent, numbered, of who sent it, and anybody can read it', async () => {
  const realm = await makeRealm()
  const id = crypto.randomUUID()
  const before = Date.now()
  const response = await say(realm, { id, content: ' Hello,\n"Ünïcode" 👋 %_\\ <b> ' }, ada)
  expect(response.status).toBe(201)
  const message = realmMessageSchema.parse(await response.json())
  expect(message).toMatchObject({
    id,
    conversationId: realm,
    number: 1,
    author: ada.address,
    content: 'Hello,\n"Ünïcode" 👋 %_\\ <b>',
  })
  expect(Date.parse(message.createdAt)).toBeGreaterThanOrEqual(before)
  expect(await read(realm)).toEqual({ messages: [message], hasMore: false, version: 1 })
})

test('who sends joins, once; who only reads does not', async () => {
  const realm = await makeRealm()
  for (const as of [bob, bob, ada]) await said(realm, 'Hello', as)
  await send('GET', `/api/realms/${realm}/messages`, { as: cyd })
  const { participants } = (await (await send('GET', `/api/realms/${realm}`)).json()) as Realm
  expect(participants).toEqual([ada.address, bob.address])
})

test('whoever speaks where there is no room for another participant is heard, and is none', async () => {
  const realm = await makeRealm()
  await database.sql`update realms set participants = array_append(
    array(select 'p' || number from generate_series(1, ${limits.realmParticipants - 2}) number), ${ada.address})
    where id = ${realm}`
  for (const as of [bob, cyd, bob]) await said(realm, 'Hello', as)
  const { participants } = (await (await send('GET', `/api/realms/${realm}`)).json()) as Realm
  expect(participants).toHaveLength(limits.realmParticipants)
  expect(participants.slice(-2)).toEqual([ada.address, bob.address])
  expect((await read(realm)).messages.map(({ author }) => author)).toContain(cyd.address)
})

test('the same id again gives what the first try stored, as it was', async () => {
  const realm = await makeRealm()
  const id = crypto.randomUUID()
  const first = await (await say(realm, { id, content: 'First' }, ada)).json()
  advance(5_000)
  const again = await say(realm, { id: id.toUpperCase(), content: 'Second' }, ada)
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(first)
  expect((await read(realm)).messages).toEqual([first])
})

test('an id that another author used is taken, and trying makes nobody a participant', async () => {
  const realm = await makeRealm()
  const { id } = await said(realm, 'Mine', ada)
  const response = await say(realm, { id, content: 'Mine now' }, bob)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'conflict', errors: { id: expect.any(String) } })
  expect((await read(realm)).messages).toHaveLength(1)
  const { participants } = (await (await send('GET', `/api/realms/${realm}`)).json()) as Realm
  expect(participants).toEqual([ada.address])
  expect((await said(realm, 'Next', bob)).number).toBe(2)
})

test('each realm counts on its own, and an id is one message in each', async () => {
  const [one, other] = [await makeRealm(), await makeRealm()]
  const id = crypto.randomUUID()
  for (const realm of [one, other]) {
    const message = (await (await say(realm, { id, content: realm }, bob)).json()) as RealmMessage
    expect([message.number, message.conversationId, message.content]).toEqual([1, realm, realm])
  }
})

test('pages go upward from the newest and onward from any number, always oldest first', async () => {
  const realm = await makeRealm()
  const all: RealmMessage[] = []
  for (let count = 1; count <= 7; count++) all.push(await said(realm, `Message ${count}`))
  const numbers = async (query: string) => {
    const { messages, hasMore } = await read(realm, query)
    expect(messages).toEqual(all.filter(({ id }) => messages.some((message) => message.id === id)))
    return [messages.map(({ number }) => number), hasMore]
  }
  expect(await numbers('')).toEqual([[1, 2, 3, 4, 5, 6, 7], false])
  expect(await numbers('?limit=3')).toEqual([[5, 6, 7], true])
  expect(await numbers('?limit=3&before=5')).toEqual([[2, 3, 4], true])
  expect(await numbers('?limit=3&before=2')).toEqual([[1], false])
  expect(await numbers('?limit=1&before=2')).toEqual([[1], false])
  expect(await numbers('?limit=3&after=2')).toEqual([[3, 4, 5], true])
  expect(await numbers('?limit=3&after=4')).toEqual([[5, 6, 7], false])
  expect(await numbers('?after=7')).toEqual([[], false])
  expect(await numbers('?after=999999999999999')).toEqual([[], false])
  expect(await numbers('?before=0')).toEqual([[], false])
})

test('a page has so many messages and no more unless it is asked for fewer', async () => {
  const realm = await makeRealm()
  await Promise.all(
    Array.from({ length: limits.realmMessagePage + 1 }, (_, count) => said(realm, `${count}`)),
  )
  const { messages, hasMore } = await read(realm)
  expect([messages.length, messages[0]?.number, hasMore]).toEqual([limits.realmMessagePage, 2, true])
})

test('however many send at once and again, numbers have no gap and no double, and each id is there once', async () => {
  const wallets = [ada, bob, cyd]
  const attempt = fc.record({ wallet: fc.nat({ max: 2 }), message: fc.nat({ max: 5 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 24 }), async (attempts) => {
      const realm = await makeRealm()
      // Each wallet has six messages and sends each of them a random number of times.
      const ids = wallets.map(() => Array.from({ length: 6 }, () => crypto.randomUUID()))
      const answers = await Promise.all(
        attempts.map(async ({ wallet, message }) => {
          const response = await say(
            realm,
            { id: ids[wallet]?.[message], content: `${message}` },
            wallets[wallet],
          )
          return { status: response.status, message: (await response.json()) as RealmMessage }
        }),
      )
      const sent = answers.filter(({ status }) => status === 201).map(({ message }) => message)
      const { messages } = await read(realm)
      expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1))
      expect(sent.sort((one, other) => one.number - other.number)).toEqual(messages)
      for (const { status, message } of answers) {
        expect([200, 201]).toContain(status)
        expect(messages[message.number - 1]).toEqual(message)
      }
      expect(new Set(messages.map(({ id }) => id))).toEqual(
        new Set(attempts.map(({ wallet, message }) => ids[wallet]?.[message])),
      )
      const { participants } = (await (await send('GET', `/api/realms/${realm}`)).json()) as Realm
      expect(participants.toSorted()).toEqual(
        [...new Set([ada.address, ...messages.map(({ author }) => author)])].toSorted(),
      )
    }),
    { numRuns: 12 },
  )
})

const valid = () => ({ id: crypto.randomUUID(), content: 'Hello' })

/** Invalid input and the field that the response names. */
test.each<[string, object, string]>([
  ['a forged author', { author: bob.address }, 'author'],
  ['a forged number', { number: 7 }, 'number'],
  ['a forged time', { createdAt: new Date(0).toISOString() }, 'createdAt'],
  ['no id', { id: undefined }, 'id'],
  ['an id that is none', { id: 'seven' }, 'id'],
  ['no content', { content: undefined }, 'content'],
  ['content that is no text', { content: 7 }, 'content'],
  ['blank content', { content: ' \n\t ' }, 'content'],
  ['invisible content', { content: '\u200b\u2060' }, 'content'],
  ['content with NUL', { content: 'a\0b' }, 'content'],
  ['content with half a surrogate pair', { content: 'a\ud800' }, 'content'],
  ['content of 2,001', { content: 'x'.repeat(limits.realmMessage + 1) }, 'content'],
])('%s is refused and nothing is stored', async (_, fields, field) => {
  const realm = await makeRealm()
  const response = await say(realm, { ...valid(), ...fields }, ada)
  expect(response.status).toBe(422)
  const { code, errors } = (await response.json()) as { code: string; errors: object }
  expect([code, Object.keys(errors)]).toEqual(['validation_failed', [field]])
  expect((await read(realm)).messages).toEqual([])
})

test('content of just 2,000 characters is taken, the blanks around it not counted', async () => {
  const content = 'x'.repeat(limits.realmMessage)
  expect((await said(await makeRealm(), `  ${content}\n`)).content).toBe(content)
})

test.each([
  'before=x',
  'before=',
  'before=-1',
  'after=1.5',
  'after=1e3',
  'after=9999999999999999',
  'after=1&after=2',
  'before=5&after=1',
  'limit=0',
  'limit=101',
])('?%s is refused', async (query) => {
  const response = await send('GET', `/api/realms/${await makeRealm()}/messages?${query}`)
  expect(response.status).toBe(422)
})

// §5.28, §6.10
test('a visitor says nothing', async () => {
  const realm = await makeRealm()
  expect((await say(realm, valid())).status).toBe(401)
  expect((await read(realm)).messages).toEqual([])
})

test.each([crypto.randomUUID(), 'nothing', '%00'])(
  'in the realm %s nothing is said or read',
  async (realm) => {
    for (const response of [
      await send('GET', `/api/realms/${realm}/messages`),
      await send('GET', `/api/realms/${realm}/messages?after=3`),
      await send('GET', `/api/realms/${realm}`),
      await say(realm, valid(), ada),
    ]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found', detail: 'Realm not found' })
    }
  },
)

test('a message names who said it by what they call themselves now, as it is told and as it is read, and the realm its participants', async () => {
  const [realm, dee] = [await makeRealm(), await signIn()]
  const before = await said(realm, 'Who am I?', dee)
  expect(before).toMatchObject({ author: dee.address, authorName: null, authorPictureUrl: null })
  await send('PUT', '/api/me/profile', { as: dee, json: { name: 'dee_speaks', imageUrl: null, about: '' } })
  const after = await said(realm, 'I am Dee.', dee)
  expect(after).toMatchObject({ author: dee.address, authorName: 'dee_speaks', authorPictureUrl: null })
  await said(realm, 'And I am nobody.', bob)
  const { messages } = await read(realm)
  expect(messages.map((message) => message.kind === 'said' && message.authorName)).toEqual([
    'dee_speaks',
    'dee_speaks',
    null,
  ])
  const detail = (await (await send('GET', `/api/realms/${realm}`)).json()) as RealmDetail
  expect(detail.names).toEqual({ [dee.address]: 'dee_speaks' })
})
