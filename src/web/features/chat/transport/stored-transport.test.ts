import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { refusal, storedConversation } from '../../../../../test/stored-conversation.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { storedTransport } from './stored-transport.ts'
import type { Asking } from './transport.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const asking = (replyId: string, content: string, parentId: string | null = null): Asking => ({
  replyId,
  question: { id: `question of ${replyId}`, parentId, number: 1, content, createdAt, role: 'user' },
  isNew: true,
  model: null,
  before: [],
})

function open() {
  const time = manualTime()
  const server = storedConversation()
  const transport = storedTransport('nova', server.replies, time.reconnecting)
  /** Follows until the end and returns the events received so far. */
  const listen = (events: (signal: AbortSignal) => AsyncIterable<ReplyEvent>) => {
    const controller = new AbortController()
    const received: ReplyEvent[] = []
    const done = (async () => {
      for await (const event of events(controller.signal)) received.push(event)
    })()
    done.catch(() => {})
    return { received, done, abort: () => controller.abort() }
  }
  const ask = (of: Asking) => listen((signal) => transport.ask(of, { signal, onConnection: () => {} }))
  return { time, server, transport, ask }
}

test('an answer that is lost is asked for again, and the question is stored once', async () => {
  const { time, server, ask } = open()
  server.loseNextAnswer()
  const { received } = ask(asking('r1', 'Why?'))
  await time.pass(0)
  await server.say('Because.')
  await server.end()
  expect(server.requests).toEqual(['ask Why?', 'ask Why?'])
  expect(server.stored().messages).toHaveLength(2)
  expect(received.at(-1)?.type).toBe('finished')
})

test('a question that is asked again goes without its words', async () => {
  const { server, ask } = open()
  ask(asking('r1', 'Why?'))
  await settle()
  await server.end()
  ask({ ...asking('r2', 'Why?'), question: asking('r1', 'Why?').question, isNew: false })
  await settle()
  expect(server.requests).toEqual(['ask Why?', 'ask again'])
})

test('a stop is told as soon as there is a network, and the next question waits for it', async () => {
  const { time, server, transport, ask } = open()
  const first = ask(asking('r1', 'Why?'))
  await settle()
  first.abort()
  server.setOffline(true)
  const stopping = transport.stop('r1', true)
  ask(asking('r2', 'And how?', null))
  await time.pass(4_000)
  expect(server.requests).toEqual(['ask Why?'])
  server.setOffline(false)
  await time.pass(5_000)
  expect(await stopping).toBe(true)
  await settle()
  expect(server.requests).toEqual(['ask Why?', 'stop', 'ask And how?'])
})

test('the next question waits even for a stop that takes long', async () => {
  const { time, server, transport, ask } = open()
  ask(asking('r1', 'Why?')).abort()
  server.askElsewhere({
    replyId: 'r1',
    agentId: 'nova',
    question: { id: 'q1', parentId: null, content: 'Why?' },
  })
  server.refuseNext(refusal(503, 'not_ready', { retryAfter: 2 }))
  void transport.stop('r1', true)
  await settle()
  const second = ask(asking('r2', 'And how?'))
  await time.pass(1_900)
  expect(server.requests).toEqual(['stop'])
  await time.pass(200)
  expect(server.requests).toEqual(['stop', 'stop', 'ask And how?'])
  second.abort()
  await expect(second.done).rejects.toThrow()
})

test('who stops waiting for a stop asks nothing', async () => {
  const { time, server, transport, ask } = open()
  server.setOffline(true)
  void transport.stop('r1', true)
  const second = ask(asking('r2', 'And how?'))
  await settle()
  second.abort()
  await expect(second.done).rejects.toThrow()
  server.setOffline(false)
  await time.pass(10_000)
  expect(server.requests).toEqual(['stop'])
})

test('a reply that the server does not have is stopped again while its question may be on its way', async () => {
  const { time, server, transport } = open()
  const stopping = transport.stop('r1', false)
  await settle()
  server.askElsewhere({
    replyId: 'r1',
    agentId: 'nova',
    question: { id: 'q1', parentId: null, content: 'Why?' },
  })
  await time.pass(0)
  expect(await stopping).toBe(true)
  expect(server.stored().messages.at(-1)).toMatchObject({ state: 'stopped' })
})

test('a reply that is not there is given up: at once where it was known, else after some tries', async () => {
  const { time, server, transport } = open()
  expect(await transport.stop('nobody', true)).toBe(false)
  const unsure = transport.stop('nobody', false)
  await time.pass(10_000)
  expect(await unsure).toBe(false)
  expect(server.requests).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect(time.waiting()).toBe(0)
})

test('a stop that the server refuses is refused', async () => {
  const { server, transport } = open()
  const refused = refusal(401, 'not_signed_in')
  server.refuseNext(refused)
  await expect(transport.stop('r1', true)).rejects.toBe(refused)
})

test('of the places that are shown one after another the newest is stored, the network willing', async () => {
  const { time, server, transport } = open()
  server.setOffline(true)
  void transport.select('a')
  await time.pass(600)
  void transport.select('b')
  void transport.select('c')
  server.setOffline(false)
  await time.pass(5_000)
  expect(server.requests).toEqual(['select c'])
  server.refuseNext(refusal(404, 'not_found'))
  await transport.select('d')
  expect(server.stored().activeLeaf).toBe('c')
  expect(time.waiting()).toBe(0)
})
