import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type RealmReader, realmReader } from '../../../../test/realm-reader.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import { createLog } from '../../base/log.ts'
import { Bus } from '../bus/bus.ts'

/**
 * Clients connect, disconnect and reconnect with what they know, while others post and remove messages and while events
 * between servers are lost, duplicated or reordered.
 */

/** The fate of an announcement; a number is its delay in milliseconds. */
const fates = fc.oneof(
  { weight: 4, arbitrary: fc.constant('told') },
  { weight: 2, arbitrary: fc.constant('lost') },
  { weight: 1, arbitrary: fc.constant('twice') },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
)
const actions = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('say' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('remove' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('come' as const) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('lose' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60 }) }),
  },
)
const story = fc.record({
  fates: fc.array(fates, { minLength: 5, maxLength: 20 }),
  actions: fc.array(actions, { minLength: 5, maxLength: 25 }),
})

const database = await testDatabase()
const bus = new Bus({ log: createLog('silent') })
let fate: () => string | number = () => 'told'
const late = new Set<NodeJS.Timeout>()
const server = await realtimeServer(database, {
  bus,
  notifyThrough: {
    publish(realmId, event) {
      const becomes = event.type === 'changed' ? fate() : 'told'
      if (typeof becomes === 'number') late.add(setTimeout(() => bus.publish(realmId, event), becomes))
      else
        for (let times = { told: 1, lost: 0, twice: 2 }[becomes] ?? 1; times > 0; times--)
          bus.publish(realmId, event)
    },
  },
  alone: false,
  times: { look: 30, reconcileWithoutBus: 30, tick: 20 },
})
const ada = await server.signIn()
afterAll(async () => {
  for (const timer of late) clearTimeout(timer)
  await server.close()
})

test('whoever comes whenever, and whatever is lost, ends with exactly what is stored, in order', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ fates, actions }) => {
      const realm = await server.newRealm(ada)
      let told = 0
      fate = () => fates[told++ % fates.length] ?? 'told'
      const readers: RealmReader[] = []
      const come = () => readers.push(realmReader({ realm, servers: [server.address] }))
      try {
        come()
        await eventually(() => readers[0]?.live).toBe(true)
        const said: string[] = []
        const doing: Promise<unknown>[] = []
        for (const action of actions) {
          if (action.action === 'say')
            for (let time = 0; time < action.times; time++) {
              const id = crypto.randomUUID()
              const sent = server.realmLog.send(realm, ada.address, { id, content: `${said.length} ${time}` })
              doing.push(sent.then(() => said.push(id)))
            }
          if (action.action === 'remove' && said.length > 0)
            doing.push(
              server.realmLog.removeMessage(realm, said[action.which % said.length] ?? '', ada.address),
            )
          if (action.action === 'come') come()
          if (action.action === 'lose') readers[action.which % readers.length]?.lose()
          // Posts are sent concurrently, and mostly after the previous ones were stored.
          if (doing.length > 6) await Promise.all(doing.splice(0))
          if (action.action === 'wait') await new Promise((resolve) => setTimeout(resolve, action.ms))
        }
        await Promise.all(doing)
        come()
        const { messages, to } = await server.realmLog.changesAfter(realm, 0, 1_000)
        const stored = messages.toSorted((one, other) => one.number - other.number)
        for (const reader of readers) {
          await eventually(() => reader.version).toBe(to)
          expect(reader.messages()).toEqual(stored)
          expect(reader.faults).toEqual([])
        }
      } finally {
        for (const reader of readers) reader.close()
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
