import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../base/log.ts'
import type { DeadReply } from '../../../db/turns/end-turns.ts'
import type { Heartbeat, ReplyPlace, TurnScope } from '../../../db/turns/running-turns.ts'
import { replyKey } from './reply-key.ts'
import { RunningReply } from './running-reply.ts'
import { type HeartbeatStore, TurnHeartbeats } from './turn-heartbeats.ts'

const log = createLog('silent')
const scopes = ['conversation', 'realm', 'run'] as const
/** Whoever asks may choose a conversation's id to be that of a realm. */
const place: ReplyPlace = { conversationId: randomUUID(), replyId: randomUUID() }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reply that says nothing until it is ended. */
function silentReply(keeps?: () => boolean): RunningReply {
  const received = {
    ...{ ...place, owner: 'ada', requestId: 'request-1', log },
    ...(keeps && { send: () => ({ changed() {}, over() {}, keeps }) }),
    async *events({ stopped }: { stopped: AbortSignal }) {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve))
      yield { type: 'stopped' as const }
    },
  }
  return new RunningReply(
    received,
    async () => null,
    () => new Date(),
  )
}

function join(
  heartbeats: TurnHeartbeats,
  scope: TurnScope,
  more: { fails?: boolean; runs?: boolean; keeps?: () => boolean } = {},
) {
  const reply = silentReply(more.keeps)
  const running = new Map(more.runs === false ? [] : [[replyKey(place), reply]])
  const dead: DeadReply[] = []
  heartbeats.join(scope, {
    running,
    async closeDead(replies) {
      if (more.fails) throw new Error('the database refuses')
      dead.push(...replies)
      return replies.map(({ replyId }) => replyId)
    },
  })
  heartbeats.begin()
  return { reply, running, dead }
}

test('replies of all kinds are stored by one statement a beat, and each learns only of its own stop', async () => {
  const storeWords = vi.fn<HeartbeatStore['storeWords']>(async (_server, said) =>
    said.map(({ scope, conversationId, replyId }) => {
      return { scope, conversationId, replyId, stopWanted: scope === 'realm' }
    }),
  )
  const store = { storeWords, listHeartbeats: async () => [] }
  const heartbeats = new TurnHeartbeats({ store, log, alone: true, every: { store: 100 } })
  const [conversation, realm, run] = scopes.map((scope) => join(heartbeats, scope))
  await vi.advanceTimersByTimeAsync(100)
  expect(storeWords).toHaveBeenCalledTimes(1)
  expect(storeWords.mock.lastCall?.[1].map(({ scope }) => scope)).toEqual(scopes)
  expect([conversation, realm, run].map((one) => one?.reply.ending())).toEqual([false, true, false])
  for (const one of [conversation, realm, run]) one?.running.clear()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(storeWords).toHaveBeenCalledTimes(1)
})

test('what the relay keeps is stored at marks alone, beaten for in one statement, and stopped through it', async () => {
  const found = { stopWanted: false }
  const all = () => scopes.map((scope) => ({ ...place, scope, ...found }))
  const store = {
    storeWords: vi.fn(async () => all()),
    storeHeartbeat: vi.fn(async () => all()),
    listHeartbeats: async () => [],
  }
  const heartbeats = new TurnHeartbeats({ store, log, every: { store: 100, look: 1_000_000, mark: 1_000 } })
  let keeps = true
  const turns = scopes.map((scope) => join(heartbeats, scope, { keeps: () => keeps }))
  const counts = () => [store.storeWords, store.storeHeartbeat].map(({ mock }) => mock.calls.length)
  await vi.advanceTimersByTimeAsync(900)
  expect(counts()).toEqual([0, 3])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(counts()[0]).toBe(1)
  keeps = false
  await vi.advanceTimersByTimeAsync(300)
  expect(counts()[0]).toBe(4)
  keeps = true
  found.stopWanted = true
  await vi.advanceTimersByTimeAsync(500)
  expect(counts()[0]).toBe(4)
  expect(turns.map(({ reply }) => reply.ending())).toEqual([true, true, true])
  for (const [index, scope] of scopes.entries()) {
    turns[index]?.running.clear()
    heartbeats.leave(scope)
  }
})

test('one look finds the dead of all kinds, leaves what is received here, and one kind that fails keeps no other', async () => {
  const beats: Heartbeat[] = scopes.map((scope) => ({ ...place, scope, server: 'dead', heartbeat: '1' }))
  const listHeartbeats = vi.fn(async () => beats)
  const store = { listHeartbeats, storeWords: async () => [] }
  const heartbeats = new TurnHeartbeats({ store, log, every: { store: 1_000_000, look: 100 } })
  const alive = join(heartbeats, 'conversation')
  join(heartbeats, 'realm', { runs: false, fails: true })
  const run = join(heartbeats, 'run', { runs: false })
  await vi.advanceTimersByTimeAsync(300)
  expect(run.dead).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(listHeartbeats).toHaveBeenCalledTimes(4)
  expect(run.dead).toMatchObject([{ ...place, scope: 'run' }])
  expect(alive.dead).toEqual([])
  for (const scope of scopes) heartbeats.leave(scope)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(listHeartbeats).toHaveBeenCalledTimes(4)
})
