import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { storeConversation } from '../../../../test/store-conversation.ts'
import { aCall } from '../../../../test/stored-calls.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { Db } from '../connect/connect.ts'
import { closeDead, storeEnd } from '../conversations/replies.ts'
import { listHeartbeats } from '../turns/running-turns.ts'
import { endLeftCalls } from './left-calls.ts'
import { insertCalls } from './tool-calls.ts'

const database = await testDatabase()
const { db, sql } = database

/** A reply that a server receives. */
async function receivedReply() {
  const { id: scopeId, said } = await storeConversation(database, { owner: 'ada' }, [
    { role: 'user', content: 'Send it.' },
    { role: 'assistant', content: 'I will.', state: 'running' },
  ])
  const replyId = said.at(-1)?.id ?? ''
  const [row] = await sql<{ server: string }[]>`select server from running_turns where reply_id = ${replyId}`
  const place: CallPlace = { scope: 'conversation', scopeId, replyId }
  return { place, server: row?.server ?? '' }
}

type Received = Awaited<ReturnType<typeof receivedReply>>

const waitingCall = ({ place }: Received) => ({
  ...aCall({ wallet: 'ada' }),
  ...{ replyId: place.replyId, agentId: null, origin: null, allowedBy: null },
  ...{ state: 'waiting' as const, reasons: ['acts' as const] },
})

/** Ends it as its own server does that shuts down, or as another one does that takes that server for dead. */
const endings = {
  'its own server': ({ place, server }: Received) =>
    storeEnd(
      db,
      server,
      { conversationId: place.scopeId, replyId: place.replyId },
      {
        ...{ state: 'interrupted', content: 'I will.', reasoning: '', parts: null, cutShort: false },
        ...{ forgotten: 0, repliedAt: new Date().toISOString(), trouble: null, said: null },
      },
    ),
  'another server': async ({ place }: Received) => {
    const beats = (await listHeartbeats(db)).filter(({ replyId }) => replyId === place.replyId)
    await closeDead(
      db,
      beats.map((beat) => ({ ...beat, content: '', reasoning: '', parts: null, revision: 0 })),
    )
  },
}

const stateOf = async ({ place }: Received) => {
  const [row] = await sql<{ state: string }[]>`select state from messages where id = ${place.replyId}`
  return row?.state
}

const callsOf = ({ place }: Received) => sql`select state from tool_calls where reply_id = ${place.replyId}`

test.for(Object.entries(endings))('nothing is intended of a reply that was ended by %s', async ([, end]) => {
  const received = await receivedReply()
  await end(received)
  expect(await insertCalls(db, received, [waitingCall(received)])).toBeNull()
  expect([await stateOf(received), await callsOf(received)]).toEqual(['interrupted', []])
})

test('nor by a server that does not receive it', async () => {
  const received = await receivedReply()
  const server = randomUUID()
  expect(await insertCalls(db, { ...received, server }, [waitingCall(received)])).toBeNull()
  expect(await callsOf(received)).toEqual([])
})

test.for(['stopped', 'finished', 'interrupted', 'failed'] as const)(
  'no call is left of a reply that is %s',
  async (state) => {
    const received = await receivedReply()
    await insertCalls(db, received, [waitingCall(received)])
    await sql`delete from running_turns where reply_id = ${received.place.replyId}`
    await sql`update messages set state = ${state} where id = ${received.place.replyId}`
    await endLeftCalls(db, new Date())
    expect(await callsOf(received)).toEqual([{ state: 'superseded' }])
  },
)

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql').for(Object.entries(endings))(
  'a reply that is broken off by %s while its call is being committed waits for its person',
  async ([, end]) => {
    const received = await receivedReply()
    const [intended, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const intending = db.transaction(async (transaction) => {
      await insertCalls(transaction as unknown as Db, received, [waitingCall(received)])
      intended.resolve()
      await commit.promise
    })
    await intended.promise
    const ended = end(received)
    const held = () => sql`select 1 as held from pg_locks where not granted and locktype = 'transactionid'`
    await expect.poll(held).toHaveLength(1)
    commit.resolve()
    await Promise.all([intending, ended])
    expect([await stateOf(received), await callsOf(received)]).toEqual(['waiting', [{ state: 'waiting' }]])
  },
)
