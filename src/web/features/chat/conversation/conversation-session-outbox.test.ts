import { expect, test, vi } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { refusal, storedConversation } from '../../../../../test/stored-conversation.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'
import type { Outbox } from './waiting-questions.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})

/** The browser's storage for one conversation. */
function memoryOutbox() {
  const waiting = new Map<string, ReturnType<Outbox['recall']>>()
  const outbox: Outbox = {
    remember: ({ replyId, question: { id, parentId, content, createdAt } }) =>
      void waiting.set(replyId, { replyId, id, parentId, content, createdAt }),
    forget: (replyId) => void waiting.delete(replyId),
    recall: () => [...waiting.values()].at(-1),
  }
  return { outbox, waiting }
}

/** A page of the browser with the conversation; its state is lost when it closes, except for the outbox. */
function openPage(server: ReturnType<typeof storedConversation>, outbox: Outbox, isStored = false) {
  const time = manualTime()
  const session = new ConversationSession({
    id: 'c',
    transport: storedTransport('nova', server.replies, time.reconnecting),
    outbox,
    isStored,
    nextFrame: (callback) => callback(),
    now: time.date,
  })
  return { session, time }
}

const texts = (server: ReturnType<typeof storedConversation>) =>
  server.stored().messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

test('a question that did not arrive is asked once by the page after, under the same ids', async () => {
  const server = storedConversation()
  const { outbox, waiting } = memoryOutbox()
  server.setOffline(true)
  const first = openPage(server, outbox)
  first.session.send('What is light?')
  await first.time.pass(60_000)
  expect(first.session.getView()).toMatchObject({ isUnsent: true, connection: 'reconnecting' })
  const sent = first.session.getView().turns.at(-1)
  first.session.close()

  const second = openPage(server, outbox)
  second.session.resume()
  second.session.resume()
  await second.time.pass(1_000)
  const shown = second.session.getView().turns.map(({ question, reply }) => [question.id, reply?.id])
  expect(shown).toEqual([[sent?.question.id, sent?.reply?.id]])
  server.setOffline(false)
  await second.time.pass(10_000)
  expect(second.session.getView().isUnsent).toBe(false)
  expect([texts(server), waiting.size]).toEqual([['What is light?'], 0])
})

test('one whose answer alone was lost is not there twice', async () => {
  const server = storedConversation()
  const { outbox, waiting } = memoryOutbox()
  const first = openPage(server, outbox)
  server.loseNextAnswer()
  first.session.send('What is light?')
  first.session.close()
  await settle()
  expect(waiting.size).toBe(1)

  const second = openPage(server, outbox, true)
  second.session.resume()
  // Before hydration nothing is known of the conversation.
  expect(second.session.getView().turns).toEqual([])
  second.session.merge(server.stored())
  second.session.follow()
  second.session.resume()
  await second.time.pass(1_000)
  expect(texts(server)).toEqual(['What is light?'])
  expect(waiting.size).toBe(0)
})

test('what was stopped does not come back by itself', async () => {
  const server = storedConversation()
  const { outbox, waiting } = memoryOutbox()
  const { session, time } = openPage(server, outbox)
  server.setOffline(true)
  session.send('Never mind')
  await time.pass(1_000)
  expect(waiting.size).toBe(1)
  session.stop()
  expect(waiting.size).toBe(0)
})

test('what was refused does not come back by itself', async () => {
  const server = storedConversation()
  const { outbox, waiting } = memoryOutbox()
  const { session, time } = openPage(server, outbox)
  server.refuseNext(refusal(401, 'not_signed_in'))
  session.send('Who am I?')
  await time.pass(1_000)
  expect(session.getView()).toMatchObject({
    pending: null,
    turns: [],
    returned: { text: 'Who am I?', failure: { kind: 'signed-out' } },
  })
  expect(waiting.size).toBe(0)
})

test('what a fault of the server kept from it is asked once more by the page after', async () => {
  const server = storedConversation()
  const { outbox, waiting } = memoryOutbox()
  const first = openPage(server, outbox)
  server.refuseNext(refusal(500, 'internal_error'))
  first.session.send('What is light?')
  await first.time.pass(1_000)
  expect(first.session.getView().turns.at(-1)).toMatchObject({ failure: { kind: 'silent' } })
  first.session.close()

  const second = openPage(server, outbox)
  second.session.resume()
  await second.time.pass(1_000)
  expect([texts(server), waiting.size]).toEqual([['What is light?'], 0])
})
