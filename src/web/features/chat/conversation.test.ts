import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat.ts'
import { limits } from '../../../shared/limits.ts'
import {
  type Conversation,
  type ConversationAction,
  isPending,
  isUnanswered,
  maySend,
  pendingTurn,
  reduceConversation,
  requestOf,
  saidIn,
} from './conversation.ts'

const at = new Date('2026-11-21T14:02:00Z')
const sent = (id: string, text = `question ${id}`): ConversationAction => ({ type: 'sent', id, text, at })
const arrived = (...events: ReplyEvent[]): ConversationAction => ({ type: 'arrived', events, at })
const words = (text: string): ReplyEvent => ({ type: 'words', text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }
const failed: ReplyEvent = { type: 'failed', message: 'Failed to generate response', requestId: 'r' }
const interrupted: ReplyEvent = { type: 'interrupted' }
const broke: ConversationAction = { type: 'failed', trouble: { kind: 'unreachable' } }
const stopped: ConversationAction = { type: 'stopped' }
const retried = (id: string): ConversationAction => ({ type: 'retried', id })

const after = (...actions: ConversationAction[]): Conversation =>
  actions.reduce<Conversation>(reduceConversation, [])
const last = (conversation: Conversation) => {
  const turn = conversation.at(-1)
  if (!turn) throw new Error('Nothing was said')
  return turn
}

test('a reply grows word by word and is finished once', () => {
  const conversation = after(sent('a'), arrived(words('Hel'), words('lo')), arrived(finished, words('more')))
  expect(last(conversation).reply).toEqual({ state: 'finished', text: 'Hello' })
  expect(last(conversation).repliedAt).toEqual(at)
})

test('a message is trimmed, and its line breaks stay', () => {
  expect(last(after(sent('a', '  one\n\ntwo \n'))).question).toEqual({
    id: 'a',
    content: 'one\n\ntwo',
    timestamp: at,
    isUser: true,
  })
})

test.each([
  ['blank', ' \n\t\u00A0'],
  ['empty', ''],
  ['over the limit', 'x'.repeat(limits.chatMessage + 1)],
])('a message that is %s changes nothing', (_, text) => {
  const before = after(sent('a'), arrived(finished))
  expect(reduceConversation(before, sent('b', text))).toBe(before)
})

test('a message of exactly the limit is sent', () => {
  expect(maySend([], `${'x'.repeat(limits.chatMessage)}  `)).toBe(true)
})

test('a send while a reply is pending changes nothing', () => {
  for (const before of [after(sent('a')), after(sent('a'), arrived(words('Hel')))])
    expect(reduceConversation(before, sent('b'))).toBe(before)
})

test('a stopped reply keeps its words and stays stopped', () => {
  const conversation = after(sent('a'), arrived(words('Hel')), stopped, arrived(words('lo'), finished), broke)
  expect(last(conversation).reply).toEqual({ state: 'stopped', text: 'Hel' })
  expect(isUnanswered(last(conversation))).toBe(false)
})

test('a failure puts no word in the mouth of the agent and leaves the question unanswered', () => {
  for (const action of [arrived(failed), arrived(interrupted), broke, stopped]) {
    const turn = last(after(sent('a'), action))
    expect(saidIn(turn).text).toBe('')
    expect(isUnanswered(turn)).toBe(true)
  }
})

test('words that came before a break stay, and the question asks for a new try', () => {
  for (const action of [arrived(failed), arrived(interrupted), broke]) {
    const turn = last(after(sent('a'), arrived(words('Hel')), action))
    expect(saidIn(turn).text).toBe('Hel')
    expect(isUnanswered(turn)).toBe(true)
  }
})

test('a retry keeps the words of the broken try until it has words of its own', () => {
  const retrying = after(sent('a'), arrived(words('Hel')), broke, retried('a'))
  expect(last(retrying).reply).toEqual({ state: 'waiting' })
  expect(saidIn(last(retrying)).text).toBe('Hel')
  expect(saidIn(last(reduceConversation(retrying, broke))).text).toBe('Hel')
  expect(saidIn(last(reduceConversation(retrying, stopped))).text).toBe('Hel')
  expect(saidIn(last(reduceConversation(retrying, arrived(words('Hi'))))).text).toBe('Hi')
})

test('a retry asks the same with the same history, wherever the question stands', () => {
  const first = [sent('a'), arrived(words('one'), finished), sent('b')]
  const asked = requestOf(after(...first), 'agent')
  const retrying = after(
    ...first,
    arrived(failed),
    sent('c'),
    arrived(words('three'), finished),
    retried('b'),
  )
  expect(requestOf(retrying, 'agent')).toEqual(asked)
  expect(asked).toEqual({
    agentId: 'agent',
    message: 'question b',
    history: [
      { role: 'user', content: 'question a' },
      { role: 'assistant', content: 'one' },
    ],
  })
})

test('an answered question can not be retried, nor any while a reply is pending', () => {
  const answered = after(sent('a'), arrived(words('one'), finished))
  expect(reduceConversation(answered, retried('a'))).toBe(answered)
  expect(reduceConversation(answered, retried('nobody'))).toBe(answered)
  const pending = after(sent('a'), broke, sent('b'))
  expect(reduceConversation(pending, retried('a'))).toBe(pending)
})

test('stopped and broken replies count as said in the history; unanswered questions are left out', () => {
  const conversation = after(
    sent('a'),
    arrived(words('whole'), finished),
    sent('b'),
    arrived(words('hal')),
    stopped,
    sent('c'),
    broke,
    sent('d'),
    arrived(words('par')),
    broke,
    sent('e'),
  )
  expect(requestOf(conversation, null)?.history?.map((turn) => turn.content)).toEqual([
    'question a',
    'whole',
    'question b',
    'hal',
    'question d',
    'par',
  ])
})

test('the history never exceeds what the server takes, and keeps the newest', () => {
  const many = Array.from({ length: limits.chatHistoryTurns }, (_, number) => [
    sent(`${number}`),
    arrived(words(number === 5 ? 'x'.repeat(limits.chatHistoryTurn + 5) : 'answer'), finished),
  ]).flat()
  const history = requestOf(after(...many, sent('new')), null)?.history ?? []
  expect(history).toHaveLength(limits.chatHistoryTurns)
  expect(history[0]?.role).toBe('user')
  expect(history.at(-2)?.content).toBe(`question ${limits.chatHistoryTurns - 1}`)
  const early = requestOf(after(...many.slice(0, 12), sent('new')), null)?.history ?? []
  expect(early.at(-1)?.content).toHaveLength(limits.chatHistoryTurn)
})

test('a history too large for one request loses its oldest pairs whole', () => {
  const pair = (id: string) => [sent(id), arrived(words('ä'.repeat(limits.chatHistoryTurn)), finished)]
  const many = Array.from({ length: 60 }, (_, number) => pair(`${number}`)).flat()
  const history = requestOf(after(...many, sent('new')), null)?.history ?? []
  expect(history.length).toBeLessThan(120)
  expect(history.length % 2).toBe(0)
  expect(history[0]?.role).toBe('user')
  expect(history.at(-2)?.content).toBe('question 59')
})

test('a reply without a word says the sentence of the specification', () => {
  expect(saidIn(last(after(sent('a'), arrived(finished)))).text).toBe(EMPTY_REPLY)
})

test('a refusal that says when carries the moment', () => {
  const turn = last(after(sent('a'), arrived({ ...failed, retryAfter: 30 })))
  expect(turn.trouble).toEqual({ kind: 'limited', retryAt: new Date(at.getTime() + 30_000) })
})

const anyEvent: fc.Arbitrary<ReplyEvent> = fc.oneof(
  fc.constant<ReplyEvent>({ type: 'started', requestId: 'r', engine: { kind: 'offline' } }),
  fc.string({ maxLength: 5 }).map(words),
  fc.constantFrom(finished, interrupted, failed),
)
const anyAction: fc.Arbitrary<ConversationAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('hello', ' ', 'x'.repeat(limits.chatMessage + 1))
      .map((text) => ({ type: 'sent' as const, id: 'new', text, at })),
  },
  { weight: 5, arbitrary: fc.array(anyEvent, { maxLength: 3 }).map((events) => arrived(...events)) },
  { weight: 1, arbitrary: fc.constantFrom(stopped, broke) },
  { weight: 2, arbitrary: fc.nat(6).map((number) => retried(`#${number}`)) },
)

test('whatever happens: one reply pending at most, history alternates, and no word is lost', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
      let conversation: Conversation = []
      for (const action of actions) {
        const before = conversation
        const named = { ...action }
        if (named.type === 'retried') named.id = before[Number(named.id.slice(1))]?.question.id ?? 'nobody'
        if (named.type === 'sent') named.id = String(before.length)
        conversation = reduceConversation(before, named)

        expect(conversation.filter((turn) => isPending(turn.reply)).length).toBeLessThanOrEqual(1)
        expect(conversation.length - before.length).toBe(
          named.type === 'sent' && maySend(before, named.text) ? 1 : 0,
        )
        before.forEach((turn, index) => {
          const now = conversation[index]
          if (!now) throw new Error('A turn was lost')
          expect(now.question).toBe(turn.question)
          // Only a new try that has words of its own takes the place of what was said.
          if (!saidIn(now).text.startsWith(saidIn(turn).text)) expect(turn.kept).not.toBeNull()
          if (!isPending(turn.reply) && !isUnanswered(turn)) expect(now).toBe(turn)
        })
        const history = requestOf(conversation, null)?.history ?? []
        history.forEach((turn, index) => {
          expect(turn.role).toBe(index % 2 === 0 ? 'user' : 'assistant')
          expect(turn.content.trim()).not.toBe('')
        })
        expect(requestOf(conversation, null) === null).toBe(pendingTurn(conversation) === undefined)
      }
    }),
    { numRuns: 300 },
  )
})
