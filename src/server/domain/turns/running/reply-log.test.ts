import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, mixedParts } from '../../../../../test/mixed-parts.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import { cutAt, lengthOf, logOf, partsOf, type ReplyPart, withParts } from '../../../../shared/chat/parts.ts'
import { countCharacters } from './count-characters.ts'
import { createReplyLog } from './reply-log.ts'

const clock = () => new Date('2026-01-01T00:00:00.000Z')
const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const nobodyGoes = new AbortController().signal

async function collect(events: AsyncIterable<ReplyEvent>): Promise<ReplyEvent[]> {
  const collected: ReplyEvent[] = []
  for await (const event of events) collected.push(event)
  return collected
}

test('who follows hears the beginning and the words at once, and the end only once it is told', async () => {
  const log = createReplyLog({ replyId: 'a' }, { clock })
  const received = log.follow(0, nobodyGoes)
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
  const log = createReplyLog({ replyId: 'a' }, { clock })
  const waiting = collect(log.follow(0, nobodyGoes))
  log.take({ type: 'interrupted' })
  log.notify({ type: 'interrupted' })
  expect(await waiting).toEqual([{ type: 'interrupted' }])
  expect(await collect(log.follow(0, nobodyGoes))).toEqual([{ type: 'interrupted' }])
})

test('who is gone hears nothing more', async () => {
  const log = createReplyLog({ replyId: 'a' }, { clock })
  const gone = new AbortController()
  const waiting = collect(log.follow(0, gone.signal))
  gone.abort()
  expect(await waiting).toEqual([])
})

/** The text of a follower that had the beginning of the log and then received these events. */
function shown(known: readonly ReplyPart[], events: readonly ReplyEvent[]) {
  const before = withParts(newReply({ id: 'a', parentId: null, number: 1, createdAt: 'then' }), known)
  return events.reduce((reply, event) => foldReply(reply, event, 'now'), before)
}

const place = fc.nat({ max: 80 })

test.each([
  ['over', { lags: false, endsFirst: true }],
  ['received here', { lags: false, endsFirst: false }],
  ['received elsewhere', { lags: true, endsFirst: false }],
])('from whatever place a reply is followed that is %s, it is shown as the server has it', async (_, how) => {
  await fc.assert(
    fc.asyncProperty(mixedParts, place, place, place, async (whole, received, had, ended) => {
      const log = createReplyLog({ replyId: 'a' }, { clock, lags: how.lags })
      const receive = (to: number) => growthOf(cutAt(whole, to)).forEach(log.take)
      const end = () => {
        receive(ended)
        log.take({ type: 'interrupted' })
        log.notify({ type: 'interrupted' })
      }
      log.take(started)
      receive(had)
      if (how.endsFirst) end()
      const following = collect(log.follow(Math.min(received, lengthOf(whole)), nobodyGoes))
      await null
      if (!how.endsFirst) end()
      const { state, ...reply } = shown(cutAt(whole, received), await following)
      expect({ parts: partsOf(reply), state }).toEqual({ parts: partsOf(log.reply()), state: 'interrupted' })
    }),
  )
})

test('what was heard beyond the stored end is taken back, by the characters that the database counts', async () => {
  await fc.assert(
    fc.asyncProperty(mixedParts, place, async (whole, at) => {
      const stored = cutAt(whole, at)
      fc.pre(stored.every((part) => logOf(part).isWellFormed()))
      const log = createReplyLog({ replyId: 'a' }, { clock })
      growthOf(whole).forEach(log.take)
      log.notify(
        { type: 'interrupted' },
        stored.reduce((sum, part) => sum + countCharacters(logOf(part)), 0),
      )
      const received = await collect(log.follow(lengthOf(whole), nobodyGoes))
      expect(partsOf(shown(whole, received))).toEqual(stored)
    }),
  )
})

test('nothing is taken back from who knows more than a server that hears of the reply later, until its end is known', async () => {
  const log = createReplyLog({ replyId: 'a' }, { clock, lags: true })
  const received = log.follow(8, nobodyGoes)
  log.take(started)
  log.take({ type: 'words', at: 0, text: 'Hello' })
  expect((await received.next()).value).toEqual(started)
  const next = received.next()
  log.take({ type: 'words', at: 5, text: ', you there' })
  expect((await next).value).toEqual({ type: 'words', at: 8, text: 'ou there' })
})
