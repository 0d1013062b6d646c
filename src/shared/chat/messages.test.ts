import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { citedAs, growthOf, mixedParts } from '../../../test/mixed-parts.ts'
import type { ReplyEvent } from './chat.ts'
import { withCitedSources } from './cited-sources.ts'
import { replySchema } from './message-schemas.ts'
import { endOf, foldReply, isEnd, newReply, type Reply } from './messages.ts'
import { cutAt, lengthOf, logOf, partsOf, type ReplyPart, sourcesOf, textOf } from './parts.ts'

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

test('sources stand before all else by their numbers, whenever they come, and twice is as once', () => {
  const sources: ReplyEvent = { type: 'sources', sources: [1, 2, 3].map((n) => citedAs(n)) }
  const speaking = fold([started, words(0, 'At nine [2, 9]. `a[1]`')])
  const known = fold([sources], speaking)
  expect(partsOf(known).map(({ kind }) => kind)).toEqual(['sources', 'text'])
  expect(known).toMatchObject({ content: speaking.content, repliedAt: now })
  expect(fold([sources], known)).toBe(known)
  const later: ReplyEvent = { type: 'sources', sources: [citedAs(5), citedAs(2), citedAs(4)] }
  expect(sourcesOf(fold([later], known).parts)?.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(partsOf(withCitedSources(known))).toEqual([
    { kind: 'sources', sources: [citedAs(2)] },
    { kind: 'text', text: 'At nine [2]. `a[1]`' },
  ])
  expect(partsOf(withCitedSources(fold([sources, words(0, 'Hello.')])))).toEqual([
    { kind: 'sources', sources: [] },
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
