import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReplyEvent, replyEventSchema } from '../../../shared/chat/chat.ts'
import { readEvents } from './stream.ts'

const bytes = new TextEncoder()

function bodyOf(
  chunks: Uint8Array<ArrayBuffer>[],
  onCancel = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
    cancel: onCancel,
  })
}

async function eventsOf(...chunks: string[]): Promise<ReplyEvent[]> {
  return Array.fromAsync(readEvents(bodyOf(chunks.map((chunk) => bytes.encode(chunk))), replyEventSchema))
}

const words = (text: string): ReplyEvent => ({ type: 'words', at: 0, text })
const frame = (event: ReplyEvent) => `data: ${JSON.stringify(event)}\n\n`

test('events come out as they were written, wherever the bytes were cut and however lines end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(400), { maxLength: 12 }),
      async (texts, ending, cuts) => {
        const events = texts.map(words)
        const encoded = bytes.encode(events.map(frame).join('').replaceAll('\n', ending))
        const places = [0, ...cuts.map((cut) => Math.min(cut, encoded.length)), encoded.length].sort(
          (a, b) => a - b,
        )
        const chunks = places.slice(1).map((place, index) => encoded.slice(places[index], place))
        expect(await Array.fromAsync(readEvents(bodyOf(chunks), replyEventSchema))).toEqual(events)
      },
    ),
  )
})

test('comments, names, ids and blank lines are passed over', async () => {
  expect(
    await eventsOf(':keep alive\n\n\nevent: words\nid: 7\nretry: 10\n', `${frame(words('a'))}: bye\n\n`),
  ).toEqual([words('a')])
})

test('data spread over several lines is one event', async () => {
  expect(await eventsOf('data: {"type":\ndata:"words","at":0,\ndata\ndata: "text":"a"}\n\n')).toEqual([
    words('a'),
  ])
})

test('a byte order mark is no part of the first event', async () => {
  expect(await eventsOf(`\uFEFF${frame(words('a'))}`)).toEqual([words('a')])
})

test.each([
  ['an unknown type', '{"type":"thinking","text":"b"}'],
  ['a known type of the wrong shape', '{"type":"words","at":0,"text":1}'],
  ['words that do not say where they begin', '{"type":"words","text":"b"}'],
  ['no JSON', 'oops'],
  ['nothing', ''],
])('%s is passed over and what follows still arrives', async (_, data) => {
  expect(await eventsOf(`data: ${data}\n\n`, frame(words('a')))).toEqual([words('a')])
})

test('an event that the stream did not finish is not given out', async () => {
  expect(await eventsOf(frame(words('a')), `data: ${JSON.stringify(words('b'))}\n`)).toEqual([words('a')])
})

test('a heartbeat is noticed as it arrives, though it is no event', async () => {
  const received: string[] = []
  const chunks = [frame(words('a')), ': still here\n\n', ': still here\n\n', frame(words('b'))]
  const steps = chunks.map((chunk) => () => bytes.encode(chunk))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        const next = steps.shift()
        if (next) controller.enqueue(next())
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  for await (const event of readEvents(body, replyEventSchema, () => received.push('bytes')))
    received.push(event.type === 'words' ? event.text : event.type)
  expect(received).toEqual(['bytes', 'a', 'bytes', 'bytes', 'bytes', 'b'])
})

test('ending the loop lets go of the stream', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(bytes.encode(frame(words('a')))),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const event of readEvents(endless, replyEventSchema)) {
    expect(event).toEqual(words('a'))
    break
  }
  expect(cancelled).toBe(true)
})

test('after its last event a stream is left to the server to close, so that no request counts as aborted', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let cancelled = false
  const steps = [
    async (controller: ReadableStreamDefaultController) =>
      controller.enqueue(bytes.encode(frame(words('a')))),
    async (controller: ReadableStreamDefaultController) => {
      controller.close()
      close()
    },
  ]
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => steps.shift()?.(controller),
      cancel: () => {
        cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const isLast = (event: ReplyEvent) => event.type === 'words'
  for await (const event of readEvents(body, replyEventSchema, () => {}, isLast)) {
    expect(event).toEqual(words('a'))
    break
  }
  await closed
  expect(cancelled).toBe(false)
})

test('what breaks the stream is thrown after what arrived before it', async () => {
  const broken = new TypeError('network error')
  const steps = [
    (controller: ReadableStreamDefaultController) => controller.enqueue(bytes.encode(frame(words('a')))),
    (controller: ReadableStreamDefaultController) => controller.error(broken),
  ]
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    { pull: (controller) => steps.shift()?.(controller) },
    { highWaterMark: 0 },
  )
  const seen: ReplyEvent[] = []
  const read = async () => {
    for await (const event of readEvents(body, replyEventSchema)) seen.push(event)
  }
  await expect(read()).rejects.toBe(broken)
  expect(seen).toEqual([words('a')])
})
