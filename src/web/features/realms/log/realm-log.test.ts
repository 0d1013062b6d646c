import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { citedSource } from '../../../../../test/cited-source.ts'
import { answering, modelRealm, said } from '../../../../../test/model-realm.ts'
import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import {
  learn,
  learnPage,
  newestLog,
  newestNumber,
  type RealmLog,
  receiveLog,
  receiveWords,
} from './realm-log.ts'

const page = (messages: RealmMessage[], version: number, hasMore = false): RealmMessagePage => ({
  messages,
  hasMore,
  version,
})
const numbersOf = (log: RealmLog) => log.messages.map(({ number }) => number)

test('an empty realm is known from its beginning, and its first message joins on', () => {
  const empty = newestLog(page([], 0))
  expect(numbersOf(empty)).toEqual([])
  const log = receiveLog(empty, { from: 0, to: 1, messages: [said(1, 1)] })
  expect([numbersOf(log), log.version]).toEqual([[1], 1])
})

test('what brings nothing new changes nothing', () => {
  const known = newestLog(page([said(4, 4), said(5, 5)], 5, true))
  expect(learn(known, [said(4, 4), said(5, 5)])).toBe(known)
  expect(receiveLog(known, { from: 4, to: 5, messages: [said(5, 5)] })).toBe(known)
})

test('what does not join on is not shown, and does not count as known', () => {
  const known = newestLog(page([said(1, 1)], 1))
  const log = receiveLog(known, { from: 2, to: 3, messages: [said(3, 3)] })
  expect([numbersOf(log), log.version]).toEqual([[1], 1])
  expect(numbersOf(receiveLog(log, { from: 1, to: 2, messages: [said(2, 2)] }))).toEqual([1, 2, 3])
})

test('the own message that is answered before what others said is shown once they are known', () => {
  const known = newestLog(page([said(1, 1)], 1))
  const answered = learn(known, [said(3, 3)])
  expect(numbersOf(answered)).toEqual([1])
  const received = { from: 1, to: 3, messages: [said(2, 2), said(3, 3)] }
  expect(numbersOf(receiveLog(answered, received))).toEqual([1, 2, 3])
})

test('a removal counts for a message that is loaded only later, whenever its page was read', () => {
  const known = newestLog(page([said(3, 3)], 3, true))
  const removed: RealmMessage = { ...said(1, 4), content: '', removed: true }
  const log = receiveLog(known, { from: 3, to: 4, messages: [removed] })
  expect(numbersOf(log)).toEqual([3])
  expect(learnPage(log, page([said(1, 1), said(2, 2)], 3)).messages[0]).toBe(removed)
})

test('a page from before the log was begun anew is not taken', () => {
  const anew = newestLog(page([said(9, 90)], 90, true))
  expect(learnPage(anew, page([said(8, 8)], 80, true))).toBe(anew)
})

test('words are put together by their place, and the end replaces them', () => {
  const begun = newestLog(page([answering(1, 1, '')], 1))
  const id = begun.messages[0]?.id ?? ''
  const hear = (log: RealmLog, at: number, text: string) => receiveWords(log, { id, at, text })
  const light = hear(begun, 0, 'Light')
  const overlapping = hear(light, 3, 'ht is')
  expect(overlapping.messages[0]?.content).toBe('Light is')
  expect(hear(overlapping, 0, 'Light')).toBe(overlapping)
  expect(hear(overlapping, 20, 'wave')).toBe(overlapping)
  const ended = learn(overlapping, [{ ...answering(1, 2, 'Light is a wave'), state: 'finished' }])
  expect(ended.messages[0]?.content).toBe('Light is a wave')
  expect(hear(ended, 15, ' or not')).toBe(ended)
  expect(learn(ended, [answering(1, 1, 'Lig')])).toBe(ended)
})

test('what a running answer cites comes with its words, and stays where the words that follow bring nothing', () => {
  const begun = newestLog(page([answering(1, 1, '')], 1))
  const id = begun.messages[0]?.id ?? ''
  const sources = [citedSource(2)]
  const cites = receiveWords(begun, { id, at: 0, text: 'At dusk [2]', sources })
  expect(cites.messages[0]).toMatchObject({ content: 'At dusk [2]', sources })
  const further = receiveWords(cites, { id, at: 11, text: ', by hand' })
  expect(further.messages[0]).toMatchObject({ content: 'At dusk [2], by hand', sources })
})

const often = ['say', 'remove', 'remove', 'end', 'tell', 'tell', 'receive', 'receive', 'receive'] as const
const seldom = ['begin', 'speak', 'swap', 'repeat', 'lose', 'enter', 'ask earlier', 'arrive', 'post'] as const
const step = fc.record({ kind: fc.constantFrom(...often, ...often, ...seldom), pick: fc.nat(1_000) })

test('whatever is told in whatever order, a log has every message once, in order, and at last as the realm has it', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.array(step, { maxLength: 120, size: 'max' }), (before, steps) => {
      const realm = modelRealm()
      for (let said = 0; said < before; said++) realm.act('say', said)
      let log = newestLog(realm.page(3))
      const enter = () => realm.enter(log.version)
      const receive = () => {
        const frame = realm.receive()
        if (!frame) return
        if (frame.type === 'begin-anew') {
          log = newestLog(realm.page(3))
          return enter()
        }
        log = frame.type === 'log' ? receiveLog(log, frame) : receiveWords(log, frame)
      }
      enter()
      const underway: RealmMessagePage[] = []
      for (const { kind, pick } of steps) {
        switch (kind) {
          case 'receive':
            receive()
            break
          case 'enter':
            enter()
            break
          case 'ask earlier':
            if (log.since > 0) underway.push(realm.page(1 + (pick % 4), log.since + 1))
            break
          case 'arrive': {
            const [arrived] = underway.splice(pick % Math.max(underway.length, 1), 1)
            if (arrived) log = learnPage(log, arrived)
            break
          }
          case 'post':
            log = learn(log, [realm.act('say', pick)])
            break
          default:
            realm.act(kind, pick)
        }
        const { since, version, messages } = log
        const inPlace = messages.every(({ number }, index) => number === since + 1 + index)
        if (!inPlace || !messages.every((message) => realm.isTrue(message, version)))
          expect(log).toBe('without a gap and true')
      }
      realm.act('lose', 0)
      enter()
      while (realm.hasMore()) receive()
      expect(newestNumber(log)).toBe(realm.all().length)
      while (log.since > 0) log = learnPage(log, realm.page(5, log.since + 1))
      const unended = ({ kind, ...message }: RealmMessage) =>
        kind === 'answer' && 'state' in message && message.state === 'running' ? message.id : message
      expect(log.messages.map(unended)).toEqual(realm.all().map(unended))
    }),
    { numRuns: 200 },
  )
})
