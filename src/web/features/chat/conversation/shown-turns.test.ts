import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../../../shared/chat/messages.ts'
import { emptyView } from './conversation.ts'
import {
  type ConversationState,
  newQuestion,
  nothingSaid,
  parentOfNext,
  received,
  replyFailed,
  replyStarted,
  selected,
  stopped,
} from './conversation-state.ts'
import { shownTurns, withGrown } from './shown-turns.ts'

const now = new Date('2026-11-21T14:02:00Z')
const createdAt = now.toISOString()

type Step =
  | { do: 'send' }
  | { do: 'edit' | 'ask again' | 'select'; at: number }
  | { do: 'hear'; text: string }
  | { do: 'end'; how: 'finished' | 'stopped' | 'failed' | 'lost' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ do: 'send' }),
  fc.record({
    do: fc.constantFrom('edit' as const, 'ask again' as const, 'select' as const),
    at: fc.nat(30),
  }),
  fc.record({ do: fc.constant('hear' as const), text: fc.string({ minLength: 1, maxLength: 3 }) }),
  fc.record({
    do: fc.constant('end' as const),
    how: fc.constantFrom('finished' as const, 'stopped' as const, 'failed' as const, 'lost' as const),
  }),
)

const running = (state: ConversationState) =>
  state.messages.find((message) => message.role === 'assistant' && message.state === 'running')
const questionAt = (state: ConversationState, at: number) =>
  state.messages.filter(({ role }) => role === 'user').at(at)

function take(state: ConversationState, step: Step): ConversationState {
  const id = `m${state.messages.length}`
  const ask = (question: Message | undefined) =>
    question?.role === 'user' && !running(state)
      ? replyStarted(state, { question, replyId: `${id} reply`, createdAt, confirmed: true })
      : state
  const said = (parentId: string | null) => ask(newQuestion(state, { id, parentId, content: id, createdAt }))
  const pending = running(state)
  switch (step.do) {
    case 'send':
      return said(parentOfNext(state))
    case 'edit': {
      const question = questionAt(state, step.at)
      return question ? said(question.parentId) : state
    }
    case 'ask again':
      return ask(questionAt(state, step.at))
    case 'select':
      return selected(state, state.messages.at(step.at % (state.messages.length || 1))?.id ?? 'nobody')
    case 'hear':
      return pending
        ? received(state, pending.id, [{ type: 'words', at: pending.content.length, text: step.text }], now)
        : state
    case 'end':
      if (!pending) return state
      if (step.how === 'lost') return replyFailed(state, pending.id, { kind: 'unreachable' })
      if (step.how === 'stopped') return stopped(state, pending.id)
      if (step.how === 'failed')
        return received(state, pending.id, [{ type: 'failed', message: 'no', requestId: 'r' }], now)
      return received(state, pending.id, [{ type: 'finished', reason: 'stop' }], now)
  }
}

/** The turns of a screen, computed in the simplest way. */
function naiveTurns({ messages, activeLeaf, failures }: ConversationState) {
  const byId = (id: string | null) => messages.find((message) => message.id === id)
  const counts = (message: Message, shown: Message) =>
    message.id === shown.id ||
    message.role === 'user' ||
    message.state === 'running' ||
    message.content.trim() !== ''
  const branches = (shown: Message) => {
    const ids = messages
      .filter((message) => message.parentId === shown.parentId && counts(message, shown))
      .sort((one, other) => one.number - other.number)
      .map(({ id }) => id)
    return { index: ids.indexOf(shown.id), ids }
  }
  const turns = []
  for (let reply = byId(activeLeaf); reply?.role === 'assistant'; ) {
    const question = byId(reply.parentId)
    if (question?.role !== 'user') break
    turns.unshift({
      question,
      reply,
      questions: branches(question),
      replies: branches(reply),
      failure: failures.get(reply.id) ?? null,
    })
    reply = byId(question.parentId)
  }
  return turns
}

test('whatever is asked, edited, asked again and turned to: the view is what a naive reading of the tree gives', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 40, size: 'max' }),
      fc.infiniteStream(fc.nat()),
      (steps, order) => {
        let state = nothingSaid
        let view: ReturnType<typeof shownTurns> = emptyView
        for (const step of steps) {
          state = take(state, step)
          const before = view
          view = shownTurns(state, before)
          const pending = running(state)
          // The optimised path for added text has the same result.
          if (step.do === 'hear' && pending?.role === 'assistant')
            expect(withGrown(pending, before)).toEqual(view)
          expect(view.turns).toEqual(naiveTurns(state))
          expect(view.pending).toEqual(running(state) ?? null)
          // Unchanged turns keep their identity, so that they are not rendered again.
          view.turns.forEach((turn, index) => {
            const known = before.turns[index]
            if (JSON.stringify(known) === JSON.stringify(turn)) expect(turn).toBe(known)
          })
        }
        const mixed = [...state.messages]
          .map((message) => ({ message, key: order.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ message }) => message)
        expect(shownTurns({ ...state, messages: mixed }, emptyView).turns).toEqual(view.turns)
      },
    ),
    { numRuns: 200 },
  )
})

test('a conversation that nothing happened to keeps its list of turns', () => {
  const state = take(nothingSaid, { do: 'send' })
  const view = shownTurns(state, emptyView)
  expect(shownTurns({ ...state }, view).turns).toBe(view.turns)
})

test('words of a running reply change its turn alone', () => {
  const steps: Step[] = [
    { do: 'send' },
    { do: 'hear', text: 'one' },
    { do: 'end', how: 'finished' },
    { do: 'send' },
  ]
  const state = steps.reduce(take, nothingSaid)
  const before = shownTurns(state, emptyView)
  const after = shownTurns(take(state, { do: 'hear', text: 'two' }), before)
  expect(after.turns[0]).toBe(before.turns[0])
  expect(after.turns[1]?.reply?.content).toBe('two')
})

test('from where on the agent remembers follows from what its newest reply could not take in', () => {
  const turns: Step[] = [{ do: 'send' }, { do: 'hear', text: 'x' }, { do: 'end', how: 'finished' }]
  const state = [...turns, ...turns, { do: 'send' } as const].reduce(take, nothingSaid)
  expect(shownTurns(state, emptyView).rememberedFrom).toBeNull()
  const replyId = running(state)?.id ?? ''
  const started = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 2 } as const
  const view = shownTurns(received(state, replyId, [started], now), emptyView)
  expect(view.rememberedFrom).toBe(view.turns[1]?.question.id)
})

test('a refusal that says when carries the moment', () => {
  const state = take(nothingSaid, { do: 'send' })
  const failed = { type: 'failed', message: 'no', requestId: 'r', retryAfter: 30 } as const
  const view = shownTurns(received(state, running(state)?.id ?? '', [failed], now), emptyView)
  expect(view.turns[0]?.failure).toEqual({ kind: 'limited', retryAt: new Date(now.getTime() + 30_000) })
})
