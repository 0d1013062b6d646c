import fc from 'fast-check'
import { expect, test } from 'vitest'
import { citedSource } from '../../../../../test/cited-source.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { siblingsOf } from '../../../../shared/chat/message-tree.ts'
import {
  foldReply,
  type Message,
  newReply,
  type Question,
  type Reply,
} from '../../../../shared/chat/messages.ts'
import {
  type ConversationState,
  nothingSaid,
  received,
  replyFailed,
  replyStarted,
  runningReply,
  selected,
  stopped,
} from './conversation-state.ts'
import { mergeStored } from './merge-stored.ts'

const now = new Date('2026-11-21T14:02:00Z')
const createdAt = now.toISOString()
const question = (number: number): Question => ({
  id: `q${number}`,
  parentId: null,
  number,
  content: `question ${number}`,
  createdAt,
  role: 'user',
})
const reply = (number: number, more: Partial<Reply> = {}): Reply => ({
  ...newReply({ id: `r${number}`, parentId: `q${number - 1}`, number, createdAt }),
  ...more,
})
const words = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const running = (content = '') => [question(1), reply(2, { content })]
const stored = (messages: Message[], activeLeaf = messages.at(-1)?.id ?? '') => ({ messages, activeLeaf })
const fresh = (messages: Message[]) => mergeStored(nothingSaid, stored(messages))
const last = (state: ConversationState) => state.messages.find(({ id }) => id === 'r2')

test('a conversation is taken in with its place, and once: the same again changes nothing', () => {
  const state = fresh(running('Be'))
  expect(state.messages).toEqual(running('Be'))
  expect(state.activeLeaf).toBe('r2')
  expect(mergeStored(state, stored(running('Be')))).toBe(state)
})

test('words heard here stay where the server knows fewer, and grow where it knows more', () => {
  const state = received(fresh(running()), 'r2', [words(0, 'Because')], now)
  expect(last(mergeStored(state, stored(running('Be'))))?.content).toBe('Because')
  expect(last(mergeStored(state, stored(running('Because it'))))?.content).toBe('Because it')
})

test.each([
  ['has fewer words', 'At', ''],
  ['has as many words', '', ''],
  ['has more words', 'At', 'At dusk [1]'],
])('sources heard here stay where the server has none of them yet and %s', (_, heard, known) => {
  const sources = [citedSource(1)]
  const events: ReplyEvent[] = [
    { type: 'sources', id: 1, at: 0, revision: 1, sources },
    ...(heard ? [words(0, heard)] : []),
  ]
  const state = received(fresh(running()), 'r2', events, now)
  const merged = last(mergeStored(state, stored(running(known))))
  expect(merged).toMatchObject({ content: known.length > heard.length ? known : heard })
  expect(merged).toMatchObject({ parts: [{ kind: 'sources', sources }, ...(heard || known ? [{}] : [])] })
})

test('sources that only the server has come with fewer of its words', () => {
  const sources = [citedSource(1)]
  const state = received(fresh(running()), 'r2', [words(0, 'At dusk [1]')], now)
  const parts: Reply['parts'] = [{ kind: 'sources', id: 1, revision: 1, sources }]
  const merged = mergeStored(state, stored([question(1), reply(2, { parts })]))
  expect(last(merged)).toMatchObject({
    content: 'At dusk [1]',
    parts: [{ kind: 'sources' }, { kind: 'text' }],
  })
})

test('thoughts heard here stay where the server knows fewer, and the same again changes nothing', () => {
  const thought = (text: string): ReplyEvent => ({ type: 'reasoning', at: 0, text })
  const storedWith = (content: string, parts: Reply['parts']) =>
    stored([question(1), reply(2, parts ? { content, parts } : { content })])
  const state = received(fresh(running()), 'r2', [thought('Why?'), words(4, 'Be')], now)
  const parts = last(state)
  expect(last(mergeStored(state, storedWith('', undefined)))).toBe(parts)
  expect(last(mergeStored(state, storedWith('', [{ kind: 'reasoning', text: 'Wh' }])))).toBe(parts)
  const further = [
    { kind: 'reasoning', text: 'Why?' },
    { kind: 'text', text: 'Because' },
  ] as const
  const merged = mergeStored(state, storedWith('Because', [...further]))
  expect(last(merged)).toMatchObject({ content: 'Because', parts: further })
  expect(
    mergeStored(
      merged,
      storedWith(
        'Because',
        further.map((part) => ({ ...part })),
      ),
    ),
  ).toBe(merged)
})

test('an end that was heard here is not undone by an older answer', () => {
  const state = received(
    fresh(running('Be')),
    'r2',
    [words(2, 'cause'), { type: 'finished', reason: 'length' }],
    now,
  )
  expect(last(mergeStored(state, stored(running('Be'))))).toMatchObject({
    state: 'finished',
    content: 'Because',
    cutShort: true,
  })
})

test('a stop stays a stop while the server has not heard of it, and gives way to what had ended before', () => {
  const state = stopped(fresh(running('Be')), 'r2')
  expect(last(mergeStored(state, stored(running('Because'))))).toMatchObject({
    state: 'stopped',
    content: 'Be',
  })
  const finished = reply(2, { content: 'Because.', state: 'finished' })
  expect(last(mergeStored(state, stored([question(1), finished])))).toEqual(finished)
})

test('a reply that only seemed lost runs on, and its trouble is over', () => {
  const state = replyFailed(fresh(running('Be')), 'r2', { kind: 'unreachable' })
  const after = mergeStored(state, stored(running('Bec')))
  expect(last(after)).toMatchObject({ state: 'running', content: 'Bec' })
  expect(after.failures.size).toBe(0)
})

test('what the server told of trying again later is not forgotten', () => {
  const failed: ReplyEvent = { type: 'failed', message: 'no', requestId: 'r', retryAfter: 30 }
  const state = received(fresh(running()), 'r2', [failed], now)
  const after = mergeStored(state, stored([question(1), reply(2, { state: 'failed' })]))
  expect(after.failures.get('r2')?.kind).toBe('limited')
})

test('what was said here and is not there yet stays, shown', () => {
  const before = fresh([question(1), reply(2, { state: 'finished' })])
  const state = replyStarted(before, { question: question(3), replyId: 'r4', createdAt, confirmed: false })
  const after = mergeStored(state, stored([question(1), reply(2, { state: 'finished' })]))
  expect(after.activeLeaf).toBe('r4')
  expect(after.messages).toHaveLength(4)
  expect(after.unconfirmed).toEqual(new Set(['q3', 'r4']))
  const there = [question(1), reply(2, { state: 'finished' }), question(3), reply(4)]
  expect(mergeStored(after, stored(there)).unconfirmed.size).toBe(0)
})

test('what was asked elsewhere is shown; where somebody turned to elsewhere is not', () => {
  const both = [
    question(1),
    reply(2, { state: 'finished', content: 'a' }),
    question(3),
    reply(4, { state: 'finished', content: 'b' }),
  ]
  const state = selected(fresh(both), 'q1')
  expect(state.activeLeaf).toBe('r2')
  expect(mergeStored(state, stored(both, 'r4')).activeLeaf).toBe('r2')
  expect(mergeStored(state, stored([...both, question(5), reply(6)])).activeLeaf).toBe('r6')
})

test('a question on its way stays shown, whatever was asked elsewhere', () => {
  const before = fresh([question(1), reply(2, { state: 'finished' })])
  const asking = {
    question: { ...question(3), id: 'mine' },
    replyId: 'my reply',
    createdAt,
    confirmed: false,
  }
  const state = replyStarted(before, asking)
  const elsewhere = stored([question(1), reply(2, { state: 'finished' }), question(3), reply(4)])
  const after = mergeStored(state, elsewhere)
  expect(after.activeLeaf).toBe('my reply')
  expect(runningReply(after)?.id).toBe('my reply')
  // The reply was stopped without any text; from then on the view follows newer messages.
  const later = stored([...elsewhere.messages, question(5), reply(6)])
  expect(mergeStored(stopped(after, 'my reply'), later).activeLeaf).toBe('r6')
})

test('what another tab asked at the same moment is a version of what was asked here, which stays shown', () => {
  const before = [question(1), reply(2, { state: 'finished', content: 'a' })]
  const mine = { ...question(3), parentId: 'r2' }
  const asking = { question: mine, replyId: 'r4', createdAt, confirmed: false }
  const answered = [...before, mine, reply(4, { state: 'finished', content: 'b' })]
  const here = mergeStored(replyStarted(fresh(before), asking), stored(answered))
  const both = [
    ...answered,
    { ...question(5), parentId: 'r2' },
    reply(6, { state: 'finished', content: 'c' }),
  ]
  const after = mergeStored(here, stored(both))
  expect(after.activeLeaf).toBe('r4')
  expect(siblingsOf(after.messages, mine).map(({ id }) => id)).toEqual(['q3', 'q5'])
  // What goes on from here is followed.
  const next = [...both, { ...question(7), parentId: 'r4' }, reply(8)]
  expect(mergeStored(after, stored(next)).activeLeaf).toBe('r8')
})

test('once another device has gone on after what it asked beside a question of here, that is shown', () => {
  const mine = question(1)
  const asking = { question: mine, replyId: 'r2', createdAt, confirmed: false }
  const answered = [mine, reply(2, { state: 'finished', content: 'a' })]
  const here = mergeStored(replyStarted(nothingSaid, asking), stored(answered))
  const edited = [...answered, question(3), reply(4, { state: 'finished', content: 'b' })]
  const beside = mergeStored(here, stored(edited))
  expect(beside.activeLeaf).toBe('r2')
  const goneOn = [...edited, { ...question(5), parentId: 'r4' }, reply(6)]
  expect(mergeStored(beside, stored(goneOn)).activeLeaf).toBe('r6')
  // Also where all of it arrives at once.
  expect(mergeStored(here, stored(goneOn)).activeLeaf).toBe('r6')
})

test('whatever is heard and loaded, in whatever order and how often: it ends as the server has it', () => {
  const text = 'Because it is.'
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ what: fc.constant('load' as const), at: fc.nat(text.length) }),
          fc.record({ what: fc.constant('hear' as const), at: fc.nat(text.length), length: fc.nat(6) }),
          fc.record({ what: fc.constant('lose' as const) }),
        ),
        { maxLength: 30 },
      ),
      (steps) => {
        let state = fresh(running())
        let longest = 0
        for (const step of steps) {
          if (step.what === 'load') state = mergeStored(state, stored(running(text.slice(0, step.at))))
          else if (step.what === 'lose') state = replyFailed(state, 'r2', { kind: 'silent' })
          else
            state = received(state, 'r2', [words(step.at, text.slice(step.at, step.at + step.length))], now)
          const content = last(state)?.content ?? ''
          expect(text.startsWith(content)).toBe(true)
          expect(content.length).toBeGreaterThanOrEqual(longest)
          longest = content.length
        }
        const whole = [words(0, text), { type: 'finished', reason: 'stop' } as const]
        const truth = whole.reduce((known, event) => foldReply(known, event, createdAt), reply(2))
        const after = mergeStored(state, stored([question(1), truth]))
        expect(after.messages).toEqual([question(1), truth])
        expect(after.guessed.size).toBe(0)
      },
    ),
  )
})
