import { expect, test } from 'vitest'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Brief, DraftRequest } from '../../../../shared/social.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { DraftsSession } from './drafts-session.ts'
import { draftsToKeep, draftsToRemember } from './lanes.ts'

const brief: Brief = {
  agentId: '5db052f2-33ba-4124-abcb-af26f751efe3',
  platform: 'x',
  topic: 'Tides',
  source: '',
  tone: 'friendly',
}

/** A session with a model that the test scripts. */
function setUp() {
  const asked: {
    request: DraftRequest
    say: (...events: ReplyEvent[]) => Promise<void>
    break: (error: unknown) => Promise<void>
    signal: AbortSignal
  }[] = []
  let ids = 0
  const session = new DraftsSession({
    ask: (request, signal) => {
      const { readable, writable } = new TransformStream<ReplyEvent, ReplyEvent>()
      const writer = writable.getWriter()
      const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
      asked.push({
        request,
        signal,
        async say(...events) {
          for (const event of events) void writer.write(event)
          await settle()
        },
        async break(error) {
          void writer.abort(error).catch(() => {})
          await settle()
        },
      })
      return readable
    },
    newId: () => `draft ${++ids}`,
    nextFrame: (paint) => queueMicrotask(paint),
    now: () => new Date(0),
    onChange: () => {},
  })
  const model = (n: number) => {
    const known = asked[n]
    if (!known) throw new Error(`Nobody asked ${n}`)
    return known
  }
  const lanes = () => session.getView().lanes
  const texts = () => lanes().map(({ content, state }) => `${state}: ${content}`)
  return { session, model, lanes, texts, asked }
}

const words = (text: string, at = 0): ReplyEvent => ({ type: 'words', at, text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }
const failed: ReplyEvent = { type: 'failed', message: 'No', requestId: 'r' }

test('drafts are asked for all at once, each with its place among them, and come side by side', async () => {
  const { session, model, texts, asked } = setUp()
  session.begin(brief, 3)
  expect(asked.map(({ request }) => request)).toEqual([
    { ...brief, position: 1, count: 3, instead: '' },
    { ...brief, position: 2, count: 3, instead: '' },
    { ...brief, position: 3, count: 3, instead: '' },
  ])
  await model(1).say(words('Two'))
  await model(0).say(words('One'), finished)
  expect(texts()).toEqual(['finished: One', 'writing: Two', 'writing: '])
})

test('one that fails half-way keeps what came, one that fails at once has nothing, and the others go on', async () => {
  const { session, model, texts, lanes } = setUp()
  session.begin(brief, 3)
  await model(0).say(words('Half a'))
  await model(0).break(new TypeError('network'))
  await model(1).say(failed)
  await model(2).say(words('Whole'), finished)
  expect(texts()).toEqual(['failed: Half a', 'failed: ', 'finished: Whole'])
  expect(lanes().map((lane) => lane.state !== 'writing' && lane.failure?.kind)).toEqual([
    'unreachable',
    'silent',
    undefined,
  ])
})

test('a refusal for asking too often says when it may be asked again', async () => {
  const { session, model, lanes } = setUp()
  session.begin(brief, 1)
  const problem = { type: 'about:blank', title: '', status: 429, requestId: 'r', retryAfter: 7 }
  await model(0).break(new ApiError(429, { ...problem, code: 'rate_limited' }))
  expect(lanes()[0]).toMatchObject({ failure: { kind: 'limited', retryAt: new Date(7_000) } })
})

test('a stopped draft lets go of the model and keeps what had come', async () => {
  const { session, model, texts } = setUp()
  session.begin(brief, 1)
  await model(0).say(words('So far'))
  session.stop('draft 1')
  expect(model(0).signal.aborted).toBe(true)
  await model(0).say(words(' and on', 6))
  expect(texts()).toEqual(['stopped: So far'])
})

test('editing one while others stream loses no word of either', async () => {
  const { session, model, texts } = setUp()
  session.begin(brief, 2)
  await model(0).say(words('Mine'), finished)
  await model(1).say(words('Streaming'))
  session.edit('draft 1', 'Mine, better')
  session.edit('draft 2', 'not yet mine')
  await model(1).say(words(' on', 9), finished)
  expect(texts()).toEqual(['finished: Mine, better', 'finished: Streaming on'])
})

test('another text is asked for instead of the one that stands there, which can be brought back and forth', async () => {
  const { session, model, texts } = setUp()
  session.begin(brief, 2)
  await model(0).say(words('First'), finished)
  session.edit('draft 1', 'First, edited')
  session.again('draft 1')
  expect(model(2).request).toMatchObject({ position: 1, count: 2, instead: 'First, edited' })
  await model(2).say(words('Second'), finished)
  session.swap('draft 1')
  expect(texts()[0]).toBe('finished: First, edited')
  session.swap('draft 1')
  expect(texts()[0]).toBe('finished: Second')
})

test('where another text fails without a word, the one before it is back by itself', async () => {
  const { session, model, lanes } = setUp()
  session.begin(brief, 1)
  await model(0).say(words('Good one'), finished)
  session.again('draft 1')
  await model(1).say(failed)
  expect(lanes()[0]).toMatchObject({ state: 'finished', content: 'Good one', failure: { kind: 'silent' } })
})

test('a removed draft goes back to its place, also when it was being written', async () => {
  const { session, model, texts } = setUp()
  session.begin(brief, 3)
  await model(1).say(words('Middle'))
  const putBack = session.remove('draft 2')
  expect(texts()).toHaveLength(2)
  putBack()
  putBack()
  expect(texts()).toEqual(['writing: ', 'stopped: Middle', 'writing: '])
})

test('what is being written is kept for nobody yet, but this tab remembers the words that came', async () => {
  const { session, model, lanes } = setUp()
  session.begin(brief, 2)
  await model(0).say(words('Done'), finished)
  await model(1).say(words('On its'))
  session.again('draft 1')
  expect(draftsToKeep(lanes()).map(({ content }) => content)).toEqual(['Done'])
  expect(draftsToRemember(lanes()).map(({ content, state }) => [content, state])).toEqual([
    ['Done', 'finished'],
    ['On its', 'interrupted'],
  ])
})
