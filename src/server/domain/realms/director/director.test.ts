import { expect, test } from 'vitest'
import { direct } from './director.ts'
import type { Ended, GoOn, RosterAgent, Settled, TurnSettings, Word } from './director-log.ts'

/** Ada, Bob and Cyd, by the first letters of their names. */
const about = { a: 'Light and physics', b: 'Bread, baking, cooking', c: 'Baking contracts and law' }
const names = { a: 'Ada', b: 'Bob', c: 'Cyd' }
type Id = keyof typeof names
const agent = (id: Id, invitedAt = 0): RosterAgent => ({ id, name: names[id], about: about[id], invitedAt })
const roster = [agent('a'), agent('b'), agent('c')]

const settings = (changes: Partial<TurnSettings> = {}): TurnSettings => ({
  policy: 'mentioned',
  agentTurns: 6,
  agentWords: 4_000,
  roster,
  ...changes,
})
const roundRobin = settings({ policy: 'round-robin', agentTurns: 9 })
const free = settings({ policy: 'free' })

const said = (number: number, content: string | null, rest: Partial<Word> = {}): Word => ({
  kind: 'said',
  number,
  author: 'ada',
  at: number * 1_000,
  content,
  repliesTo: null,
  ...rest,
})
const ended = (
  number: number,
  agentId: Id,
  answers: number,
  content: string | null = 'So it is.',
  rest: Partial<Ended> = {},
): Ended => ({
  kind: 'answer',
  number,
  author: 'ada',
  at: number * 1_000,
  content,
  agentId,
  answers,
  answersAgent: null,
  state: 'finished',
  trouble: null,
  words: 3,
  ...rest,
})
const failed = (number: number, agentId: Id, answers: number, rest: Partial<Ended> = {}) =>
  ended(number, agentId, answers, '', { state: 'failed', trouble: 'failed', words: 0, ...rest })
const goOn = (number: number, author = 'ada'): GoOn => ({ kind: 'go-on', number, author, at: number * 1_000 })

const turnsOf = (log: readonly Settled[], rules = settings()) =>
  direct(log, rules, 'seed').turns.map(({ agentId, answers }) => `${agentId}${answers}`)
const heldAfter = (log: readonly Settled[], rules = settings()) =>
  direct(log, rules, 'seed').directorState.held

test.each<[string, Settled[], string[]]>([
  ['nobody who is not addressed', [said(1, 'Ada, hello')], []],
  ['those who are addressed, in that order, once each', [said(1, '@cyd @Ada @Cyd?')], ['c1', 'a1']],
  ['whom an agent addresses', [said(1, '@Ada'), ended(2, 'a', 1, '@Bob?')], ['a1', 'b2']],
  ['not the speaker itself', [said(1, '@Ada'), ended(2, 'a', 1, 'I, @Ada, say so')], ['a1']],
  ['nobody after a stop', [said(1, '@Ada'), ended(2, 'a', 1, '@Bob', { state: 'stopped' })], ['a1']],
  ['nobody after a failure', [said(1, '@Ada'), failed(2, 'a', 1, { content: '@Bob' })], ['a1']],
  ['nobody for what was removed', [said(1, null), ended(2, 'a', 1, null)], []],
  ['an agent that failed, when it is addressed anew', [failed(1, 'a', 0), said(2, '@Ada')], ['a2']],
])('with the policy “mentioned” a turn is given to %s', (_, log, turns) => {
  expect(turnsOf(log)).toEqual(turns)
})

test('what was said before an agent was invited is not its to answer', () => {
  const late = settings({ policy: 'round-robin', roster: [agent('a'), agent('b', 2_000)] })
  expect(turnsOf([said(1, '@Bob @Ada'), said(2, '@Bob')], late)).toEqual(['a1', 'b2'])
  expect(turnsOf([said(1, 'Hello')], { ...late, roster: [agent('b', 2_000)] })).toEqual([])
})

test.each<[string, Settled[], string[]]>([
  ['the first at first', [said(1, 'Hello')], ['a1']],
  ['the next after each message', [said(1, 'Hello'), ended(2, 'a', 1), ended(3, 'b', 2)], ['a1', 'b2', 'c3']],
  [
    'round again',
    [said(1, 'x'), ended(2, 'a', 1), ended(3, 'b', 2), ended(4, 'c', 3)],
    ['a1', 'b2', 'c3', 'a4'],
  ],
  ['whoever is addressed instead', [said(1, 'Hello @Bob'), ended(2, 'b', 1)], ['b1', 'c2']],
  [
    'the next for the same message after a failure',
    [said(1, 'Hello'), failed(2, 'a', 1), ended(3, 'b', 1)],
    ['a1', 'b1', 'c3'],
  ],
  [
    'the next for the same message after an interruption, and nobody twice',
    [
      said(1, 'Hello'),
      ...(['a', 'b', 'c'] as const).map((id, index) =>
        ended(index + 2, id, 1, '', { state: 'interrupted', words: 0 }),
      ),
    ],
    ['a1', 'b1', 'c1'],
  ],
  ['nobody after a stop', [said(1, 'Hello'), ended(2, 'a', 1, 'Well', { state: 'stopped' })], ['a1']],
  [
    'nobody to answer itself, where another failed to',
    [
      said(1, '@Cyd'),
      ended(2, 'c', 1),
      failed(3, 'a', 2, { answersAgent: 'c' }),
      failed(4, 'b', 2, { answersAgent: 'c' }),
    ],
    ['c1', 'a2', 'b2'],
  ],
  [
    'nobody when who asks has asked too often',
    [said(1, 'x'), failed(2, 'a', 1, { trouble: 'limited' })],
    ['a1'],
  ],
  [
    'nobody who is marked, until a turn of it goes well',
    [
      said(1, 'Hello'),
      failed(2, 'a', 1),
      ended(3, 'b', 1),
      ended(4, 'c', 3),
      ended(5, 'b', 4, '@Ada, are you well?'),
      ended(6, 'a', 5, 'Yes'),
      ended(7, 'b', 6),
      ended(8, 'c', 7),
    ],
    ['a1', 'b1', 'c3', 'b4', 'a5', 'b6', 'c7', 'a8'],
  ],
])('with the policy “round-robin” a turn is given to %s', (_, log, turns) => {
  expect(turnsOf(log, roundRobin)).toEqual(turns)
})

test('alone in a round an agent answers every person, and never itself', () => {
  const alone = { ...roundRobin, roster: [agent('a')] }
  expect(turnsOf([said(1, 'x'), ended(2, 'a', 1), said(3, 'y'), ended(4, 'a', 3)], alone)).toEqual([
    'a1',
    'a3',
  ])
})

test.each<[string, Settled[], string[]]>([
  ['who is named without an @', [said(1, 'What does bob think?')], ['b1']],
  ['all who are named', [said(1, 'Cyd and Ada, hello')], ['c1', 'a1']],
  ['whoever is addressed, and nobody who is merely named', [said(1, '@Cyd, what did Ada say?')], ['c1']],
  ['whose message is answered', [said(1, 'Why?', { repliesTo: { agentId: 'c' } })], ['c1']],
  ['nobody where a person is answered', [said(1, 'Nice light', { repliesTo: { agentId: null } })], []],
  ['whose subjects fit best', [said(1, 'How do I bake a bread?')], ['b1']],
  ['nobody where nothing fits', [said(1, 'Good morning to you all')], []],
  [
    'who answered the same person before',
    [said(1, 'Cyd, hello'), ended(2, 'c', 1), said(3, 'And how do I bake bread?')],
    ['c1', 'c3'],
  ],
  [
    'who is still answering the same person',
    [said(1, 'Cyd, hello'), said(2, 'And how do I bake bread?')],
    ['c1', 'c2'],
  ],
  [
    'who fits, where another person spoke in between',
    [said(1, 'Cyd, hello'), ended(2, 'c', 1), said(3, 'Hi', { author: 'bob' }), said(4, 'Bread?')],
    ['c1', 'b4'],
  ],
  [
    'who fits, where another agent spoke in between',
    [said(1, 'Cyd, Ada!'), ended(2, 'c', 1), ended(3, 'a', 1), said(4, 'Bread?')],
    ['c1', 'a1', 'b4'],
  ],
  ['whom an agent names', [said(1, '@Ada'), ended(2, 'a', 1, 'Bob knows more')], ['a1', 'b2']],
  ['nobody after an agent that names none', [said(1, '@Ada'), ended(2, 'a', 1, 'Bread!')], ['a1']],
  ['nobody who is marked', [failed(1, 'b', 0), said(2, 'Bob, bread?')], []],
])('with the policy “free” a turn is given to %s', (_, log, turns) => {
  expect(turnsOf(log, free)).toEqual(turns)
})

test('where several fit as well, the seed decides, always the same', () => {
  const chosen = Array.from({ length: 40 }, (_, seed) =>
    direct([said(1, 'baking')], free, `seed ${seed}`).turns.map(({ agentId }) => agentId),
  )
  expect(new Set(chosen.flat())).toEqual(new Set(['b', 'c']))
  const again = Array.from({ length: 40 }, (_, seed) =>
    direct([said(1, 'baking')], free, `seed ${seed}`).turns.map(({ agentId }) => agentId),
  )
  expect(again).toEqual(chosen)
})

const chain = [
  said(1, '@Ada'),
  ended(2, 'a', 1, '@Bob'),
  ended(3, 'b', 2, '@Ada'),
  ended(4, 'a', 3, '@Bob and @Cyd'),
]

test('at the cap no more turns are given, until a person speaks', () => {
  const capped = settings({ agentTurns: 2 })
  expect(turnsOf(chain, capped)).toEqual(['a1', 'b2'])
  expect(heldAfter(chain, capped)).toBe('turns')
  expect(turnsOf([...chain, said(5, '@Cyd')], capped)).toEqual(['a1', 'b2', 'c5'])
  expect(heldAfter([...chain, said(5, '@Cyd')], capped)).toBe(null)
  expect(heldAfter([...chain, said(5, 'Enough.')], capped)).toBe(null)
})

test('a person lets the agents go on with what the cap held, as often as it takes, each for itself', () => {
  const capped = settings({ agentTurns: 1 })
  const log = [said(1, '@Ada @Bob @Cyd'), ended(2, 'a', 1), goOn(3, 'bob'), ended(4, 'b', 1), goOn(5)]
  const { turns, directorState } = direct(log, capped, 'seed')
  expect(turns.map(({ agentId, answers, author }) => [agentId, answers, author])).toEqual([
    ['a', 1, 'ada'],
    ['b', 1, 'bob'],
    ['c', 1, 'ada'],
  ])
  expect(directorState.held).toBe(null)
  expect(turnsOf([...log, ended(6, 'c', 1), goOn(7)], capped)).toHaveLength(3)
})

test('of what several agents said last the newest that was held is gone on with', () => {
  const capped = settings({ agentTurns: 2 })
  const log = [said(1, '@Ada @Bob'), ended(2, 'a', 1, '@Cyd'), ended(3, 'b', 1), goOn(4)]
  expect(turnsOf(log, capped)).toEqual(['a1', 'b1', 'c2'])
  expect(heldAfter(log.slice(0, 3), capped)).toBe('turns')
})

test('the words that are left in the hour are shared by those who are asked together', () => {
  const words = (agentWords: number, log: readonly Settled[]) =>
    direct(log, settings({ agentWords }), 'seed').turns.map((turn) => turn.words)
  expect(words(4_000, [said(1, '@Ada')])).toEqual([700])
  expect(words(300, [said(1, '@Ada @Bob @Cyd')])).toEqual([100, 100, 100])
  // Three have room for fifty each, but not four.
  expect(words(149, [said(1, '@Ada @Bob @Cyd')])).toEqual([74, 74])
  expect(words(49, [said(1, '@Ada')])).toEqual([])
  // A running turn counts with all the words it may say; a completed one with those it said.
  expect(words(800, [said(1, '@Ada'), said(2, '@Bob')])).toEqual([700, 100])
  expect(words(800, [said(1, '@Ada'), ended(2, 'a', 1, 'So', { words: 200 }), said(3, '@Bob')])).toEqual([
    700, 600,
  ])
})

test('where the words of the hour are used up nobody speaks, until it is over', () => {
  const rules = settings({ agentWords: 100 })
  const log = [said(1, '@Ada'), ended(2, 'a', 1, 'So', { words: 60 }), said(3, '@Bob')]
  expect(turnsOf(log, rules)).toEqual(['a1'])
  expect(heldAfter(log, rules)).toBe('words')
  const hour = 60 * 60_000
  expect(turnsOf([...log, said(4, '@Cyd', { at: 2_000 + hour - 1 })], rules)).toEqual(['a1'])
  expect(turnsOf([...log, said(4, '@Cyd', { at: 2_000 + hour })], rules)).toEqual(['a1', 'c4'])
})

test('a turn is asked for the wallet whose words began the chain', () => {
  const log = [said(1, '@Ada', { author: 'cyd' }), ended(2, 'a', 1, '@Bob', { author: 'cyd' })]
  expect(direct(log, settings(), 'seed').turns.map(({ author }) => author)).toEqual(['cyd', 'cyd'])
})
