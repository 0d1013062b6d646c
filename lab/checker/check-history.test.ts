import { expect, test } from 'vitest'
import type { Act, Event, Outcome, ServerName } from '../history.ts'
import { checkHistory } from './check-history.ts'

/** An act by hand, from one moment to another. */
function at(begun: number, ended: number, act: Act, outcome: Outcome = 'ok', via: ServerName = 'a'): Event {
  return { ...act, begun, ended, outcome, via }
}

const make = { act: 'make', kind: 'key', thing: 'k' } as const
const remove = { act: 'remove', kind: 'key', thing: 'k' } as const
const look = (found: boolean) => ({ act: 'look', kind: 'key', thing: 'k', found }) as const
const write = (value: string) => ({ act: 'write', thing: 'name', value }) as const
const read = (value: string) => ({ act: 'read', thing: 'name', value }) as const
const say = (thing: string, number: number | null) =>
  ({ act: 'say', thing, author: 'ada', content: `says ${thing}`, number }) as const
const log = (reader: string, ids: readonly string[]) =>
  ({
    act: 'log',
    reader,
    lines: ids.map((id, index) => ({ id, number: index + 1, content: `says ${id}` })),
  }) as const
const ask = { act: 'ask', thing: 'r', script: 'one two three' } as const
const hear = (reader: string, content: string, state: string) =>
  ({ act: 'hear', thing: 'r', reader, heard: { content, state } }) as const
const decide = (decision: 'once' | 'refuse') => ({ act: 'decide', thing: 'c', decision }) as const
const effect = (times: number) => ({ act: 'effect', thing: 'c', times }) as const
const call = (state: string) => ({ act: 'call', thing: 'c', state }) as const

const good: [string, Event[]][] = [
  ['nothing happened', []],
  [
    'a key is made, opens, is revoked and opens nothing',
    [at(0, 1, make), at(2, 3, look(true)), at(4, 5, remove), at(6, 7, look(false), 'ok', 'b')],
  ],
  [
    'a key is used while it is revoked, with either answer',
    [at(0, 1, make), at(2, 9, remove), at(3, 4, look(true)), at(5, 6, look(false))],
  ],
  [
    'nobody heard whether it was made or taken away',
    [at(0, 1, make, 'unknown'), at(2, 3, look(false)), at(4, 5, remove, 'unknown'), at(6, 7, look(true))],
  ],
  ['it could not be looked for', [at(0, 1, make), at(2, 3, look(false), 'unknown')]],
  [
    'the newest value is read, or one that is being written',
    [
      at(0, 1, write('a')),
      at(2, 3, read('a')),
      at(4, 9, write('b')),
      at(5, 6, read('a')),
      at(7, 8, read('b')),
    ],
  ],
  [
    'a value that nobody heard of appears late',
    [at(0, 1, write('a'), 'unknown'), at(2, 3, write('b')), at(4, 5, read('a'))],
  ],
  [
    'one order for all readers, with one message that nobody heard of',
    [
      at(0, 1, say('x', 1)),
      at(2, 3, say('y', null), 'unknown'),
      at(4, 5, log('one', ['x', 'y'])),
      at(4, 5, log('other', ['x', 'y'])),
    ],
  ],
  [
    'a reply grows and ends once',
    [
      at(0, 1, ask),
      at(1, 2, hear('one', 'one ', 'running')),
      at(1, 3, hear('one', 'one two three', 'finished')),
      at(2, 4, hear('other', 'one two', 'running')),
      at(5, 6, hear('other', 'one two three', 'finished')),
    ],
  ],
  [
    'what was allowed happened once, and what was refused did not',
    [at(0, 1, decide('once')), at(1, 2, effect(1)), at(2, 3, call('done'))],
  ],
  [
    'of two devices one is too late',
    [at(0, 1, decide('once')), at(0, 1, decide('refuse'), 'refused'), at(1, 2, effect(1))],
  ],
  ['nobody heard that it was allowed', [at(0, 1, decide('once'), 'unknown'), at(1, 2, effect(1))]],
  ['a cap is passed by one', [at(0, 1, { act: 'count', thing: 'keys', count: 21, cap: 20 })]],
  ['a stranger is refused', [at(0, 1, { act: 'probe', thing: 'k', leaked: false })]],
]

test.each(good)('nothing is said where %s', (_, events) => {
  expect(checkHistory(events)).toEqual([])
})

const bad: [string, Event[], RegExp][] = [
  [
    'what was made is not there',
    [at(0, 1, make), at(2, 3, look(false), 'ok', 'b')],
    /acknowledged, and is not there at b/,
  ],
  [
    'a revoked key opens',
    [at(0, 1, make), at(2, 3, remove), at(4, 5, look(true), 'ok', 'b')],
    /taken away, and is there at b/,
  ],
  ['it was there before it was made', [at(0, 1, look(true)), at(2, 3, make)], /before anybody made it/],
  [
    'an older value is read',
    [at(0, 1, write('a')), at(2, 3, write('b')), at(4, 5, read('a'))],
    /something newer was acknowledged/,
  ],
  ['nobody wrote what is read', [at(0, 1, write('a')), at(2, 3, read('c'))], /which nobody wrote/],
  [
    'a message is lost',
    [at(0, 1, say('x', 1)), at(2, 3, say('y', 2)), at(4, 5, log('one', ['x']))],
    /message y was acknowledged as number 2, and is not there/,
  ],
  [
    'two readers have two orders',
    [at(4, 5, log('one', ['x', 'y'])), at(4, 5, log('other', ['y', 'x']))],
    /different realms from message 1 on/,
  ],
  ['a message is there twice', [at(4, 5, log('one', ['x', 'x']))], /one has a message twice/],
  [
    'a later message has a smaller number',
    [at(0, 1, say('x', 2)), at(2, 3, say('y', 1)), at(4, 5, log('one', ['y', 'x']))],
    /message 2 was acknowledged before 1 was sent/,
  ],
  ['a word is missing', [at(0, 1, ask), at(1, 2, hear('one', 'one three', 'running'))], /other words/],
  ['a word is there twice', [at(0, 1, ask), at(1, 2, hear('one', 'one one two', 'running'))], /other words/],
  [
    'a finished reply is not whole',
    [at(0, 1, ask), at(1, 2, hear('one', 'one', 'finished'))],
    /3 of 13 characters/,
  ],
  [
    'a reply ends twice',
    [at(0, 1, ask), at(1, 2, hear('one', 'one', 'stopped')), at(3, 4, hear('other', 'one', 'interrupted'))],
    /ended for one as stopped with 3 characters, and is interrupted/,
  ],
  [
    'a reply runs again after its end',
    [at(0, 1, ask), at(1, 2, hear('one', 'one', 'stopped')), at(3, 4, hear('other', 'one', 'running'))],
    /is running with 3 for other/,
  ],
  ['it happened twice', [at(0, 1, decide('once')), at(1, 2, effect(2))], /happened 2 times/],
  ['it happened without consent', [at(0, 1, decide('refuse')), at(1, 2, effect(1))], /nobody allowed it/],
  ['it is done and did not happen', [at(0, 1, decide('once')), at(1, 2, call('done'))], /did not happen/],
  [
    'both decisions were acknowledged',
    [at(0, 1, decide('once')), at(0, 1, decide('refuse'))],
    /both allowed and refused/,
  ],
  ['a stranger reads', [at(0, 1, { act: 'probe', thing: 'k', leaked: true })], /somebody else could read k/],
  ['a cap is passed by two', [at(0, 1, { act: 'count', thing: 'keys', count: 22, cap: 20 })], /22 keys/],
  ['a reply never ends', [at(0, 1, { act: 'restless', thing: 'r', state: 'running' })], /r is still running/],
]

test.each(bad)('it is said where %s', (_, events, fault) => {
  expect(checkHistory(events)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
})
