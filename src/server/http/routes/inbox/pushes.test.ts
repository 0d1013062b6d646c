import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { startPictureServer } from '../../../../../test/picture-server.ts'
import { pushBrowser } from '../../../../../test/push-browser.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { ARGUMENT, storeCall } from '../../../../../test/stored-calls.ts'
import type { ShownInboxSettings } from '../../../../shared/tools/inbox.ts'
import type { PushText } from '../../../../shared/tools/push-text.ts'
import { createLog } from '../../../base/log.ts'
import { ServerSecret } from '../../../base/secrets/server-secret.ts'
import { placeSecrets, pushSubscriptions, toolCalls } from '../../../db/schema/tools.ts'
import { Notices } from '../../../domain/inbox/notices.ts'
import { PushKeys } from '../../../domain/inbox/push-keys.ts'

const database = await testDatabase()
const { db } = database
const service = await startPictureServer()
afterAll(service.close)
const here = testApp(database, {
  network: service.network,
  settings: { PUBLIC_URL: 'https://bionic.example' },
})
const { send } = here
const log = createLog('silent')

let now = new Date()
beforeEach(() => {
  now = new Date()
})
const secretOf = (text: string) =>
  new ServerSecret({ settings: [text.padEnd(32, '.')], dataDir: 'nowhere', shared: true, log })
const keysOf = (secret: string, alone = true) =>
  new PushKeys({ db, secret: secretOf(secret), clock: () => now, alone, log })
const keys = keysOf('one')
const notices = (togetherMs = 20) =>
  new Notices({ db, keys, send: here.guarded.send, clock: () => now, log, contact: null, togetherMs })

async function personWithBrowser() {
  const ada = await here.signIn()
  const browser = pushBrowser(service)
  expect((await send('PUT', '/api/inbox/push', { as: ada, json: browser.subscription })).status).toBe(204)
  return { ada, browser }
}

const realms = realmRequests(send)
const told = async (as: Account, notice: Notices, realmId: string, more: object = {}) => {
  const call = await storeCall(database, { wallet: as.address, realmId, ...more })
  notice.waits(as.address)
  return call
}
const browsersOf = async (as: Account) =>
  ((await (await send('GET', '/api/inbox/settings', { as })).json()) as ShownInboxSettings).browsers

test('one push says that something waits, to the browser alone, signed, and without what is asked for', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  await told(ada, notices(), id)
  await expect.poll(() => browser.received.length).toBe(1)
  const [{ headers, text, body } = { headers: {}, text: '', body: Buffer.alloc(0) }] = browser.received
  expect(JSON.parse(text)).toEqual({
    ...{ title: 'An agent waits for you', text: 'It wants to use “Send a message”.' },
    ...{ path: `/realm/${id}`, waiting: 1 },
  } satisfies PushText)
  expect(text + body.toString('latin1')).not.toContain(ARGUMENT)
  expect(body.toString('latin1')).not.toContain('waits')
  expect(headers).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal', topic: 'inbox' },
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]{86}, k=[\w-]{87}$/),
  })
})

test('what comes within some seconds is one push, and what was decided meanwhile is none', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  const notice = notices(60)
  for (let call = 0; call < 5; call++) await storeCall(database, { wallet: ada.address, realmId: id })
  for (let call = 0; call < 5; call++) notice.waits(ada.address)
  await expect.poll(() => browser.received.length).toBe(1)
  expect(JSON.parse(browser.received[0]?.text ?? '')).toMatchObject({ path: '/inbox', waiting: 5 })
  await db.update(toolCalls).set({ state: 'refused' }).where(eq(toolCalls.wallet, ada.address))
  notice.waits(ada.address)
  await told(ada, notice, id, { state: 'refused' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await notice.close()
  expect(browser.received).toHaveLength(1)
})

test('in quiet hours nothing is sent, the count is right, and after them one push tells of what still waits', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  const quiet = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' }
  await send('PUT', '/api/inbox/settings', { as: ada, json: { quiet } })
  // 07:00 in Berlin is in half a second.
  now = new Date('2026-11-26T05:59:59.500Z')
  const notice = notices(1)
  await told(ada, notice, id)
  await told(ada, notice, id)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(browser.received).toHaveLength(0)
  expect(await (await send('GET', '/api/inbox/count', { as: ada })).json()).toEqual({ waiting: 2 })
  now = new Date('2026-11-26T06:00:00.100Z')
  await expect.poll(() => browser.received.length).toBe(1)
  await notice.close()
  expect(JSON.parse(browser.received[0]?.text ?? '')).toMatchObject({ waiting: 2 })
})

test('a browser that is gone is removed at once, one that fails after several failures, and one that works again is kept', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  const push = async () => {
    const before = browser.received.length
    const notice = notices(1)
    await told(ada, notice, id)
    await expect.poll(() => browser.received.length).toBe(before + 1)
    await notice.close()
  }
  browser.answer(500)
  for (let failed = 0; failed < 7; failed++) await push()
  browser.answer(201)
  await push()
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.wallet, ada.address))
  expect(row?.failures).toBe(0)
  browser.answer(429)
  for (let failed = 0; failed < 8; failed++) await push()
  expect(await browsersOf(ada)).toEqual([])

  for (const status of [404, 410]) {
    browser.answer(status)
    await send('PUT', '/api/inbox/push', { as: ada, json: browser.subscription })
    expect(await browsersOf(ada)).toHaveLength(1)
    await push()
    expect(await browsersOf(ada)).toEqual([])
  }
})

test('a push service whose name leads into a network that is not public is not asked', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  const public_ = service.names.get('pictures.example') ?? []
  const connections = service.connections.length
  service.names.set('pictures.example', ['169.254.169.254'])
  const notice = notices(1)
  await told(ada, notice, id)
  const failures = async () =>
    (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.wallet, ada.address)))[0]?.failures
  await expect.poll(failures).toBe(1)
  await notice.close()
  service.names.set('pictures.example', public_)
  // Connections of earlier pushes may still be open, and go where they went.
  expect(service.connections).toHaveLength(connections)
  expect(browser.received).toHaveLength(0)
})

test('no browser subscribes with an address or keys to which nothing may be sent', async () => {
  const ada = await here.signIn()
  const { subscription } = pushBrowser(service)
  const put = async (json: object) => {
    const answer = await send('PUT', '/api/inbox/push', { as: ada, json })
    return [answer.status, ...Object.keys(((await answer.json()) as { errors?: object }).errors ?? {})]
  }
  for (const endpoint of [
    'http://push.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://push.internal/',
    'https://push.example:8443/',
    'https://ada:secret@push.example/',
    'https://bionic.example/',
    'https://',
  ])
    expect(await put({ ...subscription, endpoint }), endpoint).toEqual([422, 'endpoint'])
  const { keys: right } = subscription
  expect(await put({ ...subscription, keys: { ...right, p256dh: right.p256dh.slice(0, -4) } })).toEqual([
    ...[422, 'keys.p256dh'],
  ])
  expect(await put({ ...subscription, keys: { ...right, auth: 'short' } })).toEqual([422, 'keys.auth'])
  expect(await browsersOf(ada)).toEqual([])
})

test('of more than ten browsers the oldest is told no longer, a browser belongs to whoever subscribed it last, and only they end it', async () => {
  const [ada, bob] = [await here.signIn(), await here.signIn()]
  const browsers = Array.from({ length: 12 }, () => pushBrowser(service).subscription)
  for (const json of browsers) {
    here.advance(1_000)
    await send('PUT', '/api/inbox/push', { as: ada, json })
  }
  const kept = await browsersOf(ada)
  expect(kept).toHaveLength(10)
  const [newest] = browsers.slice(-1)
  await send('PUT', '/api/inbox/push', { as: bob, json: newest })
  expect([(await browsersOf(ada)).length, (await browsersOf(bob)).length]).toEqual([9, 1])
  const remove = (as: Account) =>
    send('DELETE', '/api/inbox/push', { as, json: { endpoint: newest?.endpoint } })
  expect((await remove(ada)).status).toBe(204)
  expect(await browsersOf(bob)).toHaveLength(1)
  await remove(bob)
  expect(await browsersOf(bob)).toEqual([])
  // Of many at once no more than ten are left.
  await Promise.all(
    Array.from({ length: 15 }, () =>
      send('PUT', '/api/inbox/push', { as: bob, json: pushBrowser(service).subscription }),
    ),
  )
  expect(await browsersOf(bob)).toHaveLength(10)
})

test('all servers of a place have the same keys, which nobody reads in the database, and a lost secret makes new ones only where one server is alone', async () => {
  await db.delete(placeSecrets)
  const secrets = await Promise.all(Array.from({ length: 8 }, () => keysOf('two').find()))
  expect(new Set(secrets.map((found) => found?.privateKey)).size).toBe(1)
  const [row] = await db.select().from(placeSecrets)
  const { privateKey = '', publicKey = '' } = secrets[0] ?? {}
  expect(Buffer.from(row?.sealed ?? []).includes(Buffer.from(privateKey))).toBe(false)
  expect(JSON.stringify(row)).not.toContain(privateKey)
  expect(row?.open).toEqual({ publicKey })

  const { ada } = await personWithBrowser()
  expect(await keysOf('three', false).find()).toBeNull()
  expect((await keysOf('two').find())?.publicKey).toBe(publicKey)
  expect(await browsersOf(ada)).toHaveLength(1)
  const anew = await keysOf('three').find()
  expect(anew?.publicKey).not.toBe(publicKey)
  expect(await browsersOf(ada)).toEqual([])
})

test('a notice of a server that ends is left to the inbox, and holds up nothing', async () => {
  const { ada, browser } = await personWithBrowser()
  const { id } = await realms.make(ada)
  const notice = notices(10_000)
  await told(ada, notice, id)
  await notice.close()
  expect(browser.received).toHaveLength(0)
})
