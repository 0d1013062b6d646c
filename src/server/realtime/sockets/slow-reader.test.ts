import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { anyDatabase } from '../../../../test/database.ts'
import { type RealtimeServer, realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'

const database = await anyDatabase()
const server = await realtimeServer(database, { times: { tick: 10, watch: 20, going: 200 } })
afterAll(server.close)
const ada = await server.signIn()

const wordy = (realm: string, version: number): RealmMessage => ({
  id: crypto.randomUUID(),
  conversationId: realm,
  kind: 'said',
  number: version,
  version,
  author: ada.address,
  content: 'x'.repeat(8_000),
  createdAt: '2026-11-21T14:02:00.000Z',
  removed: false,
  authorName: null,
  authorPictureUrl: null,
  replyTo: null,
})

/** Posts long messages until a condition holds. @returns the number of messages */
async function flood(
  { bus }: RealtimeServer,
  realm: string,
  until: (version: number) => boolean,
): Promise<number> {
  let version = 0
  while (!until(version)) {
    version += 1
    bus.publish(realm, { type: 'changed', messages: [wordy(realm, version)] })
    await setImmediate()
  }
  return version
}

/** A reader in a realm of a server with the usual timeouts. */
async function readerOfPatient() {
  const patient = await realtimeServer(database, { times: { tick: 10, watch: 20 } })
  onTestFinished(patient.close)
  const realm = await patient.newRealm(ada)
  const reader = await patient.open()
  await reader.enter(realm)
  return { patient, realm, reader }
}

test('a reader that takes nothing in is dropped with the reason, and nobody else notices', async () => {
  const realm = await server.newRealm(ada)
  const [slow, quick] = [await server.open(ada), await server.open()]
  await slow.enter(realm)
  await quick.enter(realm)
  slow.socket.pause()
  const last = await flood(server, realm, () => server.presence.here(realm).peopleCount === 0)
  // The server dropped the connection, which did not close in time and was terminated.
  await quick.receive('log', ({ to }) => to === last)
  const sent = quick.all('log').flatMap(({ messages }) => messages.map(({ version }) => version))
  expect(sent).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  await quick.receive('presence', ({ peopleCount }) => peopleCount === 0)
  slow.close()
  quick.close()
})

test('one frame alone, however long, drops nobody who reads', async () => {
  const realm = await server.newRealm(ada)
  await database.sql`update realms set participants =
    array(select repeat('p', 38) || number from generate_series(100001, 140000) number) where id = ${realm}`
  server.bus.publish(realm, { type: 'detail' })
  const reader = await server.open()
  await reader.enter(realm)
  const { detail } = await reader.receive('realm', ({ detail }) => detail.participants.length === 40_000)
  expect(detail.id).toBe(realm)
  reader.close()
})

test('a slow reader that goes on reading hears why it was dropped', async () => {
  const { patient, realm, reader: slow } = await readerOfPatient()
  slow.socket.pause()
  // More than all buffers between server and client can hold.
  await flood(patient, realm, (version) => version === 3_000)
  slow.socket.resume()
  expect(await slow.closed).toMatchObject({ code: 4429 })
})

test('a reader who takes in a little now and then hears why it was dropped, while what waited for it is let go', async () => {
  const { patient, realm, reader: slow } = await readerOfPatient()
  slow.socket.pause()
  const last = await flood(patient, realm, (version) => version === 3_000)
  // A connection that is being closed does not count as present.
  await eventually(() => patient.presence.count(realm)).toBe(0)
  const reading = setInterval(() => {
    slow.socket.resume()
    setImmediate(() => slow.socket.pause())
  }, 20)
  expect(await slow.closed).toMatchObject({ code: 4429 })
  clearInterval(reading)
  // The server sent only what fits the limit of unconfirmed bytes, not everything that was posted.
  expect(slow.all('log').at(-1)?.to).toBeLessThan(last / 10)
})

test('a reader who keeps up gets everything, however much more it is than may be under way', async () => {
  const { patient, realm, reader: quick } = await readerOfPatient()
  const last = await flood(patient, realm, (version) => version === 500)
  await quick.receive('log', ({ to }) => to === last)
  const sent = quick.all('log').flatMap(({ messages }) => messages.map(({ version }) => version))
  expect(sent).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  quick.close()
})
