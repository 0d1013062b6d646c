import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { type RealmModeration, realmModerationSchema } from '../../../../shared/realms/moderation.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'

const HOUR_MS = 60 * 60_000
const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const { make, open, said, say, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

type As = typeof ada | undefined
const ban = (id: string, wallet: string, as: As, query = '') =>
  send('PUT', `/api/realms/${id}/bans/${wallet}${query}`, { as })
const lift = (id: string, wallet: string, as: As) =>
  send('DELETE', `/api/realms/${id}/bans/${wallet}`, { as })
const mute = (id: string, wallet: string, as: As, query = '') =>
  send('PUT', `/api/realms/${id}/mutes/${wallet}${query}`, { as })
const invite = (id: string, agent: string, as: As) => send('PUT', `/api/realms/${id}/agents/${agent}`, { as })

async function moderation(id: string): Promise<RealmModeration> {
  return realmModerationSchema.parse(
    await (await send('GET', `/api/realms/${id}/moderation`, { as: ada })).json(),
  )
}

test('whoever is banned leaves, can’t come back, speak or bring agents, and is told until when', async () => {
  const { id } = await make(ada)
  await said(id, 'Hello', bob)
  const [own, more] = [await makeAgent(bob, { name: 'Opal' }), await makeAgent(bob, { name: 'Onyx' })]
  await invite(id, own, bob)
  expect(await outcome(ban(id, bob.address, ada, '?hours=24'))).toEqual([204])
  expect(await open(id)).toMatchObject({ participants: [ada.address], agents: [] })
  const refused = await say(id, { content: 'And?' }, bob)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: 'banned',
    detail: expect.stringMatching(/banned you from it until [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC\.$/),
  })
  const json = { id: crypto.randomUUID() }
  expect(await outcome(send('POST', `/api/realms/${id}/go-on`, { as: bob, json }))).toEqual([403, 'banned'])
  // Others do not bring what is theirs, either.
  await said(id, 'Hi', cyd)
  expect(await outcome(invite(id, more, cyd))).toEqual([403, 'forbidden'])
  expect((await moderation(id)).bans).toMatchObject([{ wallet: bob.address, until: expect.any(String) }])
})

test('a ban and a mute end by themselves, or are lifted before', async () => {
  const { id } = await make(ada)
  await ban(id, bob.address, ada, '?hours=1')
  await mute(id, cyd.address, ada, '?hours=1')
  advance(HOUR_MS - 1_000)
  expect(await outcome(say(id, { content: 'Hello' }, bob))).toEqual([403, 'banned'])
  expect(await outcome(say(id, { content: 'Hello' }, cyd))).toEqual([403, 'muted'])
  advance(2_000)
  expect(await outcome(say(id, { content: 'Hello' }, bob))).toEqual([201])
  expect(await outcome(say(id, { content: 'Hello' }, cyd))).toEqual([201])
  expect(await moderation(id)).toMatchObject({ mutes: [], bans: [] })
  await ban(id, bob.address, ada)
  advance(6 * 24 * HOUR_MS)
  expect(await outcome(say(id, { content: 'Hello' }, bob))).toEqual([403, 'banned'])
  for (let time = 0; time < 2; time++) expect(await outcome(lift(id, bob.address, ada))).toEqual([204])
  expect(await outcome(say(id, { content: 'Hello' }, bob))).toEqual([201])
})

test('only the creator bans, removes people and reads who is kept out, and is never banned', async () => {
  const { id } = await make(ada)
  await said(id, 'Hello', bob)
  for (const [as, expected] of [
    [bob, [403, 'forbidden']],
    [undefined, [401, 'not_signed_in']],
  ] as const) {
    expect(await outcome(ban(id, cyd.address, as))).toEqual(expected)
    expect(await outcome(lift(id, cyd.address, as))).toEqual(expected)
    expect(await outcome(send('GET', `/api/realms/${id}/moderation`, { as }))).toEqual(expected)
    expect(await outcome(send('DELETE', `/api/realms/${id}/participants/${bob.address}`, { as }))).toEqual(
      expected,
    )
  }
  expect(await outcome(ban(id, ada.address, ada))).toEqual([409, 'conflict'])
  expect(await outcome(ban(id, bob.address, ada, '?hours=2'))).toEqual([422, 'validation_failed'])
  expect(await outcome(send('DELETE', `/api/realms/${id}/participants/${ada.address}`, { as: ada }))).toEqual(
    [409, 'conflict'],
  )
  await send('DELETE', `/api/realms/${id}/participants/${bob.address}`, { as: ada })
  expect((await open(id)).participants).toEqual([ada.address])
  await said(id, 'Here again', bob)
})

test('of twenty bans at once beside the last free places only so many are kept', async () => {
  const { id } = await make(ada)
  await database.sql`insert into realm_bans (realm_id, wallet, created_at)
    select ${id}::uuid, 'somebody ' || number, now() from generate_series(1, ${trustLimits.realmKeptOut - 2}::int) number`
  const people = await Promise.all(Array.from({ length: 20 }, () => signIn()))
  const outcomes = await Promise.all(people.map(({ address }) => outcome(ban(id, address, ada))))
  expect(outcomes.filter(([status]) => status === 204)).toHaveLength(2)
  expect(outcomes.filter(([, code]) => code === 'quota_reached')).toHaveLength(18)
})

test('in slow mode one of twenty at once is taken, the others are told how long to wait, and the creator is not held up', async () => {
  const { id } = await make(ada)
  const json = { slowSeconds: 30 }
  expect((await send('PATCH', `/api/realms/${id}`, { as: ada, json })).status).toBe(200)
  expect((await open(id)).slowSeconds).toBe(30)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => outcome(say(id, { content: `Hello ${index}` }, bob))),
  )
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(1)
  expect(outcomes.filter(([, code]) => code === 'slow_mode')).toHaveLength(19)
  const refused = await say(id, { content: 'And?' }, bob)
  expect(refused.status).toBe(429)
  const { retryAfter } = (await refused.json()) as { retryAfter: number }
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(30)
  expect(await outcome(say(id, { content: 'Hello' }, cyd))).toEqual([201])
  for (let time = 0; time < 3; time++) await said(id, 'I may', ada)
  advance(30_000)
  expect(await outcome(say(id, { content: 'And?' }, bob))).toEqual([201])
})

test('a message that slow mode took is acknowledged when it is sent again', async () => {
  const { id } = await make(ada)
  await send('PATCH', `/api/realms/${id}`, { as: ada, json: { slowSeconds: 300 } })
  const sent = { id: crypto.randomUUID(), content: 'Hello' }
  const first = await (await say(id, sent, bob)).json()
  const again = await say(id, sent, bob)
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(first)
})

test.each([1, -5, 7, 301, 5.5])('no slow mode has %s seconds', async (slowSeconds) => {
  const { id } = await make(ada)
  const changed = send('PATCH', `/api/realms/${id}`, { as: ada, json: { slowSeconds } })
  expect(await outcome(changed)).toEqual([422, 'validation_failed'])
})

test('held words are bounded, have letters that are seen, and only the creator gets them', async () => {
  const { id } = await make(ada)
  const change = (heldWords: unknown) => send('PATCH', `/api/realms/${id}`, { as: ada, json: { heldWords } })
  const many = Array.from({ length: trustLimits.heldWords + 1 }, (_, index) => `word ${index}`)
  for (const words of [
    many,
    ['x'.repeat(trustLimits.heldWord + 1)],
    ['\u200b'],
    [''],
    [' '],
    ['a\nb'],
    'spam',
  ])
    expect(await outcome(change(words))).toEqual([422, 'validation_failed'])
  expect(await outcome(change([' spam ', '坏话']))).toEqual([200])
  expect((await moderation(id)).heldWords).toEqual(['spam', '坏话'])
  expect(JSON.stringify(await open(id))).not.toContain('spam')
})
