import { expect, test } from 'vitest'
import type { ReplyEvent } from '../../../shared/chat.ts'
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
  const heard = log.follow(0, nobodyGoes)
  log.take(started)
  log.take({ type: 'words', at: 0, text: 'Hello' })
  expect((await heard.next()).value).toEqual(started)
  expect((await heard.next()).value).toEqual({ type: 'words', at: 0, text: 'Hello' })
  log.take({ type: 'stopped' })
  let isTold = false
  const end = heard.next().then((result) => {
    expect(isTold).toBe(true)
    return result.value
  })
  await new Promise(setImmediate)
  isTold = true
  log.tell({ type: 'stopped' })
  expect(await end).toEqual({ type: 'stopped' })
})

test('a reply that broke before it began has an end all the same, for who waits and for who comes later', async () => {
  const log = createReplyLog({ replyId: 'a' }, { clock })
  const waiting = collect(log.follow(0, nobodyGoes))
  log.take({ type: 'interrupted' })
  log.tell({ type: 'interrupted' })
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
