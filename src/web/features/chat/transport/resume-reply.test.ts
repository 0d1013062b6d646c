import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { growthOf } from '../../../../../test/mixed-parts.ts'
import { refusal } from '../../../../../test/stored-conversation.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { type Known, lengthOf } from '../../../../shared/chat/parts.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { resumeReply } from './resume-reply.ts'

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }
const words = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const blank = newReply({ id: 'r', parentId: 'q', number: 2, createdAt: '2026-11-21T14:02:00.000Z' })
const fold = (events: readonly ReplyEvent[]) =>
  events.reduce((known, event) => foldReply(known, event, 'now'), blank)

type Script = (known: Known | null, connection: Connection) => AsyncIterable<ReplyEvent>

/** Follows with one script for each connection; the last one serves all further ones. */
function listen(scripts: Script[], from: number | null = null) {
  const time = manualTime()
  const stop = new AbortController()
  const received: ReplyEvent[] = []
  const connections: string[] = []
  const asked: (number | null)[] = []
  const connect: Script = (known, connection) => {
    asked.push(known === null ? null : known.at)
    const script = scripts[Math.min(asked.length, scripts.length) - 1]
    if (!script) throw new Error('Nothing is scripted')
    return script(known, connection)
  }
  const link = {
    signal: stop.signal,
    onConnection: (connection: string) => void connections.push(connection),
  }
  let ended: unknown = 'listening'
  const done = (async () => {
    for await (const event of resumeReply(
      connect,
      from === null ? null : { at: from, revision: 0 },
      link,
      time.reconnecting,
    ))
      received.push(event)
  })().then(
    () => {
      ended = 'at its end'
    },
    (error: unknown) => {
      ended = error
    },
  )
  return { time, stop, received, connections, asked, done, ended: () => ended }
}

/** Some events, and then what the network does. */
function script(events: readonly ReplyEvent[], then: 'close' | 'hang' | Error): Script {
  return async function* (_, { signal, onBytes }) {
    for (const event of events) {
      onBytes()
      yield event
    }
    if (then instanceof Error) throw then
    if (then === 'hang')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
}

const text = 'Because it is so, and always was.'
const said: ReplyPart[] = [{ kind: 'text', text }]
/** The same with reasoning before and within the text. */
const thought: ReplyPart[] = [
  { kind: 'reasoning', text: 'Why, indeed?' },
  { kind: 'text', text: text.slice(0, 17) },
  { kind: 'reasoning', text: 'Since when?' },
  { kind: 'text', text: text.slice(17) },
]
/** All events that a server sends to a client that has received so much, in pieces of a given length. */
function eventsAfter(known: number, length: number, parts = said): ReplyEvent[] {
  const cuts = Array.from({ length: lengthOf(parts) }, (_, index) => known + index * length)
  return [started, ...growthOf(parts, { from: known, cuts }), finished]
}

test('words that the server lost are asked for again from the true place', async () => {
  const before: ReplyEvent[] = [started, words(0, text.slice(0, 20))]
  const lost: ReplyEvent[] = [started, { type: 'truncated', at: 8 }]
  const { received, asked, time, done } = listen([
    script(before, 'close'),
    script(lost, 'close'),
    script(eventsAfter(8, 5), 'close'),
  ])
  await time.pass(20_000)
  await done
  expect(asked).toEqual([null, 20, 8])
  expect(fold(received)).toMatchObject({ state: 'finished', content: text })
})

test('broken anywhere, any number of times, by anything: the reply is the one of an unbroken connection', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          events: fc.nat(8),
          length: fc.integer({ min: 1, max: 9 }),
          // A server may also repeat what the client has already received.
          back: fc.nat(12),
          ending: fc.constantFrom(
            'close' as const,
            'hang' as const,
            new TypeError('network error'),
            refusal(503, 'not_ready'),
          ),
        }),
        { maxLength: 7 },
      ),
      async (breaks) => {
        const scripts = breaks.map(
          ({ events, length, back, ending }): Script =>
            (known, connection) => {
              const from = Math.max(0, (known?.at ?? 0) - back)
              return script(eventsAfter(from, length, thought).slice(0, events), ending)(known, connection)
            },
        )
        const whole: Script = (known, connection) =>
          script(eventsAfter(known?.at ?? 0, 4, thought), 'close')(known, connection)
        const { time, received, done, ended } = listen([...scripts, whole])
        for (let rounds = 0; ended() === 'listening' && rounds < 20; rounds++) await time.pass(26_000)
        await done
        expect(ended()).toBe('at its end')
        expect(fold(received)).toEqual(fold(eventsAfter(0, 4, thought)))
        expect(fold(received)).toMatchObject({ content: text, parts: thought })
        expect(time.waiting()).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

test('a broken connection is followed up at once, then after growing pauses, and says so meanwhile', async () => {
  const broken = script([], new TypeError('network error'))
  const { time, connections, asked } = listen([script([started, words(0, 'Be')], 'close'), broken])
  await time.pass(0)
  expect(asked).toEqual([null, 2])
  expect(connections).toEqual(['live', 'live', 'reconnecting', 'reconnecting'])
  for (const [pause, tries] of [
    [500, 3],
    [1_000, 4],
    [2_000, 5],
    [5_000, 6],
    [5_000, 7],
  ] as const) {
    await time.pass(pause - 1)
    expect(asked).toHaveLength(tries - 1)
    await time.pass(1)
    expect(asked).toHaveLength(tries)
  }
})

test('words that leave a gap are not handed on but asked for', async () => {
  const { time, asked, received } = listen([
    script([started, words(0, 'Be'), words(5, 'se')], 'hang'),
    script([started, words(2, 'cause'), finished], 'close'),
  ])
  await time.pass(0)
  expect(asked).toEqual([null, 2])
  expect(fold(received)).toMatchObject({ content: 'Because', state: 'finished' })
})

test('the question is asked again until somebody answers, and never after that', async () => {
  const { time, asked, ended } = listen([
    script([], new TypeError('Failed to fetch')),
    script([], refusal(502, 'internal_error')),
    script([started], 'close'),
    script([finished], 'close'),
  ])
  await time.pass(3_000)
  expect(asked).toEqual([null, null, null, 0])
  expect(ended()).toBe('at its end')
})

test.each([
  ['a question that is refused', null, refusal(429, 'rate_limited', { retryAfter: 3 })],
  ['a question that the server fails at', null, refusal(500, 'internal_error')],
  ['a reply that is not there', 4, refusal(404, 'not_found')],
  ['a reply that is not for this wallet', 4, refusal(401, 'not_signed_in')],
])('%s ends it for good', async (_, from, error) => {
  const { time, asked, done, ended } = listen([script([], error)], from)
  await done
  expect(ended()).toBe(error)
  expect(asked).toEqual([from])
  expect(time.waiting()).toBe(0)
})

test('a server that says when to come again is followed then, not sooner', async () => {
  const { time, asked } = listen(
    [script([], refusal(429, 'rate_limited', { retryAfter: 7 })), script([], 'hang')],
    4,
  )
  await time.pass(6_000)
  await time.wake('visible')
  expect(asked).toHaveLength(1)
  await time.pass(1_000)
  expect(asked).toHaveLength(2)
})

test('a connection without a heartbeat is given up, one with heartbeats is not', async () => {
  let beat = () => {}
  const beating: Script = (known, connection) => {
    beat = connection.onBytes
    return script([started], 'hang')(known, connection)
  }
  const { time, asked } = listen([beating])
  for (let beats = 0; beats < 4; beats++) {
    await time.pass(15_000)
    beat()
  }
  expect(asked).toHaveLength(1)
  await time.pass(20_000)
  expect(asked).toHaveLength(2)
})

test('a page that comes back with a network, or after a sleep, follows on at once', async () => {
  const { time, asked } = listen([script([started], 'hang')])
  await settle()
  await time.wake('visible')
  expect(asked).toHaveLength(1)
  time.sleep(60_000)
  await time.wake('visible')
  await time.pass(0)
  expect(asked).toHaveLength(2)
  await time.wake('online')
  await time.pass(500)
  expect(asked).toHaveLength(3)
})

test('waking ends a pause', async () => {
  const { time, asked } = listen([script([], new TypeError('Failed to fetch'))])
  await time.pass(3_500)
  const before = asked.length
  await time.wake('online')
  expect(asked).toHaveLength(before + 1)
})

test('who lets go leaves nothing behind, connected or waiting', async () => {
  for (const then of ['hang', new TypeError('Failed to fetch')] as const) {
    const { time, stop, done, asked } = listen([script([started], then)])
    await time.pass(1_000)
    stop.abort()
    await done
    const before = asked.length
    await time.pass(60_000)
    expect(asked).toHaveLength(before)
    expect(time.waiting()).toBe(0)
  }
})
