import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../common/limits.ts'
import { greetingOf, leafUnder, pathTo, rememberedFrom, saidTurns, siblingsOf } from './message-tree.ts'
import { type Message, newReply, type Reply } from './messages.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const createdAt = '2026-11-21T10:00:00.000Z'

function question(number: number, parent: number | null, content = `Question ${number}`): Message {
  const parentId = parent === null ? null : idOf(parent)
  return { id: idOf(number), parentId, number, role: 'user', content, createdAt }
}

function reply(number: number, parent: number, also: Partial<Reply> = {}): Message {
  const place = { id: idOf(number), parentId: idOf(parent), number, createdAt }
  return { ...newReply(place), content: `Reply ${number}`, state: 'finished', ...also }
}

/**
 * Trees as conversations form them: questions follow replies or are roots, replies follow questions; some are silent.
 */
const trees = fc
  .array(fc.record({ parent: fc.nat(), silent: fc.boolean(), state: fc.constantFrom('failed', 'stopped') }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) =>
    steps.reduce<Message[]>((messages, { parent, silent, state }) => {
      const number = messages.length + 1
      const after = parent % (messages.length + 1)
      const found = messages[after - 1]
      if (found?.role === 'user') {
        messages.push(reply(number, after, silent ? { content: ' ', state: state as 'failed' } : {}))
      } else messages.push(question(number, found ? after : null))
      return messages
    }, []),
  )

/** The same tree with its rows in two random orders. */
const shuffled = trees.chain((messages) =>
  fc.record({
    messages: fc.constant(messages),
    rows: fc.shuffledSubarray(messages, { minLength: messages.length, maxLength: messages.length }),
  }),
)

/** Messages of a damaged store: missing parents, cycles, replies to replies. */
const damaged = fc.array(
  fc
    .record({ number: fc.nat({ max: 12 }), parent: fc.nat({ max: 14 }), reply: fc.boolean() })
    .map((row) =>
      row.reply ? reply(row.number, row.parent) : question(row.number, row.parent === 0 ? null : row.parent),
    ),
  { maxLength: 15 },
)

const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)
const childrenOf = (messages: readonly Message[], id: string) =>
  messages.filter(({ parentId }) => parentId === id)

test('the order of the rows makes no difference to anything', () => {
  fc.assert(
    fc.property(shuffled, ({ messages, rows }) => {
      for (const message of messages) {
        const path = pathTo(messages, message.id)
        expect(pathTo(rows, message.id)).toEqual(path)
        expect(siblingsOf(rows, message)).toEqual(siblingsOf(messages, message))
        expect(leafUnder(rows, message.id)).toBe(leafUnder(messages, message.id))
      }
    }),
  )
})

test('a path goes from the beginning to its leaf, each message after the one that it follows', () => {
  fc.assert(
    fc.property(shuffled, ({ rows }) => {
      for (const leaf of rows) {
        const path = pathTo(rows, leaf.id)
        expect(path.map(({ parentId }) => parentId)).toEqual([null, ...ids(path).slice(0, -1)])
        expect(path.at(-1)).toBe(leaf)
      }
    }),
  )
})

test('a path to nothing is empty', () => {
  expect(pathTo([question(1, null)], null)).toEqual([])
  expect(pathTo([question(1, null)], idOf(9))).toEqual([])
  expect(pathTo([], idOf(1))).toEqual([])
})

test('turning to a message shows an end of the tree, by way of it and of the newest from there on', () => {
  fc.assert(
    fc.property(shuffled, ({ rows }) => {
      for (const { id } of rows) {
        const leaf = leafUnder(rows, id)
        expect(childrenOf(rows, leaf)).toEqual([])
        const path = pathTo(rows, leaf)
        const after = path.slice(ids(path).indexOf(id) + 1)
        expect(ids(path)).toContain(id)
        for (const message of after) {
          const siblings = childrenOf(rows, message.parentId ?? '')
          expect(message.number).toBe(Math.max(...siblings.map(({ number }) => number)))
        }
      }
    }),
  )
})

test('siblings are those of one place, oldest first, and each sees the same row of them', () => {
  fc.assert(
    fc.property(shuffled, ({ rows }) => {
      for (const shown of rows) {
        const siblings = siblingsOf(rows, shown)
        expect(siblings).toContain(shown)
        for (const [index, sibling] of siblings.entries()) {
          expect([sibling.parentId, sibling.role]).toEqual([shown.parentId, shown.role])
          expect(sibling.number).toBeGreaterThan(siblings[index - 1]?.number ?? 0)
          const silent = shown.role === 'assistant' && shown.content.trim() === ''
          if (!silent) expect(siblingsOf(rows, sibling)).toEqual(siblings)
        }
      }
    }),
  )
})

test('a reply that ended without a word is skipped, unless it is the one that is shown', () => {
  const [said, failed, running] = [
    reply(2, 1),
    reply(3, 1, { content: '\n', state: 'failed' }),
    reply(4, 1, { content: '', state: 'running' }),
  ]
  const messages = [running, failed, question(1, null), said]
  expect(siblingsOf(messages, said)).toEqual([said, running])
  expect(siblingsOf(messages, failed)).toEqual([said, failed, running])
})

test('a damaged tree is shown as far as it reaches, and never for ever', () => {
  fc.assert(
    fc.property(damaged, (rows) => {
      for (const row of rows) {
        const path = pathTo(rows, row.id)
        expect(path.at(-1)?.id).toBe(row.id)
        expect(new Set(ids(path)).size).toBe(path.length)
        for (const [index, message] of path.entries())
          if (index > 0) expect(message.parentId).toBe(path[index - 1]?.id)
        expect(ids(rows)).toContain(leafUnder(rows, row.id))
        expect(siblingsOf(rows, row)).toContain(row)
        const turns = saidTurns(path)
        expect(turns.map(({ role }) => role)).toEqual(
          turns.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
        )
        rememberedFrom(path)
      }
    }),
    { numRuns: 500 },
  )
})

test('a circle of two and a message that follows itself end where they began', () => {
  const circle = [question(1, 2), reply(2, 1)]
  expect(ids(pathTo(circle, idOf(2)))).toEqual([idOf(1), idOf(2)])
  expect(ids(pathTo([question(1, 1)], idOf(1)))).toEqual([idOf(1)])
  expect(leafUnder([question(1, 1)], idOf(1))).toBe(idOf(1))
})

test('a model is told each question with the reply that it got, and nothing of what nobody answered', () => {
  const path = [
    question(1, null),
    reply(2, 1, { content: '', state: 'failed' }),
    question(3, 2),
    reply(4, 3, { content: 'Half of', state: 'stopped' }),
    question(5, 4),
    reply(6, 5, { content: 'x'.repeat(limits.chatHistoryTurn + 1) }),
    question(7, 6),
  ]
  expect(saidTurns(path)).toEqual([
    { id: idOf(3), role: 'user', content: 'Question 3' },
    { id: idOf(4), role: 'assistant', content: 'Half of' },
    { id: idOf(5), role: 'user', content: 'Question 5' },
    { id: idOf(6), role: 'assistant', content: 'x'.repeat(limits.chatHistoryTurn) },
  ])
})

test('a reply that is longer than a turn is cut between two characters: a torn one can’t be sent', () => {
  const [, { content = '' } = {}] = saidTurns([
    question(1, null),
    reply(2, 1, { content: `x${'😀'.repeat(limits.chatHistoryTurn)}` }),
  ])
  expect([content.length, content.isWellFormed()]).toEqual([limits.chatHistoryTurn - 1, true])
})

test('the agent remembers from the first turn on that was not left out', () => {
  const pairs = (forgotten: number) => [
    question(1, null),
    reply(2, 1),
    question(3, 2),
    reply(4, 3, { content: '', state: 'failed' }),
    question(5, 4),
    reply(6, 5),
    question(7, 6),
    reply(8, 7, { forgotten }),
    question(9, 8),
  ]
  expect(rememberedFrom(pairs(0))).toBeNull()
  // A reply without words in between is not counted.
  expect(rememberedFrom(pairs(2))).toBe(idOf(5))
  // All turns were left out: the model got the question alone.
  expect(rememberedFrom(pairs(4))).toBe(idOf(7))
  expect(rememberedFrom([])).toBeNull()
  expect(rememberedFrom([question(1, null)])).toBeNull()
})

test('of a path whose beginning is not loaded the agent remembers from the same message on, and an answer is no greeting', () => {
  for (const greeting of [true, false]) {
    const opening = greeting ? [reply(50, 0, { parentId: null })] : []
    const first = (number: number) => (number === 1 ? (greeting ? 50 : null) : number - 1)
    const turns = [1, 3, 5, 7].flatMap((number) => [
      question(number, first(number)),
      reply(number + 1, number),
    ])
    const whole = [...opening, ...turns]
    for (const forgotten of [2, 4, 6]) {
      const path = [...whole, question(9, 8), reply(10, 9, { forgotten })]
      const from = rememberedFrom(path)
      expect(from).toBe(idOf(forgotten + 1))
      for (let earlier = 0; earlier < path.length - 2; earlier++) {
        const there = path.slice(earlier)
        const isThere = there.some(({ id }) => id === from)
        if (there[0]?.role === 'user') expect(rememberedFrom(there, earlier)).toBe(isThere ? from : null)
        expect(greetingOf(there)).toBe(greeting && earlier === 0 ? opening[0] : undefined)
      }
    }
  }
})
