import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { citedAs, foldParts, growthOf, histories, mixedParts } from '../../../test/mixed-parts.ts'
import type { ReplyEvent } from './chat.ts'
import { withCitedSources } from './cited-sources.ts'
import { replySchema } from './message-schemas.ts'
import { endOf, foldReply, isEnd, newReply, type Reply } from './messages.ts'
import type { PartEvent, ReplyPart } from './part-kinds.ts'
import { cutAt, eventsOf, knownOf, lengthOf, logOf, partsOf, sentTo, sourcesOf, textOf } from './parts.ts'

const first = newReply({
  id: '0b9d5a5e-3e63-4a35-9a5e-6f6a1f3a1c11',
  parentId: '3f2b0f5c-6c7e-4a57-8a5d-0d5b8f0f9a22',
  number: 2,
  createdAt: '2026-11-21T10:00:00.000Z',
})
const now = '2026-11-21T10:00:01.000Z'
const later = '2026-11-21T10:00:09.000Z'
const failure = { message: 'Failed to generate response', requestId: 'r' }

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 3 }
const words = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const fold = (events: readonly ReplyEvent[], from: Reply = first) =>
  events.reduce((reply, event) => foldReply(reply, event, now), from)

/** Includes emoji, joined characters and halves of them: positions are counted in units, not in characters. */
const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
const end = fc.constantFrom<ReplyEvent>(
  { type: 'finished', reason: 'stop' },
  { type: 'finished', reason: 'length' },
  { type: 'stopped' },
  { type: 'interrupted' },
  { type: 'failed', ...failure },
)

const logOfAll = (parts: readonly ReplyPart[]) => parts.map(logOf).join('')

/**
 * The events of one connection that sends a reply between two positions of its log: `started`, then its parts, split
 * anywhere.
 */
function told(whole: readonly ReplyPart[], from: number, to: number, cuts: readonly number[]): ReplyEvent[] {
  return [started, ...growthOf(whole, { from, to, cuts })]
}

test('what the server lost is taken back, and nobody loses more by that', () => {
  fc.assert(
    fc.property(mixedParts, fc.nat({ max: 80 }), fc.nat({ max: 80 }), end, (whole, heard, stored, ending) => {
      const known = fold(told(cutAt(whole, heard), 0, heard, []))
      const after = fold([{ type: 'truncated', at: stored }, ending], known)
      expect(partsOf(after)).toEqual(cutAt(whole, Math.min(heard, stored)))
      expect(after.content).toBe(textOf(cutAt(whole, Math.min(heard, stored))))
      expect(after.repliedAt).toBe(after.content === '' ? null : now)
    }),
  )
  const ended = fold([words(0, 'One two'), { type: 'stopped' }])
  expect(fold([{ type: 'truncated', at: 3 }], ended)).toBe(ended)
})

const sources = (revision: number, numbers: readonly number[], more: { id?: number; at?: number } = {}) =>
  ({ type: 'sources', id: 1, at: 0, revision, sources: numbers.map((n) => citedAs(n)), ...more }) as const

test('whole parts stand in their places, whenever they come, change there, and twice is as once', () => {
  const speaking = fold([started, words(0, 'At nine [2, 9]. `a[1]`')])
  const known = fold([sources(3, [1, 2, 3])], speaking)
  expect(partsOf(known).map(({ kind }) => kind)).toEqual(['sources', 'text'])
  expect(known).toMatchObject({ content: speaking.content, repliedAt: now })
  expect(fold([sources(3, [1, 2, 3])], known)).toBe(known)
  expect(fold([sources(2, [1])], known)).toBe(known)
  const second = fold([sources(4, [5], { id: 2, at: 7 })], known)
  expect(partsOf(second)).toMatchObject([
    { kind: 'sources', id: 1, revision: 3 },
    { kind: 'text', text: 'At nine' },
    { kind: 'sources', id: 2, revision: 4 },
    { kind: 'text', text: ' [2, 9]. `a[1]`' },
  ])
  expect(second.content).toBe(speaking.content)
  const changed = fold([sources(5, [1, 2, 3, 4])], second)
  expect(sourcesOf(changed.parts)?.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(fold([sources(6, [6], { id: 3, at: 99 })], changed)).toBe(changed)
  expect(partsOf(withCitedSources(known))).toEqual([
    { kind: 'sources', id: 1, revision: 3, sources: [citedAs(2)] },
    { kind: 'text', text: 'At nine [2]. `a[1]`' },
  ])
  expect(partsOf(withCitedSources(fold([sources(1, [1]), words(0, 'Hello.')])))).toEqual([
    { kind: 'sources', id: 1, revision: 1, sources: [] },
    { kind: 'text', text: 'Hello.' },
  ])
})

test('thoughts are no words: they stand in parts of their own, and the first word is still waited for', () => {
  const thinking = fold([started, { type: 'reasoning', at: 0, text: 'Hm' }])
  expect(thinking).toEqual({
    ...first,
    forgotten: 3,
    content: '',
    parts: [{ kind: 'reasoning', text: 'Hm' }],
    repliedAt: null,
  })
  const speaking = fold(
    [words(2, 'One'), { type: 'reasoning', at: 5, text: '!' }, words(6, ' two')],
    thinking,
  )
  expect(speaking).toMatchObject({
    content: 'One two',
    parts: [
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'One' },
      { kind: 'reasoning', text: '!' },
      { kind: 'text', text: ' two' },
    ],
    repliedAt: now,
  })
  expect(fold([words(0, 'One')])).not.toHaveProperty('parts')
})

// §4.33
test('a reply waits, grows from its first words on, and keeps them whatever ends it', () => {
  const waiting = fold([started])
  expect(waiting).toEqual({ ...first, forgotten: 3 })
  const speaking = fold([words(0, 'One'), words(3, ' two')], waiting)
  expect(speaking).toEqual({ ...waiting, content: 'One two', repliedAt: now })
  expect(fold([{ type: 'finished', reason: 'stop' }], speaking)).toEqual({ ...speaking, state: 'finished' })
  expect(fold([{ type: 'finished', reason: 'length' }], speaking)).toEqual({
    ...speaking,
    state: 'finished',
    cutShort: true,
  })
  for (const type of ['stopped', 'interrupted'] as const)
    expect(fold([{ type }], speaking)).toEqual({ ...speaking, state: type })
  expect(fold([{ type: 'failed', ...failure }], speaking)).toEqual({ ...speaking, state: 'failed' })
})

test('followed on from any place, cut anywhere, over any number of connections, a reply is the same as heard at once', () => {
  const connection = fc.record({
    /** The start position as a share of what is known, so that known text may be sent again. */
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    cuts: fc.array(fc.nat({ max: 80 }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(mixedParts, end, fc.array(connection, { maxLength: 5 }), (whole, ending, connections) => {
      const length = lengthOf(whole)
      let reply = first
      for (const { from, to, cuts } of connections) {
        const begin = Math.floor(from * lengthOf(partsOf(reply)))
        const finish = begin + Math.floor(to * (length - begin))
        reply = fold(told(whole, begin, finish, cuts), reply)
        expect(logOfAll(whole).startsWith(logOfAll(partsOf(reply)))).toBe(true)
      }
      const resumed = fold([...told(whole, lengthOf(partsOf(reply)), length, []), ending], reply)
      expect(resumed).toEqual(fold([...told(whole, 0, length, []), ending]))
      expect(partsOf(resumed)).toEqual(whole)
      expect(resumed.content).toBe(textOf(whole))
    }),
    { numRuns: 500 },
  )
})

test('what was heard already is passed over, and changes not even which object it is', () => {
  fc.assert(
    fc.property(mixedParts, fc.array(fc.nat({ max: 80 })), fc.nat(), fc.nat(), (whole, cuts, which, when) => {
      const events = told(whole, 0, lengthOf(whole), cuts)
      const again = events[which % events.length] ?? started
      const at = (which % events.length) + 1 + (when % (events.length - (which % events.length)))
      const before = fold(events.slice(0, at))
      expect(foldReply(before, again, later)).toBe(before)
      expect(fold([...events.slice(0, at), again, ...events.slice(at)])).toEqual(fold(events))
    }),
    { numRuns: 500 },
  )
})

/** How a reply goes on while it is followed: so many events come, and so many are received before the next cut. */
const connections = fc.array(fc.record({ come: fc.nat({ max: 6 }), heard: fc.nat({ max: 6 }) }), {
  maxLength: 8,
})

test('a place and a revision tell what is missing, however often a reply changed and was cut off meanwhile', () => {
  fc.assert(
    fc.property(histories, connections, fc.boolean(), (history, connections, isOld) => {
      let had = 0
      let heard = first
      /** A page of before names its place alone. */
      const known = () => ({ ...knownOf(partsOf(heard)), ...(isOld && { revision: 0 }) })
      for (const connection of connections) {
        had += connection.come
        const parts = foldParts(history.slice(0, had))
        const missing = [...eventsOf(parts, sentTo(parts, known()))]
        heard = fold(missing.slice(0, connection.heard), heard)
      }
      const whole = foldParts(history)
      heard = fold([...eventsOf(whole, sentTo(whole, known()))], heard)
      expect(partsOf(heard)).toEqual(whole)
    }),
    { numRuns: 1_000 },
  )
})

test('in whatever order servers pass on what they know of a reply, it comes to the whole of it', () => {
  const snapshots = fc.array(fc.nat({ max: 14 }), { maxLength: 6 })
  fc.assert(
    fc.property(histories, snapshots, (history, snapshots) => {
      const whole = foldParts(history)
      const told = [...snapshots, history.length].flatMap((had): PartEvent[] => [
        ...eventsOf(foldParts(history.slice(0, had))),
      ])
      expect(partsOf(fold(told))).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('a server that lost the newest takes it back from who had it, and nothing else', () => {
  fc.assert(
    fc.property(histories, fc.nat({ max: 12 }), fc.nat({ max: 12 }), (history, stored, heard) => {
      const kept = foldParts(history.slice(0, stored))
      const known = fold(history.slice(0, heard))
      const { at, revision } = knownOf(kept)
      // What whoever knew more loses, and then what was different of it before.
      const told: ReplyEvent[] = [{ type: 'truncated', at, revision }, ...eventsOf(kept)]
      expect(partsOf(fold(told, known))).toEqual(kept)
      expect(cutAt(kept, at, revision)).toBe(kept)
    }),
    { numRuns: 500 },
  )
})

test('words beyond a gap are not taken, and those that close it are', () => {
  fc.assert(
    fc.property(mixedParts, fc.integer({ min: 1, max: 100 }), text, (known, gap, beyond) => {
      const reply = fold(told(known, 0, lengthOf(known), []))
      const at = lengthOf(known) + gap
      expect(foldReply(reply, words(at, beyond), later)).toBe(reply)
      expect(foldReply(reply, { type: 'reasoning', at, text: beyond }, later)).toBe(reply)
    }),
  )
  const closed = fold([words(0, 'One'), words(4, 'two'), words(3, ' '), words(4, 'two')])
  expect(closed.content).toBe('One two')
})

test('words that overlap what is known add their news alone', () => {
  expect(fold([words(0, 'One t'), words(2, 'e two'), words(0, 'One two three')]).content).toBe(
    'One two three',
  )
})

test('a reply that has ended takes no more, not even another end', () => {
  fc.assert(
    fc.property(
      end,
      fc.oneof(
        end,
        fc.constant(started),
        text.map((more) => words(0, more)),
      ),
      (ending, event) => {
        const over = fold([words(0, 'a'), ending])
        expect(foldReply(over, event, later)).toBe(over)
      },
    ),
  )
})

test('its first words keep their moment', () => {
  const heard = foldReply(first, words(0, 'a'), now)
  expect(foldReply(heard, words(1, 'b'), later).repliedAt).toBe(now)
  expect(foldReply(first, words(0, ''), now)).toBe(first)
})

// §3.21
test('whatever the fold makes is a reply as it is sent', () => {
  fc.assert(
    fc.property(mixedParts, end, (whole, ending) => {
      const reply = fold([...told(whole, 0, lengthOf(whole), []), ending])
      expect(replySchema.parse(JSON.parse(JSON.stringify(reply)))).toEqual(reply)
    }),
  )
})

test('the end that is told to who comes late is the end that was', () => {
  expect(endOf(first, failure)).toBeNull()
  fc.assert(
    fc.property(end, (ending) => {
      const told = endOf(fold([words(0, 'a'), ending]), failure)
      expect(told).toEqual(ending)
      expect(told && isEnd(told)).toBe(true)
    }),
  )
})
