import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { startPictureServer } from '../../../../test/picture-server.ts'
import { pushBrowser } from '../../../../test/push-browser.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { storeCall } from '../../../../test/stored-calls.ts'
import { createLog } from '../../base/log.ts'
import { listSubscriptions, removeSubscription, storeSubscription } from '../../db/inbox/inboxes.ts'
import { toolCalls } from '../../db/schema/tools.ts'
import { makePlaceKeys } from './encrypt-push.ts'
import { Notices } from './notices.ts'

const database = await anyDatabase()
const { db } = database
const service = await startPictureServer()
afterAll(service.close)
const here = testApp(database, { network: service.network })
const placeKeys = makePlaceKeys()

test('behind services that are slow, nobody is told of what was decided meanwhile, nor in a browser that was turned off, nor twice', async () => {
  const ada = await here.signIn()
  const { id: realmId } = await realmRequests(here.send).make(ada)
  const notices = new Notices({
    ...{ db, send: here.guarded.send, clock: () => new Date(), log: createLog('silent'), contact: null },
    keys: { find: async () => placeKeys },
    togetherMs: 0,
  })
  const person = async () => {
    const wallet = randomUUID()
    const { subscription, received } = pushBrowser(service)
    const { endpoint, keys } = subscription
    const row = { id: randomUUID(), wallet, endpoint, ...keys, createdAt: new Date() }
    await storeSubscription(db, row, 10)
    await storeCall(database, { wallet, realmId })
    return { wallet, received, browser: row.id, path: new URL(endpoint).pathname }
  }
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
