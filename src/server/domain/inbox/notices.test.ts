import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { startPictureServer } from '../../../../test/picture-server.ts'
import { pushBrowser } from '../../../../test/push-browser.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { storeCall } from '../../../../test/stored-calls.ts'
import { createLog } from '../../base/log.ts'
import {
  listSubscriptions,
  removeSubscription,
  storeInbox,
  storeSubscription,
} from '../../db/inbox/inboxes.ts'
import { toolCalls } from '../../db/schema/tools.ts'
import { makePlaceKeys } from './encrypt-push.ts'
import { Notices } from './notices.ts'

const database = await anyDatabase()
const { db } = database
const service = await startPictureServer()
afterAll(service.close)
const here = testApp(database, { network: service.network })
const placeKeys = makePlaceKeys()

const noticesAt = (clock: () => Date, togetherMs: number) =>
  new Notices({
    ...{ db, send: here.guarded.send, clock, log: createLog('silent'), contact: null },
    ...{ keys: { find: async () => placeKeys }, togetherMs },
  })

async function personWithBrowser(realmId: string) {
  const wallet = randomUUID()
  const { subscription, received } = pushBrowser(service)
  const { endpoint, keys } = subscription
  const row = { id: randomUUID(), wallet, endpoint, ...keys, createdAt: new Date() }
  await storeSubscription(db, row, 10)
  await storeCall(database, { wallet, realmId })
  return { wallet, received, browser: row.id, path: new URL(endpoint).pathname }
}

test('behind services that are slow, nobody is told of what was decided meanwhile, nor in a browser that was turned off, nor twice', async () => {
  const ada = await here.signIn()
  const { id: realmId } = await realmRequests(here.send).make(ada)
  const notices = noticesAt(() => new Date(), 0)
  const person = () => personWithBrowser(realmId)
  const held: ServerResponse[] = []
  for (let slow = 0; slow < 16; slow++) {
    const { wallet, path } = await person()
    service.answers.set(path, (_, response) => held.push(response))
    notices.waits(wallet)
  }
  await expect.poll(() => held.length).toBe(16)
  const [decides, turnsOff, waits] = [await person(), await person(), await person()]
  for (const { wallet } of [decides, turnsOff, waits]) notices.waits(wallet)
  // Whoever looked before it was their turn has looked by then.
  for (let round = 0; round < 50; round++) await listSubscriptions(db, waits.wallet)
  notices.waits(waits.wallet)
  await db.update(toolCalls).set({ state: 'refused' }).where(eq(toolCalls.wallet, decides.wallet))
  await removeSubscription(db, { wallet: turnsOff.wallet, id: turnsOff.browser })
  for (const response of held) response.writeHead(201).end()
  await expect.poll(() => waits.received.length).toBe(1)
  await notices.close()
  expect([decides, turnsOff, waits].map(({ received }) => received.length)).toEqual([0, 0, 1])
})

test('what two servers held back in quiet hours is one push, and what came to one of them since is told', async () => {
  const ada = await here.signIn()
  const { id: realmId } = await realmRequests(here.send).make(ada)
  // In these milliseconds, which nothing else waits, what comes is told together, and quiet hours are over.
  const [together, left] = [1_033, 517]
  const due: { ms: number; run: () => void }[] = []
  const { setTimeout: later } = globalThis
  const waiting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    if (ms === together || ms === left) due.push({ ms, run })
    return later(ms === together || ms === left ? () => {} : run, ms)
  }) as typeof setTimeout)
  onTestFinished(() => waiting.mockRestore())
  const end = new Date('2026-11-26T06:00:00.000Z')
  const quietLeft = new Date(end.getTime() - left)
  let now = quietLeft
  const servers = [noticesAt(() => now, together), noticesAt(() => now, together)] as const
  const runAll = async (ms: number) => {
    await expect.poll(() => due.map((one) => one.ms)).toEqual([ms, ms])
    for (const { run } of due.splice(0)) run()
  }
  const held = async () => {
    now = quietLeft
    const person = await personWithBrowser(realmId)
    await storeInbox(db, person.wallet, { quiet: { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' } })
    for (const server of servers) server.waits(person.wallet)
    await runAll(together)
    await expect.poll(() => due.map(({ ms }) => ms)).toEqual([left, left])
    now = end
    return person
  }
  const told = await held()
  const [first, second] = due.splice(0)
  first?.run()
  await expect.poll(() => told.received.length).toBe(1)
  // By the clock of the other it is not time yet.
  now = quietLeft
  second?.run()
  await expect.poll(() => due.map(({ ms }) => ms)).toEqual([left])
  now = end
  due.splice(0)[0]?.run()
  const toldSince = await held()
  servers[1].waits(toldSince.wallet)
  await runAll(left)
  await expect.poll(() => toldSince.received.length).toBe(2)
  for (const server of servers) await server.close()
  expect([told, toldSince].map(({ received }) => received.length)).toEqual([1, 2])
})
