import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafUnder, pathTo } from '../../../../shared/chat/message-tree.ts'
import { type Message, newReply } from '../../../../shared/chat/messages.ts'
import type { Story } from '../../../../shared/chat/stories.ts'
import { withEarlier, withoutWords } from './change-messages.ts'
import { emptyView } from './conversation.ts'
import { nothingSaid, selected } from './conversation-state.ts'
import { isKnownBelow } from './earlier-messages.ts'
import { mergeStored } from './merge-stored.ts'
import { shownTurns } from './shown-turns.ts'

const createdAt = '2026-11-21T14:02:00.000Z'

/** A conversation of questions and replies, some of them in several versions, with a greeting or without. */
const conversations = fc
  .record({
    greeted: fc.boolean(),
    steps: fc.array(fc.record({ after: fc.nat(), again: fc.boolean() }), { minLength: 1, maxLength: 40 }),
  })
  .map(({ greeted, steps }) => {
    const messages: Message[] = []
    const add = (role: Message['role'], parentId: string | null) => {
      const number = messages.length + 1
      const place = { id: `m${number}`, parentId, number, createdAt }
      if (role === 'user') messages.push({ ...place, role, content: `Question ${number}` })
      else messages.push({ ...newReply(place), content: `Reply ${number}`, state: 'finished' })
      return place.id
    }
    if (greeted) add('assistant', null)
    for (const { after, again } of steps) {
      const replies = messages.filter(({ role }) => role === 'assistant')
      const questions = messages.filter(({ role }) => role === 'user')
      // Mostly at the end, so that paths become long.
      const question = questions.at(-1 - (after % 3))
      if (again && question) add('assistant', question.id)
      else add('assistant', add('user', replies.at(-1 - (after % 2))?.id ?? null))
    }
    return messages
  })

/** What the server answers: a part of a path before a message, with the other versions of each. */
function pageOf(messages: readonly Message[], leaf: string, before: string | null, size: number) {
  const path = pathTo(messages, leaf)
  const end = before === null ? path.length : path.findIndex(({ id }) => id === before)
  const earlier = Math.max(0, end - size)
  const shown = new Set(path.slice(earlier, end).map(({ parentId, role }) => `${parentId} ${role}`))
  return { messages: messages.filter(({ parentId, role }) => shown.has(`${parentId} ${role}`)), earlier }
}

const anyPaged = fc.record({
  messages: conversations,
  leaf: fc.nat(),
  size: fc.integer({ min: 1, max: 9 }),
})

test('a conversation that came page by page shows what it shows as a whole, and its turns keep their places', () => {
  fc.assert(
    fc.property(anyPaged, ({ messages, leaf: any, size }) => {
      const leaf = leafUnder(messages, messages[any % messages.length]?.id ?? '')
      const whole = shownTurns({ ...nothingSaid, messages, activeLeaf: leaf }, emptyView)
      let state = mergeStored(nothingSaid, { ...pageOf(messages, leaf, null, size), activeLeaf: leaf })
      let view = shownTurns(state, emptyView)
      for (let pages = 0; view.earlier > 0; pages++) {
        expect(pages).toBeLessThan(messages.length)
        expect(view.earlier).toBe(pathTo(messages, leaf).length - pathTo(state.messages, leaf).length)
        expect(view.greeting).toBeNull()
        // A turn has the same place however much is loaded; what was shown stays the same object.
        for (const [index, turn] of view.turns.entries())
          expect(turn.question.id).toBe(whole.turns[view.turnsBefore + index]?.question.id)
        const known = view
        const first = pathTo(state.messages, leaf)[0]?.id ?? ''
        state = withEarlier(state, pageOf(messages, leaf, first, size), first)
        view = shownTurns(state, view)
        expect(view.turns.slice(view.turns.length - known.turns.length)).toEqual(known.turns)
      }
      expect(view.turns).toEqual(whole.turns)
      expect(view.greeting).toEqual(whole.greeting)
      expect(view.turnsBefore).toBe(0)
    }),
  )
})

test('a version is shown at once only if all that follows it is here, and then as the whole conversation shows it', () => {
  fc.assert(
    fc.property(anyPaged, ({ messages, leaf: any, size }) => {
      const leaf = leafUnder(messages, messages[any % messages.length]?.id ?? '')
      const page = pageOf(messages, leaf, null, size)
      const state = mergeStored(nothingSaid, { ...page, activeLeaf: leaf })
      for (const { id } of page.messages)
        if (isKnownBelow(state, id)) expect(selected(state, id).activeLeaf).toBe(leafUnder(messages, id))
    }),
  )
})

const place = (number: number) => ({
  id: `m${number}`,
  parentId: number === 1 ? null : `m${number - 1}`,
  number,
  createdAt,
})
const line = [1, 2, 3, 4].map(
  (number): Message =>
    number % 2 === 1
      ? { ...place(number), role: 'user', content: `Secret ${number}` }
      : {
          ...newReply(place(number)),
          content: `Secret ${number}`,
          state: 'finished',
          parts: [{ kind: 'reasoning', text: `Secret ${number}` }],
        },
)

test('a deleted message keeps its place and nothing else, and comes back with no answer that was under way', () => {
  const story: Story = {
    id: 's',
    through: 'm2',
    text: 'Secret',
    by: 'model',
    createdAt,
    updatedAt: createdAt,
  }
  const state = mergeStored(nothingSaid, { messages: line, activeLeaf: 'm4', stories: [story] })
  expect(shownTurns(state, emptyView).story).toEqual(story)
  const after = withoutWords(state, ['m1', 'm2'])
  expect(JSON.stringify(after.messages.slice(0, 2))).not.toContain('Secret')
  expect(after.stories).toEqual([])
  expect(pathTo(after.messages, 'm4').map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'm4'])
  const late = mergeStored(after, { messages: line, activeLeaf: 'm4' })
  expect(late.messages.map(({ erased }) => erased === true)).toEqual([true, true, false, false])
  expect(withoutWords(after, ['m1', 'other'])).toBe(after)
})
