import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { keptMessagesSchema } from '../../../shared/chat/kept-conversation.ts'
import { foldReply, type Reply } from '../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { appendTo, isGrowth, textOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { citePassages, type Passage } from '../../../shared/knowledge/sources.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../../llm/provider.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { crisisRemark } from './crisis.ts'
import { reply } from './reply.ts'
import type { ReplyRequest } from './reply-request.ts'
import type { ReplyTools } from './reply-tools.ts'

const agent = anAnsweringAgent({
  name: 'Nova',
  description: '',
  personality: 'You are Nova.',
  capabilities: ['Teaching'],
  knowledgeDomains: ['Physics'],
})
const words = (text: string): ModelEvent => ({ type: 'words', text })
/** The events that a reader gets, with their positions in the reply. */
const heard = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const stop: ModelEvent = { type: 'end', reason: 'stop' }

/** A model that emits the given pieces, and throws the given errors. */
function says(...events: (ModelEvent | Error)[]): ModelProvider {
  return async function* () {
    for (const event of events) {
      if (event instanceof Error) throw event
      yield event
    }
  }
}

function start(
  ask: ModelProvider,
  given: {
    turns?: { role: 'user'; content: string }[]
    windowTokens?: number
    text?: string
    asked?: ReplyRequest['asked']
    findPassages?: Knowledge['findPassages']
    goOn?: ReplyTools['goOn']
    begun?: ReplyPart[]
    crisisRemark?: string
  } = {},
) {
  const lines: Record<string, unknown>[] = []
  const stopped = new AbortController()
  const shutdown = new AbortController()
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const events = reply(
    {
      agent,
      turns: given.turns ?? [],
      text: given.text ?? 'Hello',
      ...(given.asked && { asked: given.asked }),
    },
    {
      engine: { kind: 'offline' },
      ask,
      windowTokens: given.windowTokens ?? 8_000,
      requestId: 'request-1',
      log: log.child({ requestId: 'request-1' }),
      stopped: stopped.signal,
      shutdown: shutdown.signal,
      findPassages: given.findPassages,
      tools: given.goOn && { offered: null, goOn: given.goOn },
      begun: given.begun,
      crisisRemark: given.crisisRemark,
    },
  )
  return { events, lines, stopped, shutdown }
}

const eventsOf = async (ask: ModelProvider) => Array.fromAsync(start(ask).events)
const started: ReplyEvent = {
  type: 'started',
  requestId: 'request-1',
  engine: { kind: 'offline' },
  forgotten: 0,
}

test('a reply is started, its words, and finished', async () => {
  expect(await eventsOf(says(words('Light'), words(' is fast.'), stop))).toEqual([
    started,
    heard(0, 'Light'),
    heard(5, ' is fast.'),
    { type: 'finished', reason: 'stop' },
  ])
})

test('a model that says nothing, or nothing but white space, is answered for', async () => {
  const apology = [started, heard(0, EMPTY_REPLY), { type: 'finished', reason: 'stop' }]
  expect(await eventsOf(says(stop))).toEqual(apology)
  expect(await eventsOf(says(words(''), words('\n'), words(' \t'), stop))).toEqual(apology)
})

test('thoughts are parts of their own, in one line of places with the words, and no words by themselves', async () => {
  const thought = (text: string): ModelEvent => ({ type: 'reasoning', text })
  const reasoning = (at: number, text: string): ReplyEvent => ({ type: 'reasoning', at, text })
  const ask = says(
    thought('\n'),
    thought('Hm'),
    words('\n\n'),
    thought('.'),
    words('One'),
    thought('!'),
    stop,
  )
  expect((await eventsOf(ask)).slice(1)).toEqual([
    reasoning(0, 'Hm'),
    reasoning(2, '.'),
    heard(3, '\n\nOne'),
    reasoning(8, '!'),
    { type: 'finished', reason: 'stop' },
  ])
  expect((await eventsOf(says(thought('Hm'), stop))).slice(1)).toEqual([
    reasoning(0, 'Hm'),
    heard(2, EMPTY_REPLY),
    { type: 'finished', reason: 'stop' },
  ])
})

test('a model that thinks again after every word has its words whole, and as many parts as one may have', async () => {
  const turns = Array.from({ length: limits.replyParts }, (_, index): ModelEvent[] => [
    { type: 'reasoning', text: 'hm' },
    words(`${index} `),
  ])
  const events = await eventsOf(says(...turns.flat(), stop))
  const grown = events.filter(isGrowth)
  const parts = grown.reduce<ReplyPart[]>((known, { type, text }) => appendTo(known, type, text), [])
  expect(textOf(parts)).toBe(turns.map((_, index) => `${index} `).join(''))
  expect(parts).toHaveLength(limits.replyParts)
})

test('white space before the first word waits for it, and is kept', async () => {
  expect(await eventsOf(says(words('\n'), words(' '), words('  code'), words('\n'), stop))).toEqual([
    started,
    heard(0, '\n   code'),
    heard(8, '\n'),
    { type: 'finished', reason: 'stop' },
  ])
})

// §8.4, §8.5
test('a failure is told without its reason, and logged with its class under the request id', async () => {
  const error = new ModelError('RateLimitError', '429 secret words of the upstream', {
    status: 429,
    retryAfter: 7,
  })
  const { events, lines } = start(says(words('Half'), error))
  expect(await Array.fromAsync(events)).toEqual([
    started,
    heard(0, 'Half'),
    { type: 'failed', message: 'Failed to generate response', requestId: 'request-1', retryAfter: 7 },
  ])
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'Error generating response',
      failure: 'Failed to generate response',
      requestId: 'request-1',
      err: { name: 'RateLimitError', status: 429, message: '429 secret words of the upstream' },
    },
  ])
})

test('a model that never ends is let go at the longest turn that can be sent again, no character torn', async () => {
  let aborted: AbortSignal | undefined
  const { events } = start(async function* (_request, signal) {
    aborted = signal
    yield words('x')
    for (;;) yield words('👩'.repeat(1_000))
  })
  const all = await Array.fromAsync(events)
  const text = all.map((event) => (event.type === 'words' ? event.text : '')).join('')
  expect(text.length).toBe(limits.chatHistoryTurn - 1)
  expect(text.isWellFormed()).toBe(true)
  expect(all.at(-1)).toEqual({ type: 'finished', reason: 'length' })
  expect(aborted?.aborted).toBe(true)
})

test('however much a model says in whatever characters, what is stored of it can be exported and imported', async () => {
  const given = { text: 'I want to kill myself', crisisRemark: crisisRemark('https://place.example') }
  const piece = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  const id = crypto.randomUUID()
  const asked = { id, parentId: null, createdAt: at, role: 'user', content: 'x'.repeat(limits.chatMessage) }
  await fc.assert(
    fc.asyncProperty(piece, async (text) => {
      let stored: Reply = {
        number: 1,
        ...{ id: crypto.randomUUID(), parentId: id, createdAt: at, role: 'assistant', content: '' },
        ...{ state: 'running', cutShort: false, forgotten: 0, repliedAt: null },
      }
      const endless = says(words(text.repeat(limits.chatHistoryTurn)), stop)
      for (const event of await Array.fromAsync(start(endless, given).events))
        stored = foldReply(stored, event, at)
      expect(stored.content.length).toBeGreaterThan(limits.chatHistoryTurn)
      const { number: _, ...exported } = stored
      const imported = keptMessagesSchema.parse(JSON.parse(JSON.stringify([asked, exported])))
      expect(imported[1]?.content === stored.content).toBe(true)
    }),
    { numRuns: 10 },
  )
})

const at = '2026-01-01T10:00:00.000Z'

/** A model that emits one word and then waits until it is cancelled, by a return or by an error. */
function waits(onAbort: 'return' | 'throw'): ModelProvider {
  return async function* (_request, signal) {
    yield words('Half')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    if (onAbort === 'throw') throw new DOMException('Aborted', 'AbortError')
  }
}

test.each(['return', 'throw'] as const)(
  'a shutdown interrupts and keeps the words (the model ends by %s)',
  async (way) => {
    const { events, shutdown, lines } = start(waits(way))
    const all: ReplyEvent[] = []
    for await (const event of events) {
      all.push(event)
      if (event.type === 'words') setImmediate(() => shutdown.abort())
    }
    expect(all).toEqual([started, heard(0, 'Half'), { type: 'interrupted' }])
    expect(lines).toEqual([])
  },
)

test.each(['return', 'throw'] as const)(
  'after a stop nothing more is said but that, and nothing is logged (the model ends by %s)',
  async (way) => {
    const { events, stopped, lines } = start(waits(way))
    const all: ReplyEvent[] = []
    for await (const event of events) {
      all.push(event)
      if (event.type === 'words') setImmediate(() => stopped.abort())
    }
    expect(all).toEqual([started, heard(0, 'Half'), { type: 'stopped' }])
    expect(lines).toEqual([])
  },
)

test('a reply that ended well is finished, even when the server ends in the same moment', async () => {
  const { events, shutdown } = start(says(words('All'), stop))
  const all: ReplyEvent[] = []
  for await (const event of events) {
    all.push(event)
    if (event.type === 'words') shutdown.abort()
  }
  expect(all.at(-1)).toEqual({ type: 'finished', reason: 'stop' })
})

test('what can not be kept is replaced before anybody hears it, and characters in two pieces are put together', async () => {
  expect(
    await eventsOf(says(words('a\0'), words('\ud83d'), words('\udc69b'), words('\ud83d'), stop)),
  ).toEqual([
    started,
    heard(0, 'a\ufffd'),
    heard(2, '👩b'),
    heard(5, '\ufffd'),
    { type: 'finished', reason: 'stop' },
  ])
})

test('the model is asked with the turns that fit its window, and the reader is told how many do not', async () => {
  let asked: ModelRequest | undefined
  const ask: ModelProvider = async function* (request) {
    asked = request
    yield stop
  }
  const turns = ['oldest', 'older', 'newest'].map((name) => ({
    role: 'user' as const,
    content: name + 'x'.repeat(600),
  }))
  const events = await Array.fromAsync(start(ask, { turns, windowTokens: 1_000 + 550 }).events)
  expect(events[0]).toEqual({ ...started, forgotten: 1 })
  expect(asked?.messages.slice(3).map(({ content }) => content.replace(/x+$/, ''))).toEqual([
    'older',
    'newest',
    'Hello',
  ])
})

const asked = { agentId: '0b9d5a5e-3e63-4a35-9a5e-6f6a1f3a1c11', wallet: 'ada' }
const passage = (number: number, text = `Passage ${number}.`): Passage => ({
  sourceId: '5b0f6d52-8c0a-4a0e-9a39-4f0f4c1d2e3f',
  version: 1,
  sourceName: 'Lamps.pdf',
  page: number,
  lastPage: null,
  heading: null,
  number,
  from: 0,
  to: text.length,
  text,
  key: 'key',
})

test('what its documents say is asked for in the name of who asks and given to the model, and what is cited is told before the words', async () => {
  const questions: unknown[] = []
  const requests: ModelRequest[] = []
  const ask: ModelProvider = async function* (request) {
    requests.push(request)
    yield words('At nine [1].')
    yield stop
  }
  const findPassages: Knowledge['findPassages'] = async (question) => {
    questions.push(question)
    return [passage(7), passage(3)]
  }
  const sources = citePassages([passage(7), passage(3)])
  const turns = [{ role: 'user' as const, content: 'When does the shop open?' }]
  expect(
    await Array.fromAsync(start(ask, { asked, findPassages, turns, text: 'And on Sunday?' }).events),
  ).toEqual([
    started,
    { type: 'sources', id: 1, at: 0, revision: 1, sources: [] },
    { type: 'sources', id: 1, at: 0, revision: 2, sources: sources.slice(0, 1) },
    heard(0, 'At nine [1].'),
    { type: 'finished', reason: 'stop' },
  ])
  // A short question may get its subject from the previous one.
  const question = { question: 'And on Sunday?', before: 'When does the shop open?' }
  expect(questions).toEqual([{ ...asked, ...question, limitCharacters: 8_000 }])
  expect(requests[0]).toMatchObject({ said: 'And on Sunday?', sources })
  expect(requests[0]?.messages.at(-1)?.content).toMatch(/\[1\] "Lamps\.pdf", page 7\n> Passage 7\./)
})

test('passages take a third of the window at most, the best first, however it is written', async () => {
  for (const letter of ['a', 'ж', '漢', '💡']) {
    const passages = Array.from({ length: 60 }, (_, index) => passage(index + 1, letter.repeat(300)))
    let given: readonly CitedSource[] = []
    const ask: ModelProvider = async function* ({ sources = [] }) {
      given = sources
      yield stop
    }
    await Array.fromAsync(
      start(ask, { asked, findPassages: async () => passages, windowTokens: 3_000 }).events,
    )
    expect(given.map(({ number }) => number)).toEqual(given.map((_, index) => index + 1))
    const tokens = given.reduce((sum, { quote }) => sum + estimateTokens(quote), 0)
    expect(given.length).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(1_000)
  }
})

test('what is no citation of a passage that was given leaves neither with the words nor at their end', async () => {
  const findPassages = async () => [passage(7), passage(3)]
  const said = async (pieces: readonly string[], ending: ModelEvent[] = [stop]) => {
    const ask = says(...pieces.map(words), ...ending)
    const events = await Array.fromAsync(start(ask, { asked, findPassages }).events)
    return {
      text: events.map((event) => (event.type === 'words' ? event.text : '')).join(''),
      sources: events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ n }) => n) : [])),
    }
  }
  expect(await said(['At nine [', '9', '9', '].', ' Or ten [2]', '.'])).toEqual({
    text: 'At nine. Or ten [2].',
    sources: [2],
  })
  expect(await said(['``', '`\na[9', '9]\n`', '``\n`b[1]`'])).toEqual({
    text: '```\na[99]\n```\n`b[1]`',
    sources: [],
  })
  expect(await said(['At nine [', '1'], [{ type: 'end', reason: 'length' }])).toEqual({
    text: 'At nine',
    sources: [],
  })
  expect(await said(['[99]'])).toEqual({ text: EMPTY_REPLY, sources: [] })
})

test('an agent without passages has no sources, and nothing is looked for where nobody is asked', async () => {
  const answers = [started, heard(0, 'Yes [1].'), { type: 'finished', reason: 'stop' }]
  const ask = says(words('Yes [1].'), stop)
  expect(await Array.fromAsync(start(ask, { asked, findPassages: async () => [] }).events)).toEqual(answers)
  const findPassages = () => Promise.reject(new Error('nobody asked'))
  expect(await Array.fromAsync(start(ask, { findPassages }).events)).toEqual(answers)
})

test('a reply whose documents can not be looked through failed, and no model is asked', async () => {
  let calls = 0
  const ask: ModelProvider = async function* () {
    calls++
    yield stop
  }
  const { events, lines } = start(ask, { asked, findPassages: () => Promise.reject(new Error('away')) })
  expect(await Array.fromAsync(events)).toEqual([
    started,
    { type: 'failed', message: 'Failed to generate response', requestId: 'request-1' },
  ])
  expect(lines).toHaveLength(1)
  expect(calls).toBe(0)
})

/** A model that gives these answers, one each time that it is asked. */
function answers(...each: ModelEvent[][]) {
  const requests: ModelRequest[] = []
  const ask: ModelProvider = async function* (request) {
    requests.push(request)
    yield* each[requests.length - 1] ?? [stop]
  }
  return { ask, requests }
}

test('a model is asked again in the same reply, with what came between, and its answers are one log', async () => {
  const { ask, requests } = answers([words('Let me look'), words(' [1'), stop], [words('At nine.'), stop])
  const goOn: ReplyTools['goOn'] = async function* ({ writer }) {
    if (requests.length > 1) return null
    expect(writer.parts).toEqual([{ kind: 'text', text: 'Let me look [1' }])
    yield writer.begin('sources', { sources: [] })
    yield writer.change('sources', 1, { sources: citePassages([passage(1)]) })
    return { told: [{ role: 'assistant', content: textOf(writer.parts) }] }
  }
  const events = await Array.fromAsync(start(ask, { goOn }).events)
  expect(events.slice(1)).toMatchObject([
    heard(0, 'Let me look'),
    heard(11, ' [1'),
    { type: 'sources', id: 1, at: 14, revision: 1, sources: [] },
    { type: 'sources', id: 1, at: 14, revision: 2, sources: [{ n: 1 }] },
    heard(14, 'At nine.'),
    { type: 'finished', reason: 'stop' },
  ])
  expect(requests[1]?.messages).toEqual([
    ...(requests[0]?.messages ?? []),
    { role: 'assistant', content: 'Let me look [1' },
  ])
})

test('a reply goes on from the parts that are stored of it', async () => {
  const begun: ReplyPart[] = [
    { kind: 'text', text: 'Let me look' },
    { kind: 'sources', id: 1, revision: 3, sources: [] },
  ]
  const { ask } = answers([words('At nine.'), stop])
  const goOn: ReplyTools['goOn'] = async function* ({ writer }) {
    yield writer.begin('sources', { sources: [] })
    yield writer.change('sources', 1, { sources: [] })
    return null
  }
  expect((await Array.fromAsync(start(ask, { begun, goOn }).events)).slice(1)).toMatchObject([
    heard(11, 'At nine.'),
    { type: 'sources', id: 2, at: 19, revision: 4 },
    { type: 'sources', id: 1, at: 11, revision: 5 },
    { type: 'finished', reason: 'stop' },
  ])
  expect(begun).toHaveLength(2)
})

test('one that broke off within its words says them anew, in a paragraph of their own', async () => {
  const { ask } = answers([words('At nine.'), stop])
  const begun: ReplyPart[] = [{ kind: 'text', text: 'At ni' }]
  expect((await Array.fromAsync(start(ask, { begun }).events)).slice(1, 3)).toEqual([
    heard(5, '\n\n'),
    heard(7, 'At nine.'),
  ])
})

test('what a model wants back is of the answer that it came with, and of no later one', async () => {
  const carry = { provider: 'a', model: 'b', dialect: 'messages' as const, bytes: '[{},"call"]' }
  const { ask } = answers([{ type: 'carry', carry }, stop], [words('I look.'), stop])
  const carries: unknown[] = []
  const goOn: ReplyTools['goOn'] = async function* (ended) {
    yield* []
    carries.push(ended.carry)
    return carries.length < 2 ? { told: [] } : null
  }
  await Array.fromAsync(start(ask, { goOn }).events)
  expect(carries).toEqual([carry, undefined])
})

test('no reply asks for ever, and none goes on that was stopped or is full', async () => {
  const { ask, requests } = answers()
  const more: ReplyTools['goOn'] = async function* () {
    yield* []
    return { told: [{ role: 'user', content: 'And?' }] }
  }
  expect((await Array.fromAsync(start(ask, { goOn: more }).events)).at(-1)).toEqual({
    type: 'finished',
    reason: 'stop',
  })
  expect(requests).toHaveLength(6)

  const full = answers([words('x'.repeat(limits.chatHistoryTurn + 1)), stop])
  const cut = await Array.fromAsync(start(full.ask, { goOn: more }).events)
  expect(cut.at(-1)).toEqual({ type: 'finished', reason: 'length' })
  expect(full.requests).toHaveLength(1)

  const stops = answers()
  const begun = start(stops.ask, {
    goOn: async function* () {
      yield* []
      begun.shutdown.abort()
      return null
    },
  })
  expect((await Array.fromAsync(begun.events)).at(-1)).toEqual({ type: 'interrupted' })
})
