import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { firstQuestion } from '../../test/conversation-client.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import {
  longReply,
  type ServerPair,
  sharings,
  shortReply,
  startServerPair,
  thoughtBefore,
  underWay,
} from '../../test/server-pair.ts'
import type { Reply } from '../shared/chat/messages.ts'
import { isText, lengthOf, partsOf } from '../shared/chat/parts.ts'

/** Real processes on one PostgreSQL; what happens on one of them must be visible on the other. */
const possible = inject('template').kind === 'postgresql'

describe.runIf(possible).each(sharings)('two servers $sharing', ({ sharing, environment }) => {
  let pair: ServerPair
  beforeAll(async () => {
    pair = await startServerPair(environment)
  })
  afterAll(() => pair?.end())

  const stored = async (conversation: string, reply: string) => {
    const { messages } = await pair.b.open(conversation)
    return messages.find(({ id }) => id === reply)
  }

  test('a reply that one server receives is followed at the other while it grows, to the same end', async () => {
    const { a, b, begin } = pair
    const { conversation, reply, answer } = await begin(a, shortReply)
    const followed = await b.follow(conversation, reply)
    const broken = eventsOf(await b.follow(conversation, reply))
    const part = await received(replyKnown(reply), broken, underWay)
    expect(part.state).toBe('running')
    await broken.return(undefined)
    const all = await Promise.all([
      received(replyKnown(reply), eventsOf(answer)),
      received(replyKnown(reply), eventsOf(followed)),
      b.followToEnd(conversation, reply, part),
    ])
    for (const known of [...all, await stored(conversation, reply)])
      expect(known).toMatchObject({
        state: 'finished',
        content: shortReply.text,
        parts: [
          expect.objectContaining({ kind: 'model', asked: 'gpt-4-turbo-preview', answered: 'scripted' }),
          { kind: 'reasoning', text: thoughtBefore.text },
          { kind: 'text', text: shortReply.text },
        ],
      })
  })

  test('what a model thinks is followed at the other server from within its thoughts, and stopped there', async () => {
    const { a, b, begin } = pair
    const { conversation, reply, answer } = await begin(a)
    const thinking = ({ parts }: Reply) => parts !== undefined
    const events = eventsOf(await b.follow(conversation, reply))
    const part = await received(replyKnown(reply), events, thinking)
    await events.return(undefined)
    expect(part).toMatchObject({ state: 'running', content: '', repliedAt: null })
    const followed = eventsOf(await b.follow(conversation, reply, lengthOf(partsOf(part))))
    const known = await received(part, followed, underWay)
    expect(known.parts?.find(isText)).toEqual({ kind: 'reasoning', text: thoughtBefore.text })
    await b.stop(conversation, reply)
    const atA = await received(replyKnown(reply), eventsOf(answer))
    for (const same of [await received(known, followed), await stored(conversation, reply)])
      expect(same).toMatchObject({ state: 'stopped', content: atA.content, parts: atA.parts })
  })

  test('it is stopped from the other server: the model is let go and the words stay', async () => {
    const { a, b, begin, model } = pair
    const { conversation, reply, answer, request } = await begin(a)
    const events = eventsOf(await b.follow(conversation, reply))
    const known = await received(replyKnown(reply), events, underWay)
    const wanted = performance.now()
    const stopped = b.stop(conversation, reply)
    expect(await model.closed(request)).toBe('cut')
    const took = performance.now() - wanted
    process.stdout.write(`stopped from the other server ${sharing}: let go after ${took.toFixed(0)} ms\n`)
    expect((await stopped).status).toBe(204)
    const atA = await received(replyKnown(reply), eventsOf(answer))
    expect(atA.state).toBe('stopped')
    expect(longReply.text.startsWith(atA.content)).toBe(true)
    for (const same of [await received(known, events), await stored(conversation, reply)])
      expect(same).toMatchObject({ state: 'stopped', content: atA.content })
    expect((await b.stop(conversation, reply)).status).toBe(204)
  })

  test('asked again at the other server it is the same reply, and another has to wait', async () => {
    const { a, b, begin, model } = pair
    const { conversation, ask, reply, answer } = await begin(a)
    const requests = model.requests.length
    const again = await b.ask(conversation, ask)
    const question = { id: ask.question.id }
    const other = await b.ask(conversation, { ...ask, replyId: crypto.randomUUID(), question })
    expect([again.status, other.status, (await other.json()).code]).toEqual([200, 409, 'reply_running'])
    await a.stop(conversation, reply)
    const one = await received(replyKnown(reply), eventsOf(answer))
    expect(await received(replyKnown(reply), eventsOf(again))).toMatchObject({
      state: 'stopped',
      content: one.content,
    })
    expect(model.requests.length).toBe(requests)
  })

  test('of many who ask at both servers at once in one conversation, one is answered', async () => {
    const { a, b, agent, model } = pair
    const requests = model.requests.length
    model.next('stalls')
    const conversation = crypto.randomUUID()
    const asks = Array.from({ length: 10 }, () => firstQuestion(agent))
    const answers = await Promise.all(asks.map((ask, index) => (index % 2 ? a : b).ask(conversation, ask)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(9).fill(409)])
    const reply = asks[answers.findIndex(({ ok }) => ok)]?.replyId ?? ''
    await model.request(requests)
    expect((await a.stop(conversation, reply)).status).toBe(204)
    await Promise.all(answers.map((answer) => answer.text()))
    expect(model.requests.length).toBe(requests + 1)
    expect((await b.open(conversation)).messages).toHaveLength(2)
  })

  test('the same question sent to both servers at once is asked once', async () => {
    const { a, b, agent, model } = pair
    const requests = model.requests.length
    const conversation = crypto.randomUUID()
    const ask = firstQuestion(agent)
    const answers = await Promise.all([a.ask(conversation, ask), b.ask(conversation, ask)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of answers)
      expect(await received(replyKnown(ask.replyId), eventsOf(answer))).toMatchObject({
        state: 'finished',
        content: 'Hello from the scripted model.',
      })
    expect(model.requests.length).toBe(requests + 1)
  })

  test('deleting the conversation at one server stops its reply at the other', async () => {
    const { a, b, begin, model } = pair
    const { conversation, answer, reply, request } = await begin(a)
    expect((await b.remove(conversation)).status).toBe(204)
    expect(await model.closed(request)).toBe('cut')
    expect(await received(replyKnown(reply), eventsOf(answer))).toMatchObject({ state: 'stopped' })
    expect((await a.follow(conversation, reply)).status).toBe(404)
  })
})
