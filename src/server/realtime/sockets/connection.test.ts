import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyDatabase } from '../../../../test/database.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'

const database = await anyDatabase()
const server = await realtimeServer(database)
const { open } = server
afterAll(server.close)
const ada = await server.signIn()

describe('what a socket may not do', () => {
  test.each([
    ['what is no JSON', '{'],
    ['what is no frame', '{"type":"shout"}'],
    ['a frame with more than it has', '{"type":"ping","more":1}'],
    ['a realm that is no id', '{"type":"enter","realm":"here","after":0}'],
    ['bytes', Buffer.from('{"type":"ping"}')],
  ])('%s ends it', async (_what, sent) => {
    const client = await open()
    client.socket.send(sent)
    expect(await client.closed).toMatchObject({ code: 1008 })
  })

  test('a frame that is too large ends it', async () => {
    const client = await open()
    client.socket.send(`"${'x'.repeat(40_000)}"`)
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  test('pings that come too often end it, with or without frames', async () => {
    // Many clients at once, so that the server is slow to send its responses.
    const clients = await Promise.all(Array.from({ length: 20 }, () => open()))
    for (const { socket } of clients) for (let pings = 0; pings < 200; pings++) socket.ping()
    for (const { closed } of clients) expect(await closed).toMatchObject({ code: 1008 })
  })

  test('what is no UTF-8 ends it', async () => {
    const client = await open()
    client.socket.send(Buffer.of(0xc3, 0x28), { binary: false })
    expect(await client.closed).toMatchObject({ code: 1007 })
  })

  test('long lists to watch cost more than short ones', async () => {
    const client = await open()
    const realms = Array.from({ length: 400 }, () => crypto.randomUUID())
    for (let frames = 0; frames < 8; frames++) client.say({ type: 'watch', realms })
    expect(await client.closed).toMatchObject({ code: 1008 })
  })

  test('a flood of frames ends it', async () => {
    const client = await open()
    for (let frames = 0; frames < 200; frames++) client.say({ type: 'ping' })
    expect(await client.closed).toMatchObject({ code: 1008 })
  })
})

test('one that sends bytes without end ends, although no frame is ever whole', async () => {
  const watching = await realtimeServer(database, { times: { watch: 50, going: 500 } })
  onTestFinished(watching.close)
  const client = await watching.open()
  const fragments = setInterval(() => {
    for (let count = 0; count < 2_000; count++) client.socket.send('', { fin: false })
  }, 5)
  const { code } = await client.closed
  clearInterval(fragments)
  expect([1006, 1008]).toContain(code)
})

test('who says nothing for too long is let go, and who gives signs of life is not', async () => {
  const strict = await realtimeServer(database, { times: { silence: 1_500, watch: 20 } })
  onTestFinished(strict.close)
  const [silent, alive] = [await strict.open(), await strict.open()]
  const beating = setInterval(() => alive.say({ type: 'ping' }), 100)
  expect(await silent.closed).toMatchObject({ code: 4408 })
  clearInterval(beating)
  await alive.pong()
  alive.close()
})

test('whose session runs out counts as a visitor', async () => {
  const asking = await realtimeServer(database, {
    times: { viewer: 50, viewerSpread: 0, watch: 20, tick: 10 },
  })
  onTestFinished(asking.close)
  const dora = await asking.signIn()
  const realm = await asking.newRealm(ada)
  const client = await asking.open(dora)
  await client.enter(realm)
  await client.receive('presence', ({ people }) => people.includes(dora.address))
  asking.advance(8 * 24 * 3_600_000)
  await client.receive('presence', ({ peopleCount, visitors }) => peopleCount === 0 && visitors === 1)
  client.close()
})

test('a server that ends tells everybody what was said last, and that it restarts', async () => {
  const ending = await realtimeServer(database)
  const realm = await ending.newRealm(ada)
  const client = await ending.open(ada)
  await client.enter(realm)
  await ending.say(realm, ada, 'Last words')
  await ending.close()
  expect(await client.closed).toMatchObject({ code: 1012 })
  expect(client.contents(realm)).toEqual(['Last words'])
})
