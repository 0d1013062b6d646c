import { expect, test, vi } from 'vitest'
import type { TriedTurn } from '../../../../shared/swarm/swarm.ts'
import { createApi } from '../../../lib/http/api.ts'
import { askTurn } from './ask-turn.ts'

const turn: TriedTurn = {
  mode: 'parallel',
  task: 'What is light?',
  agentIds: [],
  round: 0,
  seat: null,
  words: 100,
  said: [],
}

/** Answers with a stream that the test writes, and that breaks as a browser's does when its request is aborted. */
function setUp(status = 200) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const asked: unknown[] = []
  const api = createApi('http://localhost', async (_, init) => {
    asked.push(JSON.parse(String(init?.body)))
    init?.signal?.addEventListener('abort', () => void writer.abort(init.signal?.reason).catch(() => {}))
    return new Response(status === 200 ? readable : null, { status })
  })
  return { api, asked, say: (text: string) => writer.write(new TextEncoder().encode(text)) }
}

test('a turn is asked for, and its events come as they are said', async () => {
  const { api, asked, say } = setUp()
  const events = askTurn(api)(turn, new AbortController().signal)[Symbol.asyncIterator]()
  const first = events.next()
  void say('data: {"type":"words","at":0,"text":"Both"}\n\n')
  expect((await first).value).toEqual({ type: 'words', at: 0, text: 'Both' })
  expect(asked).toEqual([turn])
})

test('what the server refuses is told as it said it', async () => {
  const { api } = setUp(404)
  const events = askTurn(api)(turn, new AbortController().signal)[Symbol.asyncIterator]()
  await expect(events.next()).rejects.toMatchObject({ status: 404 })
})

test('a server that gives no sign is lost; one whose heart beats is waited for', async () => {
  vi.useFakeTimers()
  const { api, say } = setUp()
  const next = askTurn(api)(turn, new AbortController().signal)[Symbol.asyncIterator]().next()
  const end = expect(next).rejects.toThrow(TypeError)
  await vi.advanceTimersByTimeAsync(40_000)
  void say(': still here\n\n')
  await vi.advanceTimersByTimeAsync(40_000)
  let isOver = false
  void next.catch(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  await end
  vi.useRealTimers()
})
