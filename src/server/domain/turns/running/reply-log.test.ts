import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldParts, histories } from '../../../../../test/mixed-parts.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { eventsOf, knownOf, NOTHING, partsOf, withParts } from '../../../../shared/chat/parts.ts'
import { ReplyLog } from './reply-log.ts'

const clock = () => new Date('2026-01-01T00:00:00.000Z')
const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const nobodyGoes = new AbortController().signal

test('who follows hears the beginning and the words at once, and the end only once it is told', async () => {
  const log = new ReplyLog('a', { clock })
  const received = log.follow(NOTHING, nobodyGoes)
  log.take(started)
  log.take({ type: 'words', at: 0, text: 'Hello' })
  expect((await received.next()).value).toEqual(started)
  expect((await received.next()).value).toEqual({ type: 'words', at: 0, text: 'Hello' })
  log.take({ type: 'stopped' })
  let isTold = false
  const end = received.next().then((result) => {
    expect(isTold).toBe(true)
    return result.value
  })
  await new Promise(setImmediate)
  isTold = true
  log.notify({ type: 'stopped' })
  expect(await end).toEqual({ type: 'stopped' })
})

test('a reply that broke before it began has an end all the same, for who waits and for who comes later', async () => {
  const log = new ReplyLog('a', { clock })
  const waiting = Array.fromAsync(log.follow(NOTHING, nobodyGoes))
  log.take({ type: 'interrupted' })
  log.notify({ type: 'interrupted' })
  expect(await waiting).toEqual([{ type: 'interrupted' }])
  expect(await Array.fromAsync(log.follow(NOTHING, nobodyGoes))).toEqual([{ type: 'interrupted' }])
})

test('who is gone hears nothing more', async () => {
  const log = new ReplyLog('a', { clock })
  const gone = new AbortController()
  const waiting = Array.fromAsync(log.follow(NOTHING, gone.signal))
  gone.abort()
  expect(await waiting).toEqual([])
})

/** What a follower has who had the beginning of a reply and then received these events. */
function shown(known: readonly ReplyPart[], events: readonly ReplyEvent[]) {
  const before = withParts(newReply({ id: 'a', parentId: null, number: 1, createdAt: 'then' }), known)
  return events.reduce((reply, event) => foldReply(reply, event, 'now'), before)
}

const moment = fc.nat({ max: 13 })

test.each([
  ['over', { lags: false, endsFirst: true }],
  ['received here', { lags: false, endsFirst: false }],
  ['received elsewhere', { lags: true, endsFirst: false }],
])('from whatever place a reply is followed that is %s, it is shown as the server has it', async (_, how) => {
  const moments = fc.tuple(moment, moment, moment, fc.boolean())
  await fc.assert(
    fc.asyncProperty(histories, moments, async (history, [received, had, ended, isOld]) => {
      const log = new ReplyLog('a', { clock, lags: how.lags })
      const receive = (count: number) => {
        for (const event of eventsOf(foldParts(history.slice(0, count)))) log.take(event)
      }
      const end = () => {
        receive(ended)
        log.take({ type: 'interrupted' })
        log.notify({ type: 'interrupted' })
      }
      log.take(started)
      receive(had)
      if (how.endsFirst) end()
      const known = foldParts(history.slice(0, received))
      const place = { ...knownOf(known), ...(isOld && received <= Math.max(had, ended) && { revision: 0 }) }
      const following = Array.fromAsync(log.follow(place, nobodyGoes))
      await null
      if (!how.endsFirst) end()
      const { state, ...reply } = shown(known, await following)
      expect({ parts: partsOf(reply), state }).toEqual({ parts: partsOf(log.reply()), state: 'interrupted' })
    }),
    { numRuns: 500 },
  )
})

test('what was heard beyond the stored end is taken back, with whole parts as they were', async () => {
  await fc.assert(
    fc.asyncProperty(histories, moment, moment, async (history, heard, kept) => {
      const stored = foldParts(history.slice(0, Math.min(heard, kept)))
      const log = new ReplyLog('a', { clock })
      for (const event of history.slice(0, heard)) log.take(event)
      log.notify({ type: 'interrupted' }, withParts({ content: '' }, stored))
      const known = foldParts(history.slice(0, heard))
      const received = await Array.fromAsync(log.follow(knownOf(known), nobodyGoes))
      expect(partsOf(shown(known, received))).toEqual(stored)
    }),
    { numRuns: 500 },
  )
})

test('nothing is taken back from who knows more than a server that hears of the reply later, until its end is known', async () => {
  const log = new ReplyLog('a', { clock, lags: true })
  const received = log.follow({ at: 8, revision: 0 }, nobodyGoes)
  log.take(started)
  log.take({ type: 'words', at: 0, text: 'Hello' })
  expect((await received.next()).value).toEqual(started)
  const next = received.next()
  log.take({ type: 'words', at: 5, text: ', you there' })
  expect((await next).value).toEqual({ type: 'words', at: 8, text: 'ou there' })
})
