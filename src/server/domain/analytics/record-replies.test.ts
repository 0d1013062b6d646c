import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { bucketOf } from './first-words-histogram.ts'
import { Recorder, type RecordReply } from './record-replies.ts'
import type { HourSums } from './sums.ts'

afterEach(() => {
  vi.useRealTimers()
})

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const says = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }
const asked = { agentId: 'ADA', wallet: 'bob', begins: true }
const HOUR = Date.UTC(2026, 10, 21, 20)

/** A recorder whose database refuses writes while it is told to. */
function recorder(options: { mostKeys?: number } = {}) {
  const stored: HourSums[] = []
  const lines: Record<string, unknown>[] = []
  const database = { refuses: false }
  const kept = new Recorder({
    async store(sums) {
      if (database.refuses) throw new Error('no')
      stored.push(...sums)
    },
    clock: () => new Date(HOUR + 1_234),
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    ...options,
  })
  const record: RecordReply = (asked, reply) => kept.record(asked, reply)
  const take = (events: ReplyEvent[], of = asked) =>
    Array.fromAsync(
      record(of, async function* () {
        yield* events
      }),
    )
  const flush = () => kept.flush()
  const close = () => kept.close()
  return { record, flush, close, take, stored, lines, database }
}

test('a reply is passed on as it is, and what is kept of it is counts', async () => {
  const { take, flush, stored } = recorder()
  const events = [started, says(0, 'Hel'), says(3, 'lo  the'), says(10, 're'), finished]
  expect(await take(events)).toEqual(events)
  await flush()
  expect(stored).toMatchObject([
    {
      agentId: 'ada',
      start: HOUR,
      conversations: 1,
      messages: 1,
      finished: 1,
      words: 2,
      people: new Set(['bob']),
    },
  ])
  expect([...(stored[0]?.firstWords.values() ?? [])]).toEqual([1])
})

test('thoughts are no words, and the first word is the first of the answer', async () => {
  const { record, flush, stored } = recorder()
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began)
  const events = record(asked, async function* () {
    yield { type: 'reasoning', at: 0, text: 'Many thoughts' }
    clock.mockImplementation(() => began + 60_000)
    yield says(13, 'Hello')
    yield finished
  })
  await Array.fromAsync(events)
  clock.mockRestore()
  await flush()
  const firstWords = new Map([[bucketOf(60_000), 1]])
  expect(stored).toMatchObject([{ finished: 1, words: 1, firstWords }])
})

test('the apology for a model that said nothing is none of its words, and took no time', async () => {
  const { take, flush, stored } = recorder()
  await take([started, says(0, EMPTY_REPLY), finished])
  await flush()
  await take([{ type: 'reasoning', at: 0, text: 'Hm' }, says(2, EMPTY_REPLY), finished])
  await flush()
  expect(stored).toHaveLength(2)
  for (const sums of stored) expect(sums).toMatchObject({ finished: 1, words: 0, firstWords: new Map() })
})

test('whoever lets go of a reply stopped it; one that throws was interrupted, one that never began was not asked', async () => {
  const { record, flush, stored } = recorder()
  for await (const event of record(asked, async function* () {
    yield started
    yield says(0, 'Hello')
  }))
    if (event.type === 'words') break
  const broken = record(asked, async function* () {
    yield started
    throw new Error('a fault')
  })
  await expect(Array.fromAsync(broken)).rejects.toThrow('a fault')
  const refused = () => {
    throw new Error('refused')
  }
  expect(() => record(asked, refused)).toThrow('refused')
  await flush()
  expect(stored).toMatchObject([{ messages: 2, stopped: 1, interrupted: 1, finished: 0, words: 1 }])
})

test('a reply that is let go before anything of it was asked for was stopped, not left running for ever', async () => {
  const { record, flush, close, stored } = recorder()
  const events = record(asked, async function* () {
    yield started
  })
  await events[Symbol.asyncIterator]().return?.()
  await flush()
  expect(stored).toMatchObject([{ messages: 1, stopped: 1, interrupted: 0 }])
  await close()
  expect(stored).toHaveLength(1)
})

test('what the database refused is told once it takes it, with all that came since', async () => {
  const { take, flush, close, stored, database } = recorder()
  database.refuses = true
  await take([started, says(0, 'One'), finished])
  await flush()
  await take([started, says(0, 'two three'), finished])
  await flush()
  expect(stored).toEqual([])
  database.refuses = false
  await close()
  expect(stored).toMatchObject([{ messages: 2, finished: 2, words: 3 }])
})

test('what is still running when the server ends was interrupted, with the words so far', async () => {
  const { record, close, stored } = recorder()
  const events = record(asked, async function* () {
    yield started
    yield says(0, 'Hello there')
    yield finished
  })[Symbol.asyncIterator]()
  await events.next()
  await events.next()
  await close()
  await events.next()
  expect(stored).toMatchObject([{ messages: 1, interrupted: 1, finished: 0, words: 2 }])
})

test('sums that have no room are dropped, and the log says how many facts; what is known goes on', async () => {
  const { take, flush, stored, lines, database } = recorder({ mostKeys: 2 })
  database.refuses = true
  await take([started, finished])
  await take([started, finished], { ...asked, wallet: 'cyd' })
  await take([started, finished], { ...asked, agentId: 'eve' })
  await take([started, finished])
  await flush()
  database.refuses = false
  await flush()
  expect(stored).toMatchObject([{ agentId: 'ada', messages: 2, finished: 3, people: new Set(['bob']) }])
  expect(lines.filter(({ dropped }) => dropped !== undefined)).toMatchObject([{ dropped: 3 }])
})

test('while nothing happens nothing ticks', async () => {
  vi.useFakeTimers()
  const { take, stored } = recorder()
  expect(vi.getTimerCount()).toBe(0)
  await take([started, says(0, 'Hello'), finished])
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stored).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
