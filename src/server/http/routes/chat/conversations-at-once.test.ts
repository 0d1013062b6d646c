import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { send, signIn } = testApp(await testDatabase(), { chat })
const [ada, bob] = [await signIn(), await signIn()]
const [adas, bobs] = [conversationClient(send, ada), conversationClient(send, bob)]
const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
const agentId = ((await made.json()) as Agent).id

/** The body of a request to the scripted model. */
interface ModelRequest {
  messages: { content: string }[]
}

test('fifty who ask at once in one conversation get one reply, and the others wait', async () => {
  const conversation = crypto.randomUUID()
  const first = firstQuestion(agentId)
  await (await adas.ask(conversation, first)).text()
  const requests = model.requests.length
  model.next('stalls')
  const asks = Array.from({ length: 50 }, () => ({
    replyId: crypto.randomUUID(),
    agentId,
    question: { id: crypto.randomUUID(), parentId: first.replyId, content: 'And then?' },
  }))
  const answers = await Promise.all(asks.map((one) => adas.ask(conversation, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(49).fill(409)])
  for (const answer of answers)
    if (!answer.ok) expect(await answer.json()).toMatchObject({ code: 'reply_running' })
  const won = asks[answers.findIndex(({ ok }) => ok)]?.replyId ?? ''
  expect((await adas.stop(conversation, won)).status).toBe(204)
  await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()))
  const { messages } = await adas.open(conversation)
  expect(messages).toHaveLength(4)
  expect(messages.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4])
  expect(model.requests.length).toBe(requests + 1)
})

test('the same question sent twenty times at once, also at the very beginning, is one question', async () => {
  const conversation = crypto.randomUUID()
  const requests = model.requests.length
  const ask = firstQuestion(agentId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => adas.ask(conversation, ask)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const answer of answers)
    expect(await received(replyKnown(ask.replyId), eventsOf(answer))).toMatchObject({
      state: 'finished',
      content: 'Hello from the scripted model.',
    })
  expect((await adas.open(conversation)).messages).toHaveLength(2)
  expect(model.requests.length).toBe(requests + 1)
})

test('two replies that run at once are two, though they have the same id', async () => {
  const [conversation, own] = [crypto.randomUUID(), crypto.randomUUID()]
  const ask = firstQuestion(agentId)
  const request = model.requests.length
  model.next('stalls')
  expect((await adas.ask(conversation, ask)).status).toBe(200)
  await model.request(request)
  model.next({ name: 'stalls', words: ['Another', ' reply'] })
  const asked = eventsOf(await bobs.ask(own, ask))
  const known = replyKnown(ask.replyId)
  const said = await received(known, asked, ({ content }) => content === 'Another reply')
  expect(said.state).toBe('running')
  const followed = eventsOf(await adas.follow(conversation, ask.replyId))
  const part = await received(known, followed, ({ content }) => content === 'Hello from the')
  expect(part).toMatchObject({ content: 'Hello from the', state: 'running' })
  expect((await adas.stop(conversation, ask.replyId)).status).toBe(204)
  expect(await model.closed(request)).toBe('cut')
  expect(await received(part, followed)).toMatchObject({ content: 'Hello from the', state: 'stopped' })
  expect((await adas.open(conversation)).state).toBe('stopped')
  expect((await bobs.open(own)).state).toBe('running')
  expect((await bobs.stop(own, ask.replyId)).status).toBe(204)
  expect(await received(said, asked)).toMatchObject({ content: 'Another reply', state: 'stopped' })
})

test('of two wallets that ask at the same moment under the same ids, each is answered what it asked', async () => {
  const requests = model.requests.length
  const asks = Array.from({ length: 12 }, (_, index) => {
    const one = firstQuestion(agentId, `Ada asks ${index}`)
    const other = { ...one, question: { ...one.question, content: `Bob asks ${index}` } }
    return [
      { client: adas, ask: one, conversation: crypto.randomUUID() },
      { client: bobs, ask: other, conversation: crypto.randomUUID() },
    ]
  }).flat()
  const answers = await Promise.all(
    asks.map(({ client, ask, conversation }) => client.ask(conversation, ask)),
  )
  for (const [index, { client, ask, conversation }] of asks.entries()) {
    const answer = answers[index]
    expect(answer?.status).toBe(200)
    const reply = answer && (await received(replyKnown(ask.replyId), eventsOf(answer)))
    expect(reply).toMatchObject({ state: 'finished', content: 'Hello from the scripted model.' })
    expect((await client.open(conversation)).messages).toContainEqual(
      expect.objectContaining({ content: ask.question.content }),
    )
  }
  const asked = model.requests
    .slice(requests)
    .map(({ body }) => (body as ModelRequest).messages.at(-1)?.content)
  expect(asked.sort()).toEqual(asks.map(({ ask }) => ask.question.content).sort())
})
