import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { toolPart } from '../../../../test/tool-part.ts'
import type { PathMessage, ToldPath } from '../../db/conversations/told-path.ts'
import { replyFrom } from './path-turns.ts'

const asks = (content: string): PathMessage => ({ id: randomUUID(), role: 'user', content, parts: null })
const says = (content: string): PathMessage => ({
  ...{ id: randomUUID(), role: 'assistant', content },
  parts: null,
})

const agent = anAnsweringAgent({ owner: 'maker', tools: null, persona: null, model: null })
const conversation = { id: randomUUID(), questionId: randomUUID() }
const place = { text: 'Why?', agentId: randomUUID(), wallet: 'ada', replyId: randomUUID(), conversation }
const nothing = { hasFiles: false, hasDocuments: false, hasFacts: false, isForProgram: false }
const told = (path: Partial<ToldPath>): ToldPath => ({
  ...{ path: [], before: 0, beginning: [], story: null, ...path },
})

const from = (path: Partial<ToldPath>, known: Partial<typeof nothing> = {}, of = agent) =>
  replyFrom({ ...told(path), ...nothing, ...known }, { ...place, agent: of })

const contentsOf = (turns: readonly { content: string }[] = []) => turns.map(({ content }) => content)

describe('what is left out of a path', () => {
  test('of a path that was read whole is what says nothing to the model: no reply, no greeting', () => {
    const path = [says('Hello.'), asks('one'), says('1'), asks('two'), says(''), asks('three'), says('3')]
    const { request } = from({ path })
    expect(contentsOf(request.turns)).toEqual(['one', '1', 'three', '3'])
    expect(request).toMatchObject({ leftOut: 0, greeting: 'Hello.' })
    expect(contentsOf(request.opening)).toEqual(['one', '1'])
  })

  test('of one that was not is counted by its place on the path, with a greeting and without', () => {
    const path = [asks('five'), says('5')]
    const first = [asks('one'), says('1'), asks('two')]
    expect(from({ path, before: 8, beginning: first }).request.leftOut).toBe(8)
    const greeted = [says('Hello.'), asks('one'), says('1')]
    const { request } = from({ path, before: 9, beginning: greeted })
    expect(request).toMatchObject({ leftOut: 8, greeting: 'Hello.' })
    expect(contentsOf(request.opening)).toEqual(['one', '1'])
  })

  test('is the rest of an exchange as well, whose question was too long to be read', () => {
    const first = [asks('one'), says('1'), asks('long')]
    const { request } = from({ path: [says('2'), asks('three'), says('3')], before: 3, beginning: first })
    expect(contentsOf(request.turns)).toEqual(['three', '3'])
    expect(request.leftOut).toBe(4)
  })
})

test('a path whose beginning is out of reach has no greeting and no first exchange', () => {
  const { request } = from({ path: [says('7'), asks('eight'), says('8')], before: 40_000 })
  expect(request.greeting).toBeUndefined()
  expect(request.opening).toEqual([])
})

test('a first question without an answer is no first exchange, and one whose words were deleted is none', () => {
  expect(from({ path: [asks('one'), says(''), asks('two'), says('2')] }).request.opening).toEqual([])
  expect(from({ path: [asks(''), says(''), asks('two'), says('2')] }).request.opening).toEqual([])
})

test('a story comes with what the person said, but not with the first question, which is told itself', () => {
  const first = [asks('one'), says('1'), asks('two')]
  const ownWords = [
    { id: first[0]?.id ?? '', content: 'one' },
    { id: randomUUID(), content: 'two' },
  ]
  const story = { id: randomUUID(), text: 'So far.', ownWords }
  const { request, acts } = from({ path: [], before: 4, beginning: first, story })
  expect(request.story).toEqual({ id: story.id, text: 'So far.', ownWords: ['two'] })
  expect(request.leftOut).toBe(4)
  expect(acts.written).toEqual(expect.arrayContaining(['one', 'two', 'Why?']))
})

describe('what tools must know of a path', () => {
  const acting = { ...agent, tools: { own: [], servers: [] } }
  const called = {
    ...asks(''),
    role: 'assistant' as const,
    parts: [toolPart({ state: 'done', result: '', ms: 1 })],
  }

  test('a memory makes what the model reads private, as files do', () => {
    expect(from({}).acts.marks).toEqual({ untrusted: false, private: false })
    expect(from({}, { hasFacts: true }).acts.marks).toEqual({ untrusted: false, private: true })
    expect(from({}, { hasFiles: true }).acts.marks).toEqual({ untrusted: false, private: true })
  })

  test('what was called is known of what was read, and of nothing else: that may have brought anything', () => {
    const path = [asks('one'), says('1')]
    expect(from({ path }, {}, acting).acts.marks).toEqual({ untrusted: false, private: false })
    expect(from({ path, before: 2 }, {}, acting).acts.marks).toEqual({ untrusted: true, private: true })
    expect(from({ path, before: 2 }).acts.marks).toEqual({ untrusted: false, private: false })
    expect(from({ path: [asks('one'), called] }, {}, acting).acts.marks).toMatchObject({ untrusted: true })
  })
})

test('what a program can read is recollected for programs', () => {
  const recollects = { agentId: place.agentId, wallet: 'ada', conversation, hasFacts: true }
  expect(from({}, { hasFacts: true }).request.recollects).toEqual({ ...recollects, use: 'chat' })
  const forProgram = from({}, { hasFacts: true, isForProgram: true })
  expect(forProgram.request.recollects).toEqual({ ...recollects, use: 'doors' })
})
