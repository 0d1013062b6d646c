import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../test/realm-requests.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'

const HOUR_MS = 60 * 60_000
const database = await testDatabase()
const usual = { settings: { NEW_WALLET_HOURS: 24 } }
const { send, signIn, advance, newWallets } = testApp(database, usual)
const { make, say, makeAgent } = realmRequests(send)

type As = Awaited<ReturnType<typeof signIn>>
const create = (as: As, fields: object = {}) =>
  send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })

test('of twenty agents that a new wallet publishes at once, as many are as it may; drafts are not counted', async () => {
  const bob = await signIn()
  const { agents: most } = trustLimits.newWallet
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => outcome(create(bob, { name: `Agent ${index}` }))),
  )
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(most)
  expect(outcomes.filter(([, code]) => code === 'too_new')).toHaveLength(20 - most)
  const draft = await makeAgent(bob, { name: 'Draft', isPublic: false })
  const refused = await send('POST', `/api/agents/${draft}/publish`, { as: bob })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: 'too_new',
    detail: 'On its first day a wallet can publish 5 agents. This ends in 24 hours.',
    retryAfter: expect.any(Number),
  })
})

test('of twenty realms at once as many are made as a new wallet may', async () => {
  const bob = await signIn()
  const json = { name: 'Hall', description: '' }
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => outcome(send('POST', '/api/realms', { as: bob, json }))),
  )
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(trustLimits.newWallet.realms)
  expect(outcomes.filter(([, code]) => code === 'too_new')).toHaveLength(20 - trustLimits.newWallet.realms)
})

test('messages are counted by the hour, and one that was stored is acknowledged when it is sent again', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const realm = await make(ada)
  const first = { id: crypto.randomUUID(), content: 'Hello' }
  expect(await outcome(say(realm.id, first, bob))).toEqual([201])
  for (let time = 1; time < trustLimits.newWallet.messages; time++)
    expect(await outcome(say(realm.id, { content: 'More' }, bob))).toEqual([201])
  const refused = await say(realm.id, { content: 'And?' }, bob)
  const problem = (await refused.json()) as Problem
  expect(problem).toMatchObject({
    code: 'too_new',
    detail: expect.stringMatching(
      / 60 messages an hour\. You can send more in (an hour|[1-5]?\d minutes)\.$/,
    ),
  })
  expect(problem.retryAfter).toBeLessThanOrEqual(3600)
  expect(await outcome(say(realm.id, first, bob))).toEqual([200])
  expect(await outcome(say(realm.id, { content: 'Hi' }, ada))).toEqual([201])
})

test('a message that is refused counts for nothing, and of many at once no more are sent than may be', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const [quiet, open] = [await make(ada), await make(ada)]
  await send('PUT', `/api/realms/${quiet.id}/mutes/${bob.address}`, { as: ada })
  const { messages: most } = trustLimits.newWallet
  const sayTo = (realmId: string, count: number) =>
    Array.from({ length: count }, () => outcome(say(realmId, { content: 'Hello' }, bob)))
  const muted = await Promise.all(sayTo(quiet.id, most + 1))
  expect(muted.filter(([, code]) => code === 'muted').length).toBeGreaterThanOrEqual(most)
  const sent = (await Promise.all([...sayTo(quiet.id, 5), ...sayTo(open.id, most + 5)])).filter(
    ([status]) => status === 201,
  )
  expect(sent.length).toBeLessThanOrEqual(most)
  for (let count = sent.length; count < most; count++)
    expect(await outcome(say(open.id, { content: 'More' }, bob))).toEqual([201])
  expect(await outcome(say(open.id, { content: 'And?' }, bob))).toEqual([403, 'too_new'])
})

test('an agent that could not be brought into a realm counts for nothing', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const [realm, agent] = [await make(ada), await makeAgent(ada)]
  const invite = () => outcome(send('PUT', `/api/realms/${realm.id}/agents/${agent}`, { as: bob }))
  for (let time = 0; time <= trustLimits.newWallet.invitations; time++)
    expect(await invite()).toEqual([403, 'not_participant'])
  await say(realm.id, { content: 'Hello' }, bob)
  for (let time = 0; time < trustLimits.newWallet.invitations; time++) {
    expect(await invite()).toEqual([200])
    await send('DELETE', `/api/realms/${realm.id}/agents/${agent}`, { as: bob })
  }
  expect(await invite()).toEqual([403, 'too_new'])
})

test('an agent that is there stays there, and is answered so, when it is brought again', async () => {
  const ada = await signIn()
  const [realm, agent] = [await make(ada), await makeAgent(ada)]
  const invite = () => outcome(send('PUT', `/api/realms/${realm.id}/agents/${agent}`, { as: ada }))
  for (let time = 1; time < trustLimits.newWallet.invitations; time++)
    await newWallets.hold(ada.address, 'invitations', async () => {})
  expect(await invite()).toEqual([200])
  expect(await invite()).toEqual([200])
})

test('a day after its first sign-in a wallet may do all of it', async () => {
  const bob = await signIn()
  for (let made = 0; made < trustLimits.newWallet.realms; made++) await make(bob)
  await expect(make(bob)).rejects.toThrow()
  advance(25 * HOUR_MS)
  await make(bob)
  for (let made = 0; made <= trustLimits.newWallet.agents; made++)
    await makeAgent(bob, { name: `Agent ${made}` })
})

test('what reports are counted by refuses so many and no more', async () => {
  const bob = await signIn()
  const report = (isStored: boolean) =>
    newWallets.hold(bob.address, 'reports', async () => isStored, { kept: (is) => is })
  for (let time = 0; time < trustLimits.newWallet.reports; time++) {
    await report(false)
    await report(true)
  }
  await expect(report(true)).rejects.toMatchObject({ code: 'too_new' })
})

test('an operator changes how long a wallet is new, or lets every wallet do everything', async () => {
  const hour = testApp(database, { settings: { NEW_WALLET_HOURS: 1 } })
  const never = testApp(database, { settings: { NEW_WALLET_HOURS: 0 } })
  const bob = await signIn()
  const json = { name: 'Hall', description: '' }
  const makeAt = (app: typeof hour) => outcome(app.send('POST', '/api/realms', { as: bob, json }))
  // The clock of the app that signed them in is a day ahead.
  for (let made = 0; made < trustLimits.newWallet.realms; made++) expect(await makeAt(hour)).toEqual([201])
  const refused = await hour.send('POST', '/api/realms', { as: bob, json })
  expect((await refused.json()) as object).toMatchObject({
    detail: expect.stringMatching(/^In its first hour a wallet can make 3 realms\. This ends in /),
  })
  expect(await makeAt(never)).toEqual([201])
})

test('a realm that was made is given again to whoever sends it again, also once there is room for no other', async () => {
  const bob = await signIn()
  const ids = Array.from({ length: trustLimits.newWallet.realms }, () => crypto.randomUUID())
  const makeRealm = (id: string) =>
    outcome(send('POST', '/api/realms', { as: bob, json: { id, name: 'Hall', description: '' } }))
  for (const id of ids) expect(await makeRealm(id)).toEqual([201])
  expect(await makeRealm(ids[0] ?? '')).toEqual([200])
  expect(await makeRealm(crypto.randomUUID())).toEqual([403, 'too_new'])
})
