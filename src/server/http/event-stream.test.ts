import { expect, onTestFinished, test, vi } from 'vitest'
import { eventStream } from './event-stream.ts'

type Event = { type: 'word'; text: string } | { type: 'end' }
const word = (text: string): Event => ({ type: 'word', text })
const idOf = (event: Event) => (event.type === 'word' ? event.text.length : undefined)
const join = (a: Event, b: Event) => (a.type === 'word' && b.type === 'word' ? word(a.text + b.text) : null)

function open(source: AsyncIterable<Event>, options: Partial<Parameters<typeof eventStream<Event>>[1]> = {}) {
  const response = eventStream(source, { idOf, join, onCancel: () => {}, ...options })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('no body')
  return { response, read: async () => (await reader.read()).value }
}

test('each event says its type, and its id where it has one', async () => {
  async function* source() {
    yield word('a\nb')
    yield { type: 'end' } as const
  }
  const { response } = open(source())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const text = await eventStream(source(), { idOf, join, onCancel: () => {} }).text()
  expect(text).toBe(
    'id: 3\nevent: word\ndata: {"type":"word","text":"a\\nb"}\n\nevent: end\ndata: {"type":"end"}\n\n',
  )
})

test('the first event leaves at once; what comes in the same turn leaves joined, in one write', async () => {
  const wait = Promise.withResolvers<void>()
  async function* source() {
    yield word('first')
    yield word('b')
    yield word('c')
    await wait.promise
    yield word('later')
    yield { type: 'end' } as const
  }
  const { read } = open(source())
  expect(await read()).toBe('id: 5\nevent: word\ndata: {"type":"word","text":"first"}\n\n')
  expect(await read()).toBe('id: 2\nevent: word\ndata: {"type":"word","text":"bc"}\n\n')
  await new Promise(setImmediate)
  wait.resolve()
  expect(await read()).toBe('id: 5\nevent: word\ndata: {"type":"word","text":"later"}\n\n')
  expect(await read()).toBe('event: end\ndata: {"type":"end"}\n\n')
  expect(await read()).toBeUndefined()
})

test('what may wait is collected for a moment after a write, and leaves with what may not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const turn = () => new Promise(setImmediate)
  const collected = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  async function* source() {
    yield word('a')
    for (const text of ['b', 'c', 'd']) {
      await turn()
      yield word(text)
    }
    collected.resolve()
    await sent.promise
    yield word('e')
    await turn()
    yield word('f')
    await turn()
    yield { type: 'end' } as const
  }
  const { read } = open(source(), { mayWait: (event) => event.type === 'word' })
  expect(await read()).toBe('id: 1\nevent: word\ndata: {"type":"word","text":"a"}\n\n')
  await collected.promise
  vi.advanceTimersByTime(40)
  expect(await read()).toBe('id: 3\nevent: word\ndata: {"type":"word","text":"bcd"}\n\n')
  sent.resolve()
  expect(await read()).toBe(
    'id: 2\nevent: word\ndata: {"type":"word","text":"ef"}\n\nevent: end\ndata: {"type":"end"}\n\n',
  )
  expect(await read()).toBeUndefined()
})

test('what has grown too large to wait leaves at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  async function* source() {
    for (const text of ['a', 'bc', 'de']) {
      yield word(text)
      await new Promise(setImmediate)
    }
    await new Promise(() => {})
  }
  const { read } = open(source(), { mayWait: (event) => event.type === 'word' && event.text.length < 4 })
  await read()
  expect(await read()).toBe('id: 4\nevent: word\ndata: {"type":"word","text":"bcde"}\n\n')
})

test('a silent stream says that it is still there', async () => {
  const wait = Promise.withResolvers<void>()
  async function* source() {
    yield word('a')
    await wait.promise
  }
  const { read } = open(source(), { heartbeatMs: 5 })
  await read()
  expect(await read()).toBe(': still here\n\n')
  wait.resolve()
})

test('a reader who goes away cancels, and the source is left to end', async () => {
  const stop = new AbortController()
  let ended = false
  async function* source() {
    try {
      yield word('a')
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
      yield word('too late')
    } finally {
      ended = true
    }
  }
  const reader = eventStream(source(), { idOf, join, onCancel: () => stop.abort() }).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(stop.signal.aborted).toBe(true)
  await new Promise(setImmediate)
  expect(ended).toBe(true)
})

test('a source is read no faster than its reader takes it, and ends when the reader goes', async () => {
  let made = 0
  let ended = false
  const stop = new AbortController()
  async function* source() {
    try {
      while (!stop.signal.aborted) {
        made++
        yield word('x'.repeat(10_000))
        await new Promise(setImmediate)
      }
    } finally {
      ended = true
    }
  }
  const response = eventStream(source(), { idOf, join, onCancel: () => stop.abort() })
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  expect(made).toBeLessThan(20)
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 40; chunks++) await reader?.read()
  expect(made).toBeGreaterThan(20)
  await reader?.cancel()
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  expect(ended).toBe(true)
})

test('a source that throws breaks the connection instead of ending it well', async () => {
  async function* source(): AsyncGenerator<Event> {
    yield word('a')
    throw new Error('a mistake')
  }
  const { read } = open(source())
  await expect(read().then(read)).rejects.toThrow('a mistake')
})
