import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ModelServer } from '../e2e/fakes/model-server.ts'
import type { testApp } from './app.ts'
import { conversationClient, firstQuestion } from './conversation-client.ts'
import { realmRequests } from './realm-requests.ts'
import { eventsOf, received, replyKnown } from './reply-events.ts'
import type { Account, Send } from './sign-in.ts'

/** What nobody may find again in what is recorded of an hour. */
export const MARK = 'Zephyrine'

const earlier = [
  { role: 'user', content: 'Good morning' },
  { role: 'assistant', content: 'Hello' },
]

/** A chat that nothing keeps, heard to its end. @returns the status of the answer */
export async function chatWith(
  send: Send,
  agentId: string | null,
  message: string,
  more: { as?: Account; goesOn?: boolean } = {},
): Promise<number> {
  const json = { agentId, message: `${MARK} ${message}`, history: more.goesOn ? earlier : [] }
  const response = await send('POST', '/api/chat', { as: more.as, json })
  await response.text()
  return response.status
}

/**
 * Uses an agent in every way there is. Whoever counts by hand finds each reply here, under its number; the usual one has
 * five words, one that is let go of or breaks has three.
 * @param other a server on the same database that ends with it, and `cut` one whose model can't be reached
 */
export async function useAgent(
  servers: { server: Served; other: Served; cut: Served; model: ModelServer },
  { maker, bob, cyd }: { maker: Account; bob: Account; cyd: Account },
  agentId: string,
): Promise<void> {
  const { server, other, cut, model } = servers
  const { send } = server
  const { ask, follow, stop } = conversationClient(send, bob)
  const conversation = randomUUID()

  // 1: bob begins a conversation. Sent again and followed again it is the same reply.
  const begun = firstQuestion(agentId, `${MARK}, what is light?`)
  for (const _ of [1, 2]) await (await ask(conversation, begun)).text()
  await (await follow(conversation, begun.replyId)).text()
  // 2: he asks the same again, and the model says nothing.
  model.next('empty')
  const retry = { replyId: randomUUID(), agentId, question: { id: begun.question.id } }
  await (await ask(conversation, retry)).text()
  // 3: the model's server refuses.
  const next = (content: string) => ({
    replyId: randomUUID(),
    agentId,
    question: { id: randomUUID(), parentId: begun.replyId, content },
  })
  await (await ask(conversation, next(`${MARK} [scenario:error-400]`))).text()
  // 4: he stops one.
  const stalls = next('[scenario:stalls]')
  await heardThreeWords(await ask(conversation, stalls))
  await stop(conversation, stalls.replyId)

  // 5: cyd begins to chat, and it breaks off. 6: she goes on, and the model runs into its limit.
  await chatWith(send, agentId, '[scenario:breaks]', { as: cyd })
  await chatWith(send, agentId.toUpperCase(), '[scenario:length]', { as: cyd, goesOn: true })
  // 7: a visitor begins to chat, and goes on. 8: the model has too much to do. 9: it says one word, then nonsense.
  await chatWith(send, agentId, 'Hello')
  await chatWith(send, agentId, '[scenario:error-429]', { goesOn: true })
  await chatWith(send, agentId, '[scenario:malformed]', { goesOn: true })
  // 10: the owner talks with it as anybody does.
  await chatWith(send, agentId, 'Hello', { as: maker })

  // 11: bob has it answer in a realm.
  const realm = realmRequests(send)
  const { id } = await realm.make(bob)
  const invited = await send('PUT', `/api/realms/${id}/agents/${agentId}`, { as: bob })
  expect(invited.status).toBe(200)
  await realm.said(id, `@Alpha, ${MARK}?`, bob)
  await vi.waitFor(
    async () => expect((await realm.read(id)).messages).toMatchObject([{}, { state: 'finished' }]),
    20_000,
  )

  // 12: elsewhere the model can't be reached.
  await chatWith(cut.send, agentId, 'Hello', { as: cyd, goesOn: true })
  // 13: cyd begins a conversation with a server that then ends.
  const { ask: askThere } = conversationClient(other.send, cyd)
  await heardThreeWords(await askThere(randomUUID(), firstQuestion(agentId, '[scenario:stalls]')))
  await other.replies.close()
  // 14: a visitor goes away in the middle.
  const json = { agentId, message: '[scenario:stalls]', history: earlier }
  await (await heardThreeWords(await send('POST', '/api/chat', { json }))).return(undefined)

  // 15: cyd has a post drafted. 16: the model writes nothing for another.
  for (const topic of [MARK, '[scenario:empty]']) {
    const brief = { agentId, platform: 'x', topic, source: '', tone: 'friendly', position: 1, count: 1 }
    const drafted = await send('POST', '/api/social/drafts', { as: cyd, json: { ...brief, instead: '' } })
    expect(drafted.status).toBe(200)
    await drafted.text()
  }

  // Nobody's: nothing answers there, and the default entity is no agent of anybody.
  expect(await chatWith(send, randomUUID(), 'Hello')).toBe(404)
  expect(await chatWith(send, null, 'Hello')).toBe(200)
}

type Served = Pick<ReturnType<typeof testApp>, 'send' | 'replies'>

async function heardThreeWords(response: Response) {
  const events = eventsOf(response)
  await received(replyKnown(randomUUID()), events, ({ content }) => content === 'Hello from the')
  return events
}
