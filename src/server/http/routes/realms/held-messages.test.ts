import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { unzip } from '../../../../../test/zips.ts'
import { limits } from '../../../../shared/common/limits.ts'
import {
  type HeldMessages,
  type RealmMessage,
  realmMessageSchema,
} from '../../../../shared/realms/realm-messages.ts'
import type { ModerationState } from '../../../../shared/trust/moderation.ts'
import type { Subject } from '../../../../shared/trust/reports.ts'
import { createLog } from '../../../base/log.ts'
import { Bus } from '../../../realtime/bus/bus.ts'

const database = await testDatabase()
const bus = new Bus({ log: createLog('silent') })
const { send, sign, advance, sweeps, signIn, realmLog, takedowns } = testApp(database, { bus })
const { make, open, say, said, read, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

type As = typeof ada | undefined
const SECRET = 'buy my spam now'

async function realmThatHolds(...heldWords: string[]) {
  const realm = await make(ada)
  await send('PATCH', `/api/realms/${realm.id}`, { as: ada, json: { heldWords } })
  return realm
}

async function sent(id: string, content: string, as: As): Promise<RealmMessage> {
  const answer = await say(id, { content }, as)
  expect(answer.status).toBe(201)
  return realmMessageSchema.parse(await answer.json())
}

async function held(id: string, as: As): Promise<RealmMessage[]> {
  const answer = await send('GET', `/api/realms/${id}/held`, { as })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as HeldMessages).messages
}

const letThrough = (id: string, message: RealmMessage, as: As) =>
  send('POST', `/api/realms/${id}/held/${message.id}/let-through`, { as })

test('a message with a held word is its author’s and the creator’s alone, and nothing tells others whose it is', async () => {
  const { id } = await realmThatHolds('spam')
  await said(id, 'Hello', cyd)
  const message = await sent(id, SECRET, bob)
  expect(message).toMatchObject({ content: SECRET, withheld: true, author: bob.address, number: 2 })
  expect(await held(id, bob)).toEqual([message])
  expect(await held(id, ada)).toEqual([message])
  expect(await held(id, cyd)).toEqual([])
  expect(await outcome(send('GET', `/api/realms/${id}/held`))).toEqual([401, 'not_signed_in'])
  for (const query of ['', '?after=0', '?before=3']) {
    const page = await read(id, query)
    expect(page.messages[1]).toMatchObject({ number: 2, withheld: true, author: '', content: '' })
    expect(JSON.stringify(page)).not.toContain('spam')
    expect(JSON.stringify(page)).not.toContain(bob.address)
  }
  const changes = await realmLog.changesAfter(id, 0, 10)
  expect(JSON.stringify(changes)).not.toMatch(new RegExp(`spam|${bob.address}`))
  // Whoever is held back has not come in yet.
  expect((await open(id)).participants).toEqual([ada.address, cyd.address])
})

test('let through, it is there for everybody at its place, as a change that follows all others', async () => {
  const { id } = await realmThatHolds('spam')
  const message = await sent(id, SECRET, bob)
  await said(id, 'Meanwhile', cyd)
  const before = await read(id)
  expect(await outcome(letThrough(id, message, bob))).toEqual([403, 'forbidden'])
  for (let time = 0; time < 2; time++) expect(await outcome(letThrough(id, message, ada))).toEqual([204])
  const after = await read(id)
  expect(after.version).toBe(before.version + 1)
  const { withheld: _, ...shown } = message
  expect(after.messages).toMatchObject([{ ...shown, version: after.version }, { content: 'Meanwhile' }])
  expect(after.messages[0]).not.toHaveProperty('withheld')
  const { messages } = await realmLog.changesAfter(id, before.version, 10)
  expect(messages.map(({ content }) => content)).toEqual([SECRET])
  expect(await held(id, ada)).toEqual([])
  expect((await open(id)).participants).toContain(bob.address)
})

test('let through where there is no room for another participant, its author becomes none', async () => {
  const { id } = await realmThatHolds('spam')
  const message = await sent(id, SECRET, bob)
  await database.sql`update realms set participants =
    array(select 'p' || number from generate_series(1, ${limits.realmParticipants}) number) where id = ${id}`
  expect(await outcome(letThrough(id, message, ada))).toEqual([204])
  expect((await open(id)).participants).toHaveLength(limits.realmParticipants)
  expect((await read(id)).messages).toMatchObject([{ author: bob.address, content: SECRET }])
})

test('let through after its author was banned, it is there, and its author does not take part', async () => {
  const { id } = await realmThatHolds('spam')
  const message = await sent(id, SECRET, bob)
  const ban = `/api/realms/${id}/bans/${bob.address}`
  expect(await outcome(send('PUT', ban, { as: ada }))).toEqual([204])
  expect(await outcome(letThrough(id, message, ada))).toEqual([204])
  expect((await read(id)).messages).toMatchObject([{ author: bob.address, content: SECRET }])
  expect((await open(id)).participants).toEqual([ada.address])
})

async function moderate(subject: Subject, state: ModerationState | null): Promise<void> {
  await database.db.transaction((transaction) => takedowns.apply(transaction, subject, state))
  await takedowns.afterwards(subject, state)
}

/** What rooms are told of messages in a realm from now on. */
function told(id: string): unknown[] {
  const events: unknown[] = []
  bus.listen(id, (event) => event.type === 'changed' && events.push(...event.messages))
  return events
}

test('nobody hears a held message as the desk takes down the profile of its author', async () => {
  const { id } = await realmThatHolds('spam')
  await sent(id, SECRET, bob)
  const json = { name: 'bob_the_bad', imageUrl: null, about: '' }
  expect(await outcome(send('PUT', '/api/me/profile', { as: bob, json }))).toEqual([200])
  const events = told(id)
  await moderate({ kind: 'person', subject: bob.address }, 'down')
  expect(events).toMatchObject([{ number: 1, withheld: true, author: '', content: '' }])
})

test('held, taken down by the desk and put back, a message is held as before', async () => {
  const { id } = await realmThatHolds('spam')
  const message = await sent(id, SECRET, bob)
  const subject = { kind: 'realm_message', subject: `${id}/${message.id}` } as const
  const events = told(id)
  await moderate(subject, 'down')
  expect((await read(id)).messages).toMatchObject([{ down: true, content: '' }])
  await moderate(subject, null)
  expect((await read(id)).messages).toMatchObject([{ withheld: true, author: '', content: '' }])
  expect(await held(id, ada)).toMatchObject([{ id: message.id, content: SECRET }])
  expect(JSON.stringify(events)).not.toContain('spam')
  expect(await outcome(letThrough(id, message, ada))).toEqual([204])
  // What everybody heard before is heard again.
  await moderate(subject, 'down')
  await moderate(subject, null)
  expect((await read(id)).messages).toMatchObject([{ author: bob.address, content: SECRET }])
})

test('removed by its author or the creator, nobody ever learns more of it', async () => {
  const { id } = await realmThatHolds('spam')
  for (const as of [bob, ada]) {
    const message = await sent(id, SECRET, bob)
    expect(await outcome(send('DELETE', `/api/realms/${id}/messages/${message.id}`, { as: cyd }))).toEqual([
      403,
      'forbidden',
    ])
    expect(await outcome(send('DELETE', `/api/realms/${id}/messages/${message.id}`, { as }))).toEqual([200])
    expect(await held(id, bob)).toEqual([])
    expect(await outcome(letThrough(id, message, ada))).toEqual([204])
    const last = (await read(id)).messages.at(-1)
    expect(last).toMatchObject({ withheld: true, removed: true, author: '', content: '' })
  }
})

test('the same message again is the same held one, and nobody else gets it by its id', async () => {
  const { id } = await realmThatHolds('spam')
  const json = { id: crypto.randomUUID(), content: SECRET }
  const first = await (await say(id, json, bob)).json()
  const again = await say(id, json, bob)
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(first)
  const other = await say(id, { ...json, content: 'Hi' }, cyd)
  expect(other.status).toBe(409)
  expect(await other.text()).not.toContain('spam')
})

test.each([
  ['Chinese', '坏话', '这是坏话'],
  ['Arabic', 'سيئ', 'هذا سيئ جدا'],
  ['Thai', 'สแปม', 'นี่คือสแปมครับ'],
  ['emoji', '💩', 'so 💩!'],
  ['hidden letters', 'spam', 's\u200bpam'],
])('words of %s are held', async (_, word, text) => {
  const { id } = await realmThatHolds(word)
  expect(await sent(id, text, bob)).toMatchObject({ withheld: true })
  expect(await sent(id, 'calm', bob)).not.toHaveProperty('withheld')
})

test('the creator’s own words are not held, and words that are no longer held let what comes then through', async () => {
  const { id } = await realmThatHolds('spam')
  expect(await sent(id, SECRET, ada)).not.toHaveProperty('withheld')
  await send('PATCH', `/api/realms/${id}`, { as: ada, json: { heldWords: [] } })
  expect(await sent(id, SECRET, bob)).not.toHaveProperty('withheld')
})

test('what is held while words are chosen and sent at once is held by the words that stand then', async () => {
  const { id } = await realmThatHolds('other')
  const sending = Array.from({ length: 20 }, (_, index) => sent(id, `${SECRET} ${index}`, bob))
  await send('PATCH', `/api/realms/${id}`, { as: ada, json: { heldWords: ['spam'] } })
  await Promise.all(sending)
  expect(await sent(id, SECRET, bob)).toMatchObject({ withheld: true })
  const numbers = (await read(id)).messages.map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
})

test('the director is awaited for a message once it is let through, not before', async () => {
  const { id } = await realmThatHolds('spam')
  await send('PUT', `/api/realms/${id}/agents/${await makeAgent(ada, { name: 'Opal' })}`, { as: ada })
  const state = async () => {
    const [row] = await database.sql`select settled, realms.directed from realm_messages
      join realms on realms.id = realm_id where realm_id = ${id} and kind = 'said'`
    return row as { settled: number | null; directed: number }
  }
  const message = await sent(id, '@Opal spam?', bob)
  expect((await state()).settled).toBeNull()
  expect((await read(id)).messages).toHaveLength(1)
  await letThrough(id, message, ada)
  expect((await state()).settled).not.toBeNull()
  await expect
    .poll(async () => (await read(id)).messages.at(-1))
    .toMatchObject({ kind: 'answer', answers: 1 })
})

test('an export of others has no word of it, its author’s has', async () => {
  const { id } = await realmThatHolds('spam')
  await said(id, 'Hello', cyd)
  await sent(id, SECRET, bob)
  const exported = async (as: As) => {
    const answer = await send('GET', '/api/me/export', { as })
    return [...(await unzip(new Uint8Array(await answer.arrayBuffer()))).entries()].flat().join('\n')
  }
  expect(await exported(cyd)).not.toContain(SECRET)
  expect(await exported(bob)).toContain(SECRET)
})

test('what is held when its realm’s creator deletes everything is there for everybody, since nobody is left who looks at it', async () => {
  const eve = await signIn()
  const realm = await make(eve)
  await send('PATCH', `/api/realms/${realm.id}`, { as: eve, json: { heldWords: ['spam'] } })
  await said(realm.id, 'Hello', cyd)
  const ofOthers = await sent(realm.id, SECRET, bob)
  await sent(realm.id, 'spam of my own', eve)
  const headers = await sign(eve, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: eve, headers })).status).toBe(200)
  await sweeps.deletions()
  expect((await read(realm.id)).messages[1]).toMatchObject({ withheld: true, content: '' })
  advance(11_000)
  await sweeps.deletions()
  const [, theirs, hers] = (await read(realm.id)).messages
  expect(theirs).toMatchObject({ id: ofOthers.id, content: SECRET, author: bob.address })
  expect(theirs?.withheld).toBe(undefined)
  expect(hers).toMatchObject({ content: '', removed: true })
  expect(await held(realm.id, bob)).toEqual([])
})
