import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms.ts'
import { earlierLog, laterLog, mergeLogs, newestLog, type RealmLog } from './realm-log.ts'

function message(number: number): RealmMessage {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  return { id, conversationId: id, number, author: 'a', content: `${number}`, createdAt: '' }
}

/** A realm's pages as the server gives them. */
function answerOf(stored: RealmMessage[]) {
  return (limit: number, side: { before?: number; after?: number } = {}): RealmMessagePage => {
    const { before = Number.POSITIVE_INFINITY, after } = side
    const found = stored.filter(({ number }) => number < before && number > (after ?? 0))
    const messages = after === undefined ? found.slice(-limit) : found.slice(0, limit)
    return { messages, hasMore: found.length > messages.length }
  }
}

const numbersOf = (log: RealmLog) => log.messages.map(({ number }) => number)

test('an empty realm is known from its beginning, and its first message joins on', () => {
  const empty = newestLog({ messages: [], hasMore: false })
  expect(empty).toEqual({ since: 0, until: 0, messages: [] })
  expect(numbersOf(mergeLogs(empty, laterLog(0, { messages: [message(1)], hasMore: false })))).toEqual([1])
})

test('what brings nothing new changes nothing', () => {
  const known = newestLog({ messages: [message(4), message(5)], hasMore: true })
  expect(mergeLogs(known, laterLog(5, { messages: [], hasMore: false }))).toBe(known)
  expect(mergeLogs(known, { since: 4, until: 5, messages: [message(5)] })).toBe(known)
})

test('a gap is never shown as if there were none: the later side counts', () => {
  const old = newestLog({ messages: [message(1), message(2)], hasMore: false })
  const fresh = newestLog({ messages: [message(8), message(9)], hasMore: true })
  expect(mergeLogs(old, fresh)).toBe(fresh)
  expect(mergeLogs(fresh, old)).toBe(fresh)
})

test('whatever is asked in whatever order, a log has every message between its ends once, in order', () => {
  const step = fc.record({ kind: fc.constantFrom('newest', 'later', 'earlier', 'said'), limit: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 30 }), fc.array(step), (gaps, steps) => {
      let last = 0
      // Numbers only grow; a message that was taken out leaves a hole.
      const say = (gap: number) => {
        last += 1 + gap
        return message(last)
      }
      const stored = gaps.map(say)
      let log: RealmLog | undefined
      for (const { kind, limit } of steps) {
        const page = answerOf(stored)
        if (kind === 'said') stored.push(say(limit))
        else if (!log || kind === 'newest') log = mergeLogs(log, newestLog(page(limit + 1)))
        else if (kind === 'later')
          log = mergeLogs(log, laterLog(log.until, page(limit + 1, { after: log.until })))
        else {
          const before = log.since + 1
          log = mergeLogs(log, earlierLog(before, page(limit + 1, { before })))
        }
        if (!log) continue
        const { since, until } = log
        expect(log.messages).toEqual(stored.filter(({ number }) => number > since && number <= until))
      }
    }),
  )
})
