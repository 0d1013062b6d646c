import { afterAll, expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { testDatabase } from '../../../../test/database.ts'
import { realmReader } from '../../../../test/realm-reader.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import { endAnswer, storeAnswer } from '../../../../test/store-answer.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { createLog } from '../../base/log.ts'
import { Bus } from '../bus/bus.ts'

const database = await testDatabase()
const server = await realtimeServer(database)
afterAll(server.close)
const ada = await server.signIn()

/** A realm with a running answer, announced by default. */
async function answering(at = server, announced = true) {
  const realm = await at.newRealm(ada)
  await at.say(realm, ada, 'What is light?')
  const id = await storeAnswer(database, {
    realmId: realm,
    agentId: crypto.randomUUID(),
    author: ada.address,
  })
  const notify = async () => {
    const { messages } = await at.realmLog.changesAfter(realm, 0, 100)
    at.bus.publish(realm, { type: 'changed', messages: messages.filter((message) => message.id === id) })
  }
  const reader = realmReader({ realm, servers: [at.address] })
  await eventually(() => reader.live).toBe(true)
  if (announced) await notify()
  const said = (content: string, sources?: CitedSource[]) =>
    at.bus.publish(realm, { type: 'said', id, content, ...(sources && { sources }) })
  const content = (of = reader) => of.find(id)?.content
  return { realm, id, reader, said, content, notify }
}

test('words of an answer come as they are said, to who was there and to who comes', async () => {
  const { realm, id, reader, said, content, notify } = await answering()
  said('Light 💡')
  await eventually(() => content()).toBe('Light 💡')
  said('Light 💡 is a')
  const late = realmReader({ realm, servers: [server.address] })
  await eventually(() => content(late)).toBe('Light 💡 is a')
  said('Light 💡 is a wave')
  for (const one of [reader, late]) await eventually(() => content(one)).toBe('Light 💡 is a wave')
  await endAnswer(database, { realmId: realm, id, content: 'Light 💡 is a wave, and more.' })
  await notify()
  // Late text of an answer that is over is ignored.
  said('Light 💡 is a wave, and more, and more')
  for (const one of [reader, late]) {
    await eventually(() => one.find(id)).toMatchObject({
      state: 'finished',
      content: 'Light 💡 is a wave, and more.',
    })
    expect(one.faults).toEqual([])
    one.close()
  }
})

test('what an answer cites is told with the words that cite it, to who was there and to who comes', async () => {
  const { realm, id, reader, said } = await answering()
  const [one, two] = [citedSource(1), citedSource(2)]
  said('At dusk', [])
  await eventually(() => reader.find(id)).toMatchObject({ content: 'At dusk', sources: [] })
  said('At dusk [2]', [two])
  await eventually(() => reader.find(id)).toMatchObject({ content: 'At dusk [2]', sources: [two] })
  const late = realmReader({ realm, servers: [server.address] })
  await eventually(() => late.find(id)).toMatchObject({ content: 'At dusk [2]', sources: [two] })
  // As many as before, but another one: what was a citation has become a link.
  said('At dusk [2](/dusk), by hand [1]', [one])
  for (const each of [reader, late]) {
    await eventually(() => each.find(id)).toMatchObject({ sources: [one] })
    expect(each.faults).toEqual([])
    each.close()
  }
})

test('words that were lost on the way are made good by those that come next', async () => {
  const { reader, said, content } = await answering()
  said('One')
  said('One two three')
  said('One two')
  await eventually(() => content()).toBe('One two three')
  expect(reader.faults).toEqual([])
  reader.close()
})

test('words of an answer that was not announced are told once it is known', async () => {
  const { reader, said, content } = await answering(server, false)
  await eventually(() => {
    said('One two three')
    return content()
  }).toBe('One two three')
  expect(reader.faults).toEqual([])
  reader.close()
})

test('where other servers are not heard, the words that are stored are told', async () => {
  const bus = new Bus({ log: createLog('silent') })
  const deaf = await realtimeServer(database, { bus, alone: false, times: { reconcileWithoutBus: 200 } })
  const { realm, id, reader, content } = await answering(deaf, false)
  await database.sql`update running_turns set words = 'As stored' where realm_id = ${realm} and reply_id = ${id}`
  await eventually(() => content()).toBe('As stored')
  const cited = [citedSource(2)]
  const parts = JSON.stringify([{ kind: 'sources', id: 1, revision: 1, sources: cited }, { kind: 'text' }])
  await database.sql`update running_turns set words = 'As stored later [2]', parts = ${parts}::text::jsonb where realm_id = ${realm} and reply_id = ${id}`
  await eventually(() => reader.find(id)).toMatchObject({
    content: 'As stored later [2]',
    sources: cited,
  })
  await endAnswer(database, { realmId: realm, id, content: 'All of it' })
  await eventually(() => reader.find(id)).toMatchObject({ state: 'finished', content: 'All of it' })
  expect(reader.faults).toEqual([])
  reader.close()
  await deaf.close()
})
