import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { limits, UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { type RealmDetail, type RealmPage, realmDetailSchema } from '../../../../shared/realms/realms.ts'

const database = await testDatabase()
const { send, signIn, advance, realms, realmModeration, realmLog } = testApp(database)
const { make, open, said, say, read } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

const change = (id: string, json: unknown, as?: typeof ada) =>
  send('PATCH', `/api/realms/${id}`, { as, json })
const remove = (id: string, as?: typeof ada) => send('DELETE', `/api/realms/${id}`, { as })
const restore = (id: string, as?: typeof ada) => send('POST', `/api/realms/${id}/restore`, { as })
const leave = (id: string, as?: typeof ada) => send('DELETE', `/api/realms/${id}/participants/me`, { as })

async function listed(path: string, as?: typeof ada): Promise<string[]> {
  const page = (await (await send('GET', path, { as })).json()) as RealmPage
  return page.realms.map(({ id }) => id)
}

test('its creator changes any part of a realm, and the rest stays', async () => {
  const realm = await make(ada)
  const first = await change(realm.id, { name: ' The Forum ', policy: 'round-robin', agentTurns: 2 }, ada)
  expect(first.status).toBe(200)
  const expected = { ...realm, name: 'The Forum', policy: 'round-robin', agentTurns: 2 }
  expect(realmDetailSchema.parse(await first.json())).toEqual(expected)
  await change(realm.id, { description: 'Talk.', agentWords: limits.agentWords.max, unlisted: true }, ada)
  const rest = { description: 'Talk.', agentWords: limits.agentWords.max, unlisted: true }
  expect(await open(realm.id)).toEqual({ ...expected, ...rest })
})

test.each<[string, object, string]>([
  ['nothing at all', {}, 'body'],
  ['a forged creator', { createdBy: bob.address }, 'createdBy'],
  ['forged participants', { participants: [] }, 'participants'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name that turns the text around', { name: 'a\u202eb' }, 'name'],
  ['a policy that there is not', { policy: 'chaos' }, 'policy'],
  ['no turn', { agentTurns: 0 }, 'agentTurns'],
  ['too many turns', { agentTurns: limits.agentTurns.max + 1 }, 'agentTurns'],
  ['half a turn', { agentTurns: 1.5 }, 'agentTurns'],
  ['too few words', { agentWords: limits.agentWords.min - 1 }, 'agentWords'],
  ['a word for a truth', { unlisted: 'yes' }, 'unlisted'],
])('%s is refused as a change', async (_, changes, field) => {
  const { id } = await make(ada)
  const response = await change(id, changes, ada)
  expect(response.status).toBe(422)
  const { code, errors } = (await response.json()) as { code: string; errors: object }
  expect([code, Object.keys(errors)]).toEqual(['validation_failed', [field]])
})

test('nobody else changes, deletes or brings back a realm, not even a participant', async () => {
  const { id } = await make(ada)
  await said(id, 'Hello', bob)
  const before = await open(id)
  for (const [as, expected] of [
    [bob, [403, 'forbidden']],
    [cyd, [403, 'forbidden']],
    [undefined, [401, 'not_signed_in']],
  ] as const) {
    expect(await outcome(change(id, { name: 'Mine' }, as))).toEqual(expected)
    expect(await outcome(remove(id, as))).toEqual(expected)
    expect(await outcome(restore(id, as))).toEqual(expected)
  }
  expect(await open(id)).toEqual(before)
})

test('a deleted realm is gone for everybody at once', async () => {
  const { id } = await make(ada, { name: 'Going' })
  const { id: messageId } = await said(id, 'Hello', bob)
  expect(await outcome(remove(id, ada))).toEqual([204])
  for (const as of [ada, bob]) {
    const gone = [404, 'not_found']
    expect(await outcome(send('GET', `/api/realms/${id}`, { as }))).toEqual(gone)
    expect(await outcome(send('GET', `/api/realms/${id}/messages`, { as }))).toEqual(gone)
    expect(await outcome(say(id, { content: 'Still here?' }, as))).toEqual(gone)
    expect(await outcome(say(id, { id: messageId, content: 'Hello' }, as))).toEqual(gone)
    expect(await outcome(change(id, { name: 'Back' }, as))).toEqual(gone)
    expect(await outcome(leave(id, as))).toEqual(gone)
    expect(await outcome(send('GET', `/api/realms/${id}/mutes`, { as }))).toEqual(gone)
    expect(await outcome(send('DELETE', `/api/realms/${id}/messages/${messageId}`, { as }))).toEqual(gone)
    expect(await outcome(remove(id, as))).toEqual(gone)
    expect(await listed('/api/realms?query=Going')).toEqual([])
    expect(await listed('/api/me/realms?query=Going', as)).toEqual([])
  }
  expect(await realmLog.versions([id])).toEqual(new Map())
  await expect(realmLog.changesAfter(id, 0, 10)).rejects.toMatchObject({ code: 'not_found' })
  await expect(realmModeration.of(id, ada.address)).rejects.toMatchObject({ code: 'not_found' })
})

test('for ten seconds its creator brings it back as it was; then it is too late, and an hour later it never was', async () => {
  const realm = await make(ada)
  await said(realm.id, 'Hello', bob)
  const before = await open(realm.id)
  await remove(realm.id, ada)
  expect(await outcome(restore(realm.id, bob))).toEqual([404, 'not_found'])
  advance(UNDO_DELETE_MS - 1_000)
  const back = await restore(realm.id, ada)
  expect(back.status).toBe(200)
  expect(await back.json()).toEqual(before)
  expect((await read(realm.id)).messages).toHaveLength(1)
  // With nothing to undo, nothing changes.
  expect(await outcome(restore(realm.id, ada))).toEqual([200])

  await remove(realm.id, ada)
  advance(UNDO_DELETE_MS + 1)
  expect(await outcome(restore(realm.id, ada))).toEqual([410, 'undo_expired'])
  await realms.sweepDeleted()
  expect(await outcome(restore(realm.id, ada))).toEqual([410, 'undo_expired'])
  advance(60 * 60_000)
  await realms.sweepDeleted()
  expect(await outcome(restore(realm.id, ada))).toEqual([404, 'not_found'])
  expect(await database.sql`select from realm_messages where realm_id = ${realm.id}`).toHaveLength(0)
})

test('the id of a deleted realm is taken until it is gone for good, for its creator as well', async () => {
  const { id } = await make(ada)
  await remove(id, ada)
  for (const as of [ada, bob]) {
    const json = { id, name: 'Again', description: '' }
    expect(await outcome(send('POST', '/api/realms', { as, json }))).toEqual([409, 'conflict'])
  }
})

test('many deleted realms go at once, and no other does', async () => {
  const made = await Promise.all(Array.from({ length: 45 }, () => make(ada)))
  const [kept, ...others] = made
  for (const { id } of others) await remove(id, ada)
  advance(61 * 60_000)
  await realms.sweepDeleted()
  const left = await database.sql`
    select id from realms where id = any(${made.map(({ id }) => id)}::uuid[])`
  expect(left.map(({ id }) => id)).toEqual([kept?.id])
})

test('who leaves is no participant until it speaks again; what it said stays', async () => {
  const { id } = await make(ada)
  const message = await said(id, 'Hello', bob)
  expect(await outcome(leave(id, bob))).toEqual([204])
  expect((await open(id)).participants).toEqual([ada.address])
  expect((await read(id)).messages).toEqual([message])
  // For a wallet that is not a participant, leaving changes nothing.
  for (const as of [bob, cyd]) expect(await outcome(leave(id, as))).toEqual([204])
  await said(id, 'Back', bob)
  expect((await open(id)).participants).toEqual([ada.address, bob.address])
  expect(await outcome(leave(id))).toEqual([401, 'not_signed_in'])
})

test('a creator who leaves is still the creator', async () => {
  const { id } = await make(ada)
  await leave(id, ada)
  expect(await open(id)).toMatchObject({ createdBy: ada.address, participants: [] })
  const changed = await change(id, { name: 'Still mine' }, ada)
  expect(((await changed.json()) as RealmDetail).name).toBe('Still mine')
})

test.each([crypto.randomUUID(), 'nothing', '%00'])('the realm %s is nobody’s to change', async (id) => {
  for (const response of [change(id, { name: 'A' }, ada), remove(id, ada), restore(id, ada), leave(id, ada)])
    expect(await outcome(response)).toEqual([404, 'not_found'])
})

test('an address in capitals names the same realm', async () => {
  const { id } = await make(ada)
  const response = await change(id.toUpperCase(), { name: 'Same' }, ada)
  expect(await response.json()).toMatchObject({ id, name: 'Same' })
})
