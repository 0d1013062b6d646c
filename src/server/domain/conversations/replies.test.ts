import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { eventually, from, known, listen, replyServers } from '../../../../test/reply-servers.ts'
import { NOTHING } from '../../../shared/chat/parts.ts'

const database = await ownDatabase()
const { sql } = database
const { model, question, server, stored } = await replyServers(database)
afterAll(model.close)

const WHOLE = 'Hello from the scripted model.'
const HALF = 'Hello from the'
const started = {
  type: 'started',
  requestId: 'request-1',
  engine: { kind: 'provider', model: 'scripted' },
  forgotten: 0,
}

test('a reply goes on to its end although nobody follows it, and is stored whole', async () => {
  const ask = question()
  await server().ask('ada', randomUUID(), ask, from())
  await eventually(() => stored(ask.replyId)).toEqual({
    state: 'finished',
    reasoning: '',
    parts: null,
    content: WHOLE,
    cutShort: false,
    forgotten: 0,
  })
  expect(await sql`select from running_turns where reply_id = ${ask.replyId}`).toHaveLength(0)
})

test('before the model is asked, the conversation, the question and the running reply are stored', async () => {
  const conversation = randomUUID()
  const ask = question('  What is light?\nIn short.  ')
  const requests = model.requests.length
  model.next('hangs')
  const replies = server()
  await replies.ask('ada', conversation, ask, from())
  expect(
    await sql`select owner, agent_name, title, active_leaf, last_message from conversations where id = ${conversation}`,
  ).toEqual([
    { owner: 'ada', agent_name: 'Ada', title: 'What is light?', active_leaf: ask.replyId, last_message: 2 },
  ])
  expect(
    await sql`select id, parent_id, number, role, state from messages where conversation_id = ${conversation} order by number`,
  ).toEqual([
    { id: ask.question.id, parent_id: null, number: 1, role: 'user', state: null },
    { id: ask.replyId, parent_id: ask.question.id, number: 2, role: 'assistant', state: 'running' },
  ])
  await model.request(requests)
  await replies.stop('ada', conversation, ask.replyId)
})

test('from every place in its text on, while it runs and when it is over, one hears exactly the rest', async () => {
  const words = ['Light 💡', ' is', ' a', ' wave 🌊', '.', ' And', ' a', ' particle', '.']
  const whole = words.join('')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ after: fc.nat(whole.length), until: fc.nat(whole.length) }), { maxLength: 6 }),
      async (readers) => {
        model.next({ name: 'words', words, delayMs: 1 })
        const [conversation, ask, replies] = [randomUUID(), question(), server()]
        const follow = await replies.ask('ada', conversation, ask, from())
        const readWith = async (after: number, until: number) => {
          const first = known(await listen(follow, { after, until }), whole.slice(0, after))
          const again = await replies.follow('ada', conversation, ask.replyId)
          const rest = await listen(again, { after: first.content.length })
          expect(known(rest, first.content)).toMatchObject({ state: 'finished', content: whole })
          const text = rest.map((event) => (event.type === 'words' ? event.text : '')).join('')
          expect(text).toBe(whole.slice(first.content.length))
          expect(rest[0]).toEqual(started)
        }
        await Promise.all(readers.map(({ after, until }) => readWith(after, until)))
        await readWith(0, 0)
      },
    ),
    { numRuns: 15 },
  )
})

test('one who follows slowly, or leaves, holds up nobody', async () => {
  model.next({ name: 'words', words: Array.from({ length: 200 }, (_, n) => `${n} `) })
  const conversation = randomUUID()
  const ask = question()
  const follow = await server().ask('ada', conversation, ask, from())
  const slow = follow(NOTHING, new AbortController().signal)
  await slow.next()
  await listen(follow, { until: 1 })
  expect(known(await listen(follow)).state).toBe('finished')
  const { value } = await slow.next()
  expect(value).toMatchObject({ type: 'words', at: 0, text: expect.stringMatching(/^0 .*199 $/) })
})

test('its words are stored while it runs, in pieces, whatever they are made of', async () => {
  const words = ['👩‍🚀 in', ' \0', '\ud83d', '\ude80', ' space 🚀']
  const text = '👩‍🚀 in \ufffd🚀 space 🚀'
  model.next({ name: 'stalls', words: words.slice(0, 2) })
  const first = question()
  const [conversation, replies] = [randomUUID(), server()]
  await replies.ask('ada', conversation, first, from())
  await eventually(async () => (await stored(first.replyId))?.content).toBe(text.slice(0, 10))
  await replies.stop('ada', conversation, first.replyId)

  model.next({ name: 'words', words, delayMs: 30 })
  const second = question()
  const follow = await replies.ask('ada', conversation, second, from())
  expect(known(await listen(follow)).content).toBe(text)
  expect(await stored(second.replyId)).toMatchObject({ state: 'finished', content: text })
})

test('a stopped reply keeps its words and stays stopped, and the model is let go', async () => {
  const requests = model.requests.length
  model.next({ name: 'words', words: Array.from({ length: 500 }, () => 'word '), delayMs: 2 })
  const [conversation, ask, replies] = [randomUUID(), question(), server()]
  const follow = await replies.ask('ada', conversation, ask, from())
  const following = listen(follow)
  await listen(follow, { until: 20 })
  await replies.stop('ada', conversation, ask.replyId)
  expect(await model.closed(requests)).toBe('cut')
  const reply = known(await following)
  expect(reply.state).toBe('stopped')
  expect(reply.content.length).toBeGreaterThanOrEqual(20)
  expect(await stored(ask.replyId)).toMatchObject({ state: 'stopped', content: reply.content })
  await replies.stop('ada', conversation, ask.replyId)
  expect(known(await listen(await replies.follow('ada', conversation, ask.replyId)))).toMatchObject({
    state: 'stopped',
    content: reply.content,
  })
})

test.each([
  ['breaks', 'failed', HALF],
  ['error-400', 'failed', ''],
  ['length', 'finished', WHOLE],
] as const)(
  'a model that does this is stored as it ended, and told so later: %s',
  async (scenario, state, content) => {
    model.next(scenario)
    const [conversation, ask, replies] = [randomUUID(), question(), server()]
    const received = await listen(await replies.ask('ada', conversation, ask, from()))
    expect(await stored(ask.replyId)).toMatchObject({ state, content, cutShort: scenario === 'length' })
    const later = await listen(await replies.follow('ada', conversation, ask.replyId))
    expect(later.at(-1)).toEqual(received.at(-1))
    expect(known(later)).toMatchObject({ state, content, cutShort: scenario === 'length' })
  },
)

test('an end that the database refuses is stored with a later try, and told only then', async () => {
  model.next('stalls')
  const [ask, replies] = [question(), server()]
  const follow = await replies.ask('ada', randomUUID(), ask, from())
  await listen(follow, { until: HALF.length })
  await sql`alter table messages add constraint refused check (state <> 'finished') not valid`
  const ending = listen(follow)
  model.release()
  await eventually(async () => (await stored(ask.replyId))?.content).toBe(HALF)
  await sql`alter table messages drop constraint refused`
  expect(known(await ending)).toMatchObject({ state: 'finished', content: HALF })
  expect(await stored(ask.replyId)).toMatchObject({ state: 'finished', content: HALF })
})

test('a server that ends interrupts what it receives, tells who follows, and has it stored', async () => {
  const requests = model.requests.length
  model.next('stalls', 'stalls')
  const [one, other, replies] = [question(), question(), server()]
  const follow = await replies.ask('ada', randomUUID(), one, from())
  await replies.ask('ada', randomUUID(), other, from())
  await Promise.all([listen(follow, { until: HALF.length }), model.request(requests + 1)])
  const following = listen(follow)
  await replies.close()
  expect(known(await following)).toMatchObject({ state: 'interrupted', content: HALF })
  expect(await stored(one.replyId)).toMatchObject({ state: 'interrupted', content: HALF })
  expect(await stored(other.replyId)).toMatchObject({ state: 'interrupted' })
  expect(await Promise.all([model.closed(requests), model.closed(requests + 1)])).toEqual(['cut', 'cut'])
  await expect(replies.ask('ada', randomUUID(), question(), from())).rejects.toMatchObject({
    code: 'not_ready',
  })
})

test('deleting conversations stops what runs in them', async () => {
  const requests = model.requests.length
  model.next('stalls')
  const [conversation, ask, replies] = [randomUUID(), question(), server()]
  const follow = await replies.ask('ada', conversation, ask, from())
  await model.request(requests)
  await replies.stopIn([randomUUID(), conversation])
  expect(known(await listen(follow)).state).toBe('stopped')
})
