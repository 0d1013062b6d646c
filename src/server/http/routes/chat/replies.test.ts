import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { foldReply } from '../../../../shared/chat/messages.ts'
import { problemSchema } from '../../../../shared/common/errors.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const { sql } = database
const { send, signIn, replies } = testApp(database, { chat })

const WHOLE = 'Hello from the scripted model.'
const HALF = 'Hello from the'

let ada: Account
let agentId: string
beforeAll(async () => {
  ada = await signIn()
  agentId = await makeAgent()
})
const begun = new Set<string>()
afterEach(() => replies.stopIn([...begun]))

async function makeAgent(fields: object = {}): Promise<string> {
  const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...fields } })
  return ((await made.json()) as Agent).id
}

const newAsk = (parentId: string | null = null, content = 'What is light?') => ({
  replyId: randomUUID(),
  agentId,
  question: { id: randomUUID(), parentId, content },
})
type AnyAsk = { replyId: string; agentId: string; question: object }

const at = (conversation: string) => `/api/conversations/${conversation}/replies`
function ask(conversation: string, json: AnyAsk, as = ada, headers: Record<string, string> = {}) {
  begun.add(conversation)
  return send('POST', at(conversation), { as, json, headers })
}

/** A conversation with one question and its complete reply. */
async function talk() {
  const [conversation, first] = [randomUUID(), newAsk()]
  await (await ask(conversation, first)).text()
  return { conversation, first }
}

/** A conversation whose reply has sent half of its text and is still running. */
async function begin() {
  const [conversation, first, request] = [randomUUID(), newAsk(), model.requests.length]
  model.next('stalls')
  const events = eventsOf(await ask(conversation, first))
  const known = await received(replyKnown(first.replyId), events, ({ content }) => content === HALF)
  return { conversation, first, request, events, known, path: `${at(conversation)}/${first.replyId}` }
}

/** The status of an answer that was heard to its end: no request of it reaches the model in the next test. */
async function heard(response: Response) {
  await response.text()
  return response.status
}

async function problemOf(response: Response) {
  const { code, errors } = problemSchema.parse(await response.json())
  return [response.status, code, ...Object.keys(errors ?? {})]
}

test('a reply streams: started, the words, finished, and nothing may hold it back', async () => {
  const response = await ask(randomUUID(), newAsk())
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const events = await Array.fromAsync(eventsOf(response))
  expect(events[0]).toEqual({
    type: 'started',
    requestId: response.headers.get('x-request-id'),
    engine: { kind: 'provider', model: 'scripted' },
    forgotten: 0,
  })
  expect(events.at(-1)).toEqual({ type: 'finished', reason: 'stop' })
})

test('closing the connection stops nothing: it is followed on from what is known', async () => {
  const { events, known, path, request } = await begin()
  await events.return(undefined)
  const following = eventsOf(await send('GET', `${path}?after=${HALF.length}`, { as: ada }))
  expect((await following.next()).value).toMatchObject({ type: 'started' })
  model.release()
  expect(await model.closed(request)).toBe('finished')
  expect(await received(known, following)).toMatchObject({ state: 'finished', content: HALF })
})

test('Last-Event-ID says how much is known as well, newer than the address that is asked again', async () => {
  const { conversation, first } = await talk()
  const path = `${at(conversation)}/${first.replyId}`
  const wordsAfter = async (response: Response) => {
    const events = await Array.fromAsync(eventsOf(response))
    return events.flatMap((event) => (event.type === 'words' ? [event.at, event.text] : []))
  }
  const headers = { 'last-event-id': '15' }
  const withRevision = { 'last-event-id': '15-3' }
  const rest = [15, WHOLE.slice(15)]
  expect(await wordsAfter(await send('GET', path, { as: ada }))).toEqual([0, WHOLE])
  expect(await wordsAfter(await send('GET', `${path}?after=15`, { as: ada }))).toEqual(rest)
  expect(await wordsAfter(await send('GET', `${path}?after=3`, { as: ada, headers }))).toEqual(rest)
  expect(await wordsAfter(await ask(conversation, first, ada, headers))).toEqual(rest)
  expect(await wordsAfter(await send('GET', path, { as: ada, headers: withRevision }))).toEqual(rest)
  expect(await wordsAfter(await send('GET', path, { as: ada, headers: { 'last-event-id': 'x' } }))).toEqual([
    0,
    WHOLE,
  ])
  for (const field of ['after', 'revision'])
    expect(await problemOf(await send('GET', `${path}?${field}=-1`, { as: ada }))).toEqual([
      422,
      'validation_failed',
      field,
    ])
})

test('whoever knows more than is stored is told the true place, and goes on from there', async () => {
  const { conversation, first } = await talk()
  const path = `${at(conversation)}/${first.replyId}`
  const beyond = `${WHOLE} And more, which was lost.`
  for (const after of [WHOLE.length, WHOLE.length + 1, beyond.length, 999_999_999]) {
    const events = await Array.fromAsync(eventsOf(await send('GET', `${path}?after=${after}`, { as: ada })))
    const known = events.reduce(
      (reply, event) => foldReply(reply, event, 'now'),
      replyKnown(first.replyId, beyond.slice(0, after)),
    )
    expect(known).toMatchObject({ state: 'finished', content: WHOLE })
  }
  const answer = await send('GET', path, { as: ada, headers: { 'last-event-id': String(beyond.length) } })
  // Its model was said, and then how that ended.
  expect(await answer.text()).toContain(
    `id: ${WHOLE.length}-2\nevent: truncated\ndata: {"type":"truncated","at":${WHOLE.length},"revision":2}\n\n`,
  )
})

test('an answer that was lost is asked for again with the same ids, while it runs and when it is over', async () => {
  const { conversation, first, known, request, events } = await begin()
  const again = eventsOf(await ask(conversation, first))
  expect(await received(replyKnown(first.replyId), again, ({ content }) => content === HALF)).toMatchObject({
    state: 'running',
  })
  model.release()
  for (const one of [events, again, eventsOf(await ask(conversation, first))])
    expect(await received(known, one)).toMatchObject({ state: 'finished', content: HALF })
  expect(model.requests).toHaveLength(request + 1)
})

test('a stop from another connection closes the request to the model, and the reply stays stopped', async () => {
  const { events, known, path, request } = await begin()
  expect((await send('POST', `${path}/stop`, { as: ada })).status).toBe(204)
  expect(await model.closed(request)).toBe('cut')
  expect(await received(known, events)).toMatchObject({ state: 'stopped', content: HALF })
  expect((await send('POST', `${path}/stop`, { as: ada })).status).toBe(204)
  const later = eventsOf(await send('GET', path, { as: ada }))
  expect(await received(replyKnown(''), later)).toMatchObject({ state: 'stopped', content: HALF })
})

test('what follows a reply is told to the model with what was said before, and an edited question without it', async () => {
  const { conversation, first } = await talk()
  const requests = model.requests.length
  const said = async (json: AnyAsk) => {
    await (await ask(conversation, json)).text()
    const { body } = await model.request(model.requests.length - 1)
    return (body as { messages: { content: string }[] }).messages.slice(3).map(({ content }) => content)
  }
  expect(await said(newAsk(first.replyId, ' And then? '))).toEqual(['What is light?', WHOLE, 'And then?'])
  expect(await said(newAsk(null, 'What is dark?'))).toEqual(['What is dark?'])
  const again = { ...first, replyId: randomUUID(), question: { id: first.question.id } }
  expect(await said(again)).toEqual(['What is light?'])
  expect(model.requests).toHaveLength(requests + 3)
  expect(await sql`select active_leaf, last_message from conversations where id = ${conversation}`).toEqual([
    { active_leaf: again.replyId, last_message: 7 },
  ])
})

test('a visitor is turned away from all of it', async () => {
  const { conversation, first } = await talk()
  const path = `${at(conversation)}/${first.replyId}`
  for (const response of [
    await send('POST', at(conversation), { json: newAsk() }),
    await send('GET', path),
    await send('POST', `${path}/stop`),
  ])
    expect(await problemOf(response)).toEqual([401, 'not_signed_in'])
})

test('what belongs to another wallet, was deleted, or is no id, is not there', async () => {
  const [{ conversation, first, path, request }, eve] = [await begin(), await signIn()]
  const missing = async (response: Response) => expect(await problemOf(response)).toEqual([404, 'not_found'])
  await missing(await ask(conversation, newAsk(), eve))
  await missing(await ask(conversation, first, eve))
  await missing(await send('GET', path, { as: eve }))
  await missing(await send('POST', `${path}/stop`, { as: eve }))
  await missing(await send('GET', `${at(conversation)}/${randomUUID()}`, { as: ada }))
  await missing(await send('GET', `${at(conversation)}/${first.question.id}`, { as: ada }))
  await missing(await send('GET', `${at(conversation)}/x`, { as: ada }))
  await missing(await send('POST', at('x'), { as: ada, json: newAsk() }))
  // Only the owner could have stopped it.
  model.release()
  expect(await model.closed(request)).toBe('finished')
  // The end of a reply is stored by the time it is sent.
  await (await send('GET', path, { as: ada })).text()

  await sql`update conversations set deleted_at = now() where id = ${conversation}`
  await missing(await ask(conversation, newAsk()))
  await missing(await send('GET', path, { as: ada }))
})

test('an agent that is not there, or hidden from who asks, answers nothing', async () => {
  const hidden = await makeAgent({ visibilityEnabled: false })
  const eve = await signIn()
  const requests = model.requests.length
  expect(await problemOf(await ask(randomUUID(), { ...newAsk(), agentId: randomUUID() }))).toEqual([
    404,
    'not_found',
  ])
  expect(await problemOf(await ask(randomUUID(), { ...newAsk(), agentId: hidden }, eve))).toEqual([
    404,
    'not_found',
  ])
  expect(model.requests).toHaveLength(requests)
  expect(await heard(await ask(randomUUID(), { ...newAsk(), agentId: hidden }))).toBe(200)
})

test('one reply runs in a conversation at a time', async () => {
  const { conversation, first, path } = await begin()
  const again = { ...first, replyId: randomUUID(), question: { id: first.question.id } }
  expect(await problemOf(await ask(conversation, again))).toEqual([409, 'reply_running'])
  await send('POST', `${path}/stop`, { as: ada })
  expect(await heard(await ask(conversation, again))).toBe(200)
})

test('a conversation is with one agent, and takes in so many messages and no more', async () => {
  const { conversation, first } = await talk()
  const other = { ...newAsk(first.replyId), agentId: await makeAgent() }
  expect(await problemOf(await ask(conversation, other))).toEqual([409, 'conflict', 'agentId'])

  await sql`update conversations set last_message = ${limits.conversationMessages - 1} where id = ${conversation}`
  expect(await problemOf(await ask(conversation, newAsk(first.replyId)))).toEqual([409, 'conversation_full'])
  const again = { ...first, replyId: randomUUID(), question: { id: first.question.id } }
  expect(await heard(await ask(conversation, again))).toBe(200)
})

test('an id is given once, and a place in a conversation has to be one', async () => {
  const { conversation, first } = await talk()
  const { replyId, question } = first
  const fresh = () => ({ ...newAsk(), question: { ...newAsk().question } })
  const refusals: [AnyAsk, unknown[]][] = [
    [{ ...fresh(), question: { ...question, content: 'Other words' } }, [409, 'conflict', 'question.id']],
    [{ ...fresh(), question: { ...question, parentId: replyId } }, [409, 'conflict', 'question.id']],
    [
      { ...fresh(), question: { id: replyId, parentId: null, content: 'Hi' } },
      [409, 'conflict', 'question.id'],
    ],
    [{ ...fresh(), replyId }, [409, 'conflict', 'replyId']],
    [{ ...fresh(), replyId: question.id }, [409, 'conflict', 'replyId']],
    [
      { agentId, replyId: randomUUID(), question: { id: randomUUID() } },
      [422, 'validation_failed', 'question.id'],
    ],
    [
      { agentId, replyId: randomUUID(), question: { id: replyId } },
      [422, 'validation_failed', 'question.id'],
    ],
    [newAsk(randomUUID()), [422, 'validation_failed', 'question.parentId']],
    [newAsk(question.id), [422, 'validation_failed', 'question.parentId']],
  ]
  for (const [json, answer] of refusals)
    expect(await problemOf(await ask(conversation, json))).toEqual(answer)
  const same = newAsk()
  expect(await problemOf(await ask(randomUUID(), { ...same, replyId: same.question.id }))).toEqual([
    409,
    'conflict',
    'replyId',
  ])

  // A conversation that does not exist has nothing that a question could follow.
  expect(await problemOf(await ask(randomUUID(), newAsk(replyId)))).toEqual([
    422,
    'validation_failed',
    'question.parentId',
  ])
  expect(await problemOf(await ask(randomUUID(), { ...fresh(), question: { id: question.id } }))).toEqual([
    404,
    'not_found',
  ])
  expect(await sql`select from messages where conversation_id = ${conversation}`).toHaveLength(2)
})

test('an id in capitals is the same id', async () => {
  const [conversation, first] = [randomUUID(), newAsk()]
  const capitals = {
    agentId: agentId.toUpperCase(),
    replyId: first.replyId.toUpperCase(),
    question: { ...first.question, id: first.question.id.toUpperCase() },
  }
  model.next('stalls')
  const asked = eventsOf(await ask(conversation.toUpperCase(), capitals))
  const known = await received(replyKnown(''), asked, ({ content }) => content === HALF)
  const again = eventsOf(await ask(conversation, first))
  const path = `${at(conversation)}/${capitals.replyId}`
  expect((await send('POST', `${path}/stop`, { as: ada })).status).toBe(204)
  for (const one of [asked, again])
    expect(await received(known, one)).toMatchObject({ state: 'stopped', content: HALF })
})
