import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import {
  longReply,
  type ServerPair,
  sharings,
  startServerPair,
  thoughtBefore,
  underWay,
} from '../../test/server-pair.ts'
import { isText } from '../shared/chat/parts.ts'

const possible = inject('template').kind === 'postgresql'

describe.runIf(possible).each(sharings)('several servers $sharing', ({ sharing, environment }) => {
  let pair: ServerPair
  beforeAll(async () => {
    pair = await startServerPair(environment)
  })
  afterAll(() => pair?.end())

  test('one that dies leaves the words stored so far, told as interrupted, and what was asked can be asked again', async () => {
    const { a, b, begin, model } = pair
    const victim = await pair.start()
    const followed = await begin(victim.client)
    const alone = await begin(victim.client)
    await received(replyKnown(alone.reply), eventsOf(alone.answer), underWay)
    const events = eventsOf(await b.follow(followed.conversation, followed.reply))
    const known = await received(replyKnown(followed.reply), events, underWay)
    await victim.kill()
    const died = performance.now()
    const left = await received(known, events)
    const took = (performance.now() - died) / 1000
    process.stdout.write(`a server that died, told ${sharing} after ${took.toFixed(1)} s\n`)
    expect(left.state).toBe('interrupted')
    // Nobody followed the other reply; its owner returns later, on another server.
    const found = await a.followToEnd(alone.conversation, alone.reply)

    for (const [{ conversation, ask, reply }, { content, parts }] of [
      [followed, left],
      [alone, found],
    ] as const) {
      expect(content).not.toBe('')
      expect(longReply.text.startsWith(content)).toBe(true)
      expect(parts?.find(isText)).toEqual({ kind: 'reasoning', text: thoughtBefore.text })
      const { messages, state } = await b.open(conversation)
      expect(state).toBe('interrupted')
      expect(messages.find(({ id }) => id === reply)).toMatchObject({ state, content, parts })
      expect(await a.followToEnd(conversation, reply)).toMatchObject({ state, content, parts })

      model.next('words')
      const retry = { ...ask, replyId: crypto.randomUUID(), question: { id: ask.question.id } }
      const retried = eventsOf(await a.ask(conversation, retry))
      expect(await received(replyKnown(retry.replyId), retried)).toMatchObject({
        state: 'finished',
        content: 'Hello from the scripted model.',
      })
    }
  })

  test('one that is ended by its operator says so at the others, with every word', async () => {
    const { b, begin } = pair
    const victim = await pair.start()
    const { conversation, reply, answer } = await begin(victim.client)
    const events = eventsOf(await b.follow(conversation, reply))
    const known = await received(replyKnown(reply), events, underWay)
    const [code, atVictim, atB] = await Promise.all([
      victim.stop(),
      received(replyKnown(reply), eventsOf(answer)),
      received(known, events),
    ])
    expect([code, atVictim.state, atB.state]).toEqual([0, 'interrupted', 'interrupted'])
    expect(atB.content).toBe(atVictim.content)
    const { messages } = await b.open(conversation)
    expect(messages.find(({ id }) => id === reply)).toMatchObject({
      state: 'interrupted',
      content: atVictim.content,
    })
  })
})
