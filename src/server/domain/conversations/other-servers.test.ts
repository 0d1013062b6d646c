import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventually, from, known, listen, NEVER, replyServers } from '../../../../test/reply-servers.ts'
import type { ReplyListener, ReplyRelay } from '../turns/running/reply-relay.ts'

/** Servers that share nothing but the database. */
const database = await testDatabase()
const { sql } = database
const { model, question, server, stored } = await replyServers(database)
afterAll(model.close)

const HALF = 'Hello from the'
const WHOLE = 'Hello from the scripted model.'
/** A reply that one server receives, with half of its words stored. */
async function begin(replies = server()) {
  const [conversation, ask, request] = [randomUUID(), question(), model.requests.length]
  model.next('stalls')
  const follow = await replies.ask('ada', conversation, ask, from())
  await eventually(async () => (await stored(ask.replyId))?.content).toBe(HALF)
  return { conversation, ask, reply: ask.replyId, follow, request }
}

test('a reply is followed at another server from any place on, by many at once, to the same end', async () => {
  const [one, other] = [server(), server()]
  const { conversation, reply } = await begin(one)
  const places = [0, 7, HALF.length, HALF.length + 4]
  const following = places.map(async (after) =>
    listen(await other.follow('ada', conversation, reply), { after }),
  )
  await listen(await other.follow('ada', conversation, reply), { until: HALF.length })
  model.release()
  for (const [index, events] of (await Promise.all(following)).entries()) {
    const received = known(events, WHOLE.slice(0, places[index]))
    // Text beyond the stored end is not part of the reply.
    expect(received).toMatchObject({ state: 'finished', content: HALF })
  }
})

test('words that servers passed on and nobody stored are taken back with the end', async () => {
  const { conversation, reply } = await begin(server())
  let listeners: ReplyListener | undefined
  const relay: ReplyRelay = {
    send: () => ({ changed() {}, over() {} }),
    receive(_, received) {
      listeners = received
      return () => {}
    },
    read: async () => [],
    stop() {},
    onStop: () => () => {},
    close: async () => {},
  }
  const follow = await server({ relay }).follow('ada', conversation, reply)
  const received = listen(follow)
  await eventually(() => listeners !== undefined).toBe(true)
  listeners?.grows({ type: 'words', at: HALF.length, text: ' 👩‍🚀 that died' })
  const late = listen(follow, { after: HALF.length + 3 })
  model.release()
  expect(known(await received)).toMatchObject({ state: 'finished', content: HALF })
  expect((await received).map(({ type }) => type)).toContain('truncated')
  expect(known(await late, `${HALF} 👩`)).toMatchObject({ state: 'finished', content: HALF })
})

test('a reply that waited and goes on is followed to its end, though a slow reader has not read yet that it waited', async () => {
  const [conversation, ask, other] = [randomUUID(), question(), server()]
  const { replyId } = ask
  model.next('stalls')
  await server({ every: { store: NEVER } }).ask('ada', conversation, ask, from())
  const end = (state: string, content: string) =>
    sql`with gone as (delete from running_turns where reply_id = ${replyId})
      update messages set state = ${state}, content = ${content} where id = ${replyId}`
  const follow = () => other.follow('ada', conversation, replyId)
  const slow = (await follow())({ at: 0, revision: 0 }, new AbortController().signal)
  expect((await slow.next()).value).toMatchObject({ type: 'started' })
  const reads = listen(await follow())
  await end('waiting', HALF)
  expect(known(await reads)).toMatchObject({ state: 'waiting', content: HALF })
  await sql`with begun as (insert into running_turns (conversation_id, reply_id, server, words)
      values (${conversation}, ${replyId}, ${randomUUID()}, ${HALF}))
    update messages set state = 'running', content = '' where id = ${replyId}`
  const rest = listen(await follow(), { after: HALF.length })
  const late: string[] = []
  for await (const { type } of slow) late.push(type)
  await end('finished', WHOLE)
  expect(known(await rest, HALF)).toMatchObject({ state: 'finished', content: WHOLE })
  expect(late).toEqual(['words', 'waiting'])
})

test('asked again at another server it is the same reply', async () => {
  const { conversation, ask, reply } = await begin()
  const requests = model.requests.length
  const again = listen(await server().ask('ada', conversation, ask, from('request-2')))
  model.release()
  expect(known(await again)).toMatchObject({ state: 'finished', content: HALF })
  expect((await again)[0]).toMatchObject({ type: 'started', requestId: 'request-1' })
  expect(model.requests).toHaveLength(requests)
  expect(await stored(reply)).toMatchObject({ state: 'finished' })
})

test('it is stopped from another server, and by a deletion there', async () => {
  for (const stop of ['stop', 'stopIn'] as const) {
    const { conversation, reply, follow, request } = await begin()
    const other = server()
    if (stop === 'stop') await other.stop('ada', conversation, reply)
    else await other.stopIn([conversation])
    expect(await model.closed(request)).toBe('cut')
    expect(known(await listen(follow))).toMatchObject({ state: 'stopped', content: HALF })
    expect(await stored(reply)).toMatchObject({ state: 'stopped', content: HALF })
  }
})

test('what another wallet has is not there, at its own server and at another', async () => {
  const one = server()
  const { conversation, ask, reply } = await begin(one)
  for (const replies of [one, server()]) {
    const attempts = [
      replies.follow('eve', conversation, reply),
      replies.stop('eve', conversation, reply),
      replies.ask('eve', conversation, ask, from()),
      replies.follow('ada', randomUUID(), reply),
      replies.follow('ada', conversation, randomUUID()),
    ]
    for (const result of await Promise.allSettled(attempts))
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  }
  await one.stop('ada', conversation, reply)
})

test('the reply of a server that died is ended by another, with the words that were stored, and can be asked again', async () => {
  // A crashed server sends no heartbeats, and can't end the reply.
  const dead = server({ every: { store: NEVER } })
  const [conversation, ask] = [randomUUID(), question()]
  model.next('stalls')
  await dead.ask('ada', conversation, ask, from())
  await sql`update running_turns set words = 'Hello' where reply_id = ${ask.replyId}`

  const other = server({ every: { store: 20, ask: 20, look: 30 } })
  const follow = await other.follow('ada', conversation, ask.replyId)
  expect(known(await listen(follow))).toMatchObject({ state: 'interrupted', content: 'Hello' })
  expect(await stored(ask.replyId)).toMatchObject({ state: 'interrupted', content: 'Hello' })
  const retry = { ...ask, replyId: randomUUID(), question: { id: ask.question.id } }
  expect(known(await listen(await other.ask('ada', conversation, retry, from())))).toMatchObject({
    state: 'finished',
    content: WHOLE,
  })
})

test('one that was to be stopped when its server died is stopped', async () => {
  const dead = server({ every: { store: NEVER } })
  const [conversation, ask] = [randomUUID(), question()]
  model.next('stalls')
  await dead.ask('ada', conversation, ask, from())
  const other = server({ every: { store: 20, ask: 20, look: 30 } })
  await other.stop('ada', conversation, ask.replyId)
  expect(known(await listen(await other.follow('ada', conversation, ask.replyId)))).toMatchObject({
    state: 'stopped',
  })
})

test('a living server is left alone, however many look', async () => {
  const { reply, follow } = await begin(server({ every: { store: 20, look: 100 } }))
  for (let more = 0; more < 3; more++) server({ every: { look: 100 } })
  const beats = new Set<string>()
  await eventually(async () => {
    const [row] = await sql<{ heartbeat: string }[]>`
        select beat_at::text as heartbeat from running_turns where reply_id = ${reply}`
    return beats.add(row?.heartbeat ?? '').size
  }).toBeGreaterThan(30)
  model.release()
  expect(known(await listen(follow))).toMatchObject({ state: 'finished', content: HALF })
})

test('a server whose reply was ended by another lets go of the model, and tells the end that is stored', async () => {
  const { conversation, reply, follow, request } = await begin()
  const following = listen(follow)
  const other = server()
  // A heartbeat between the check and the deletion prevents it.
  await eventually(() => other.closeOrphans().then(() => stored(reply))).toMatchObject({
    state: 'interrupted',
  })
  expect(await model.closed(request)).toBe('cut')
  expect(known(await following)).toMatchObject({ state: 'interrupted', content: HALF })
  expect(await stored(reply)).toMatchObject({ state: 'interrupted', content: HALF })
  expect(known(await listen(await server().follow('ada', conversation, reply)))).toMatchObject({
    state: 'interrupted',
    content: HALF,
  })
})

test('words that were not stored when another server ended their reply are taken back from who heard them', async () => {
  const [conversation, ask] = [randomUUID(), question()]
  model.next('stalls')
  const follow = await server({ every: { store: NEVER, look: NEVER } }).ask('ada', conversation, ask, from())
  await listen(follow, { until: HALF.length })
  const following = listen(follow)
  await server().closeOrphans()
  model.release()
  expect(known(await following)).toMatchObject({ state: 'interrupted', content: '' })
  expect(await stored(ask.replyId)).toMatchObject({ state: 'interrupted', content: '' })
})

test('who follows at a server that ends is let go without an end, because the reply goes on elsewhere', async () => {
  const one = server()
  const { conversation, reply } = await begin(one)
  const other = server()
  const following = listen(await other.follow('ada', conversation, reply))
  await listen(await other.follow('ada', conversation, reply), { until: 1 })
  await other.close()
  expect(known(await following)).toMatchObject({ state: 'running', content: HALF })
  await one.stop('ada', conversation, reply)
})
