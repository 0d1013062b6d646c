import { beforeEach, expect, test, vi } from 'vitest'
import type { ChatRequest, ReplyEvent } from '../../../shared/chat.ts'
import { ApiError } from '../../lib/api.ts'
import { saidIn } from './conversation.ts'
import { type ConversationSession, createConversationSession } from './conversation-session.ts'

const engine = { kind: 'offline' } as const
const started: ReplyEvent = { type: 'started', requestId: 'r', engine }
const words = (text: string): ReplyEvent => ({ type: 'words', text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }

/** An agent whose every word the test says itself. */
function scriptedAgent() {
  const asked: {
    request: ChatRequest
    signal: AbortSignal
    say: (event: ReplyEvent | 'end' | Error) => Promise<void>
  }[] = []
  return {
    asked,
    async *ask(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
      const queue: (ReplyEvent | 'end' | Error)[] = []
      let wake = Promise.withResolvers<void>()
      const say = async (event: ReplyEvent | 'end' | Error) => {
        queue.push(event)
        wake.resolve()
        await settled()
      }
      signal.addEventListener('abort', () => void say(new DOMException('Aborted', 'AbortError')))
      asked.push({ request, signal, say })
      for (;;) {
        const next = queue.shift()
        if (next === 'end') return
        if (next instanceof Error || next instanceof DOMException) throw next
        if (next) yield next
        else {
          await wake.promise
          wake = Promise.withResolvers()
        }
      }
    },
  }
}

/** All promises that can settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function startSession() {
  const agent = scriptedAgent()
  const frames: (() => void)[] = []
  const session = createConversationSession({
    agentId: null,
    ask: agent.ask,
    nextFrame: (callback) => frames.push(callback),
    now: () => new Date(0),
  })
  const paint = () => {
    for (const frame of frames.splice(0)) frame()
  }
  return { session, agent, paint }
}

const lastTurn = (session: ConversationSession) => {
  const turn = session.getConversation().at(-1)
  if (!turn) throw new Error('Nothing was said')
  return turn
}

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  log.mockClear()
})

test('words that arrive between two frames are one change', async () => {
  const { session, agent, paint } = startSession()
  let changes = 0
  session.send('Hello')
  session.subscribe(() => changes++)
  for (const event of [started, words('a'), words('b'), words('c')]) await agent.asked[0]?.say(event)
  expect(changes).toBe(0)
  paint()
  expect(changes).toBe(1)
  expect(saidIn(lastTurn(session)).text).toBe('abc')
  await agent.asked[0]?.say(finished)
  expect(lastTurn(session).reply).toEqual({ state: 'finished', text: 'abc' })
})

test('stopping aborts the request at once and keeps what arrived, painted or not', async () => {
  const { session, agent } = startSession()
  session.send('Hello')
  await agent.asked[0]?.say(words('half'))
  session.stop()
  expect(agent.asked[0]?.signal.aborted).toBe(true)
  expect(lastTurn(session).reply).toEqual({ state: 'stopped', text: 'half' })
  await settled()
  expect(lastTurn(session).reply).toEqual({ state: 'stopped', text: 'half' })
  expect(log).not.toHaveBeenCalled()
})

test('what a stopped reply still says counts for nothing in the next one', async () => {
  const { session, agent, paint } = startSession()
  session.send('one')
  await settled()
  session.stop()
  session.retry(lastTurn(session).question.id)
  await agent.asked[0]?.say(words('late'))
  await agent.asked[1]?.say(words('new'))
  paint()
  expect(saidIn(lastTurn(session)).text).toBe('new')
})

test('a send while a reply is pending is refused and asks nothing', async () => {
  const { session, agent } = startSession()
  expect(session.send('one')).toBe(true)
  expect(session.send('two')).toBe(false)
  expect(session.send('  ')).toBe(false)
  await settled()
  expect(agent.asked).toHaveLength(1)
})

test('the next question carries what was said before', async () => {
  const { session, agent } = startSession()
  session.send('one')
  await agent.asked[0]?.say(words('first'))
  await agent.asked[0]?.say(finished)
  session.send('two')
  await settled()
  expect(agent.asked[1]?.request).toEqual({
    agentId: null,
    message: 'two',
    history: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'first' },
    ],
  })
})

test.each<[string, ReplyEvent | 'end' | Error]>([
  ['the server says that it failed', { type: 'failed', message: 'no', requestId: 'r' }],
  ['the stream ends without an end', 'end'],
  ['the network breaks', new TypeError('network error')],
  ['the server refuses', new ApiError(500, undefined)],
])('when %s the question is unanswered, the reason is logged, and a retry can succeed', async (_, ending) => {
  const { session, agent } = startSession()
  session.send('Hello')
  await agent.asked[0]?.say(ending)
  expect(lastTurn(session).reply).toMatchObject({ state: 'failed', text: '' })
  expect(log).toHaveBeenCalledExactlyOnceWith('Error generating response', expect.anything())
  session.retry(lastTurn(session).question.id)
  await agent.asked[1]?.say(words('Hi'))
  await agent.asked[1]?.say(finished)
  expect(agent.asked[1]?.request).toEqual(agent.asked[0]?.request)
  expect(lastTurn(session).reply).toEqual({ state: 'finished', text: 'Hi' })
})

test('words that arrived before the network broke are kept', async () => {
  const { session, agent } = startSession()
  session.send('Hello')
  await agent.asked[0]?.say(words('half'))
  await agent.asked[0]?.say(new TypeError('network error'))
  expect(lastTurn(session).reply).toEqual({ state: 'failed', text: 'half' })
  expect(lastTurn(session).trouble).toEqual({ kind: 'unreachable' })
})

test('clearing forgets all and lets go of the running reply', async () => {
  const { session, agent } = startSession()
  session.send('Hello')
  await settled()
  session.clear()
  expect(agent.asked[0]?.signal.aborted).toBe(true)
  await settled()
  expect(session.getConversation()).toEqual([])
})
