import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { thought } from '../../../../e2e/fakes/model-server.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually, from, known, listen, NEVER, replyServers } from '../../../../test/reply-servers.ts'
import { EMPTY_REPLY } from '../../../shared/chat/chat.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { cutAt, lengthOf, partsOf } from '../../../shared/chat/parts.ts'
import { citePassages, type Passage } from '../../../shared/knowledge/sources.ts'
import { forkConversation } from '../../db/conversations/fork-conversation.ts'
import { prepareOpenConversation } from '../../db/conversations/open-conversation.ts'
import { COPIED } from './fork.ts'

/**
 * A model's reasoning and a reply's citations are parts of the reply: they are stored as exactly as its text, and are
 * never sent to a model again.
 */
const database = await testDatabase()
const { db, sql } = database
const { model, question, server, stored } = await replyServers(database)
afterAll(model.close)

const THOUGHTS = ['Waves 🌊', ' or', ' particles?']
const thinking: ReplyPart[] = [{ kind: 'reasoning', text: THOUGHTS.join('') }]
const whole: ReplyPart[] = [...thinking, { kind: 'text', text: 'Both, 💡 it is.' }]
const half = cutAt(whole, lengthOf(thinking) + 'Both,'.length)

/** A reply that one server receives, with all of its reasoning, and half of its text. */
async function begin(replies = server()) {
  const [conversation, ask] = [randomUUID(), question()]
  model.next({ name: 'stalls', thoughts: THOUGHTS, words: ['Both,'], rest: [' 💡', ' it is.'] })
  const follow = await replies.ask('ada', conversation, ask, from())
  return { conversation, ask, reply: ask.replyId, follow }
}

test('thoughts and words are followed from any place on, here and at another server, to the same parts', async () => {
  const one = server()
  const { conversation, reply, follow } = await begin(one)
  await eventually(async () => (await stored(reply))?.content).toBe('Both,')
  const other = await server().follow('ada', conversation, reply)
  const places = [0, 3, 7, 8, lengthOf(thinking), lengthOf(thinking) + 2, lengthOf(half)]
  const following = [follow, other].flatMap((events) =>
    places.map(async (after) => known(await listen(events, { after }), cutAt(half, after))),
  )
  await listen(other, { until: lengthOf(half) })
  model.release()
  for (const received of await Promise.all(following))
    expect(received).toMatchObject({ state: 'finished', content: 'Both, 💡 it is.', parts: whole })
  expect(await stored(reply)).toEqual({
    state: 'finished',
    content: 'Both, 💡 it is.',
    reasoning: THOUGHTS.join(''),
    parts: [{ kind: 'reasoning' }, { kind: 'text' }],
    cutShort: false,
    forgotten: 0,
  })
  const late = await server().follow('ada', conversation, reply)
  expect(known(await listen(late, { after: 5 }), cutAt(whole, 5))).toMatchObject({ parts: whole })
})

test('thoughts that come again among the words stand where they came', async () => {
  const [conversation, ask] = [randomUUID(), question()]
  model.next({ name: 'words', words: ['One', ' <think>', 'hm', '</think>', 'two', '.'] })
  const follow = await server().ask('ada', conversation, ask, from())
  const parts = [
    { kind: 'text', text: 'One ' },
    { kind: 'reasoning', text: 'hm' },
    { kind: 'text', text: 'two.' },
  ]
  expect(known(await listen(follow))).toMatchObject({ content: 'One two.', parts })
  const opened = await prepareOpenConversation(db)({ id: conversation, owner: 'ada' })
  expect(opened?.messages.find(({ role }) => role === 'assistant')).toMatchObject({
    content: 'One two.',
    parts,
  })
})

test('a running reply opens and is copied with the thoughts that were stored so far', async () => {
  const { conversation, reply } = await begin()
  await eventually(async () => (await stored(reply))?.content).toBe('Both,')
  const open = prepareOpenConversation(db)
  const opened = await open({ id: conversation, owner: 'ada' })
  expect(opened?.messages.find(({ id }) => id === reply)).toMatchObject({
    state: 'running',
    content: 'Both,',
    parts: half,
  })
  const fork = { from: { id: conversation, owner: 'ada' }, messageId: reply, id: randomUUID(), title: 'Copy' }
  expect(await forkConversation(db, { ...fork, at: new Date(), copied: COPIED })).toBe('made')
  const copy = await open({ id: fork.id, owner: 'ada' })
  expect(copy?.messages.find(({ role }) => role === 'assistant')).toMatchObject({
    state: 'interrupted',
    content: 'Both,',
    parts: half,
  })
  model.release()
})

const PASSAGES = [1, 2, 3].map((number): Passage => {
  return {
    sourceId: '5b0f6d52-8c0a-4a0e-9a39-4f0f4c1d2e3f',
    version: 1,
    sourceName: 'Lamps.pdf',
    page: number,
    lastPage: null,
    heading: null,
    number,
    from: 0,
    to: 20,
    text: `Passage ${number} 💡 of lamps`,
    key: 'key',
  }
})
const citing = { findPassages: async () => PASSAGES }
const none = { kind: 'sources' as const, id: 1, revision: 1, sources: [] }
const cited = { ...none, revision: 2, sources: citePassages(PASSAGES).slice(1, 2) }

test('sources are told with the words that cite them to whoever follows, here and at another server, from any place on, and kept', async () => {
  const one = server(citing)
  const [conversation, ask] = [randomUUID(), question()]
  model.next({ name: 'stalls', words: ['At nine'], rest: [' [2', ', 9].'] })
  const follow = await one.ask('ada', conversation, ask, from())
  await eventually(async () => (await stored(ask.replyId))?.content).toBe('At nine')
  expect(await stored(ask.replyId)).toMatchObject({ parts: [none, { kind: 'text' }] })
  const other = await server().follow('ada', conversation, ask.replyId)
  const half: ReplyPart[] = [none, { kind: 'text', text: 'At nine' }]
  const following = [follow, other].flatMap((events) =>
    [0, 2, 7].map(async (after) => {
      const received = await listen(events, { after })
      expect(received.slice(0, 2)).toMatchObject([{ type: 'started' }, { type: 'sources', sources: [] }])
      const told = received.flatMap((event) => (event.type === 'sources' ? event.sources : []))
      expect(told).toEqual(cited.sources)
      return known(received, after === 0 ? [] : cutAt(half, after))
    }),
  )
  const open = prepareOpenConversation(db)
  const opened = await open({ id: conversation, owner: 'ada' })
  expect(opened?.messages.find(({ id }) => id === ask.replyId)).toMatchObject({ parts: half })
  model.release()
  const text = { kind: 'text', text: 'At nine [2].' }
  const whole = [cited, text]
  for (const received of await Promise.all(following))
    expect(received).toMatchObject({ state: 'finished', content: text.text, parts: whole })
  expect(await stored(ask.replyId)).toMatchObject({ parts: [cited, { kind: 'text' }] })
  const later = await server().follow('ada', conversation, ask.replyId)
  expect(known(await listen(later))).toMatchObject({ parts: whole })

  const fork = {
    from: { id: conversation, owner: 'ada' },
    messageId: ask.replyId,
    id: randomUUID(),
    title: 'Copy',
  }
  expect(await forkConversation(db, { ...fork, at: new Date(), copied: COPIED })).toBe('made')
  const copy = await open({ id: fork.id, owner: 'ada' })
  expect(copy?.messages.find(({ role }) => role === 'assistant')).toMatchObject({ parts: whole })

  const requests = model.requests.length
  await listen(await server().ask('ada', conversation, question('Sure?', ask.replyId), from()))
  const { body } = await model.request(requests)
  expect(JSON.stringify(body)).toContain('At nine [2].')
  expect(JSON.stringify(body)).not.toContain('of lamps')
})

test('the reply of a server that died keeps its sources with its words', async () => {
  const dead = server({ ...citing, every: { store: 20 } })
  const [conversation, ask] = [randomUUID(), question()]
  model.next({ name: 'stalls', words: ['At [1],'], rest: [' nine.'] })
  await dead.ask('ada', conversation, ask, from())
  await eventually(async () => (await stored(ask.replyId))?.content).toBe('At [1],')
  await sql`update running_turns set server = ${randomUUID()} where reply_id = ${ask.replyId}`
  const other = server({ every: { store: 20, ask: 20, look: 30 } })
  const received = known(await listen(await other.follow('ada', conversation, ask.replyId)))
  expect(received).toMatchObject({ state: 'interrupted', content: 'At [1],' })
  const opened = await prepareOpenConversation(db)({ id: conversation, owner: 'ada' })
  expect(opened?.messages.find(({ id }) => id === ask.replyId)).toMatchObject({
    state: 'interrupted',
    parts: [
      { ...none, revision: 2, sources: citePassages(PASSAGES).slice(0, 1) },
      { kind: 'text', text: 'At [1],' },
    ],
  })
  model.release()
})

test('the reply of a server that died keeps the thoughts that were stored, or that were passed on', async () => {
  for (const passedOn of [[], cutAt(half, lengthOf(half) - 2), thinking]) {
    const dead = server({ every: { store: NEVER } })
    const { conversation, reply, follow } = await begin(dead)
    await listen(follow, { until: lengthOf(half) })
    const storedParts = [{ kind: 'reasoning', length: 5 }]
    await sql`
      update running_turns set reasoning = ${THOUGHTS.join('').slice(0, 5)}, parts = ${JSON.stringify(storedParts)}::text::jsonb
      where reply_id = ${reply}`
    const relay = {
      send: () => ({ changed() {}, over() {} }),
      receive: () => () => {},
      read: async () => passedOn,
      stop() {},
      onStop: () => () => {},
      close: async () => {},
    }
    const other = server({ relay, every: { store: 20, ask: 20, look: 30 } })
    const events = await listen(await other.follow('ada', conversation, reply), { after: lengthOf(half) })
    const left = lengthOf(passedOn) > 5 ? passedOn : cutAt(whole, 5)
    expect(known(events, half)).toMatchObject({ state: 'interrupted' })
    expect(partsOf(known(events, half))).toEqual(left)
    const opened = await prepareOpenConversation(db)({ id: conversation, owner: 'ada' })
    const ended = opened?.messages.find(({ id }) => id === reply)
    expect(ended && partsOf(ended)).toEqual(left)
    await other.close()
  }
  model.release()
})

test('what was thought is in no later question to a model', async () => {
  const replies = server()
  const [conversation, first] = [randomUUID(), question()]
  model.next({ name: 'words', thoughts: ['a secret', ' thought'], words: ['Both.'] })
  await listen(await replies.ask('ada', conversation, first, from()))
  const requests = model.requests.length
  const next = question('Sure?', first.replyId)
  await listen(await replies.ask('ada', conversation, next, from()))
  const { body } = await model.request(requests)
  expect(JSON.stringify(body)).toContain('Both.')
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('a reply that only thinks is the empty reply, with its thoughts', async () => {
  const replies = server()
  const [conversation, ask] = [randomUUID(), question()]
  model.next({ name: 'raw', pieces: [thought('Hm'), thought('.'), 'data: [DONE]\n\n'] })
  expect(known(await listen(await replies.ask('ada', conversation, ask, from())))).toMatchObject({
    state: 'finished',
    content: EMPTY_REPLY,
    parts: [
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'text', text: EMPTY_REPLY },
    ],
  })
})
