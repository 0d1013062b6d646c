import { expect, test, vi } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { storedConversation } from '../../../../../test/stored-conversation.ts'
import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'
import type { Outbox } from './waiting-questions.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const common = { id: 'c', nextFrame: (callback: () => void) => callback(), now: () => new Date(0) }

/** A conversation with a wallet, whose server a test holds. */
function stored(options: { outbox?: Outbox; isStored?: boolean } = {}) {
  const server = storedConversation()
  const time = manualTime()
  const open = () =>
    new ConversationSession({
      ...common,
      transport: storedTransport('nova', server.replies, time.reconnecting),
      ...options,
    })
  return { server, time, open, session: open() }
}

const greeting = (session: ConversationSession) => session.getView().greeting
const textOf = (session: ConversationSession) => greeting(session)?.message.content
const turnTo = (session: ConversationSession, index: number) =>
  session.select(greeting(session)?.versions.ids[index] ?? '')

test('a conversation begins with the first greeting, and turns to the others without the server', async () => {
  const { session, server } = stored()
  session.greet(['One', 'Two'])
  expect([textOf(session), greeting(session)?.versions.index]).toEqual(['One', 0])
  turnTo(session, 1)
  await settle()
  expect([textOf(session), greeting(session)?.versions.index]).toEqual(['Two', 1])
  // The same greetings again change nothing; others take their place.
  session.greet(['One', 'Two'])
  expect(textOf(session)).toBe('Two')
  session.greet(['Three'])
  expect(textOf(session)).toBe('Three')
  expect(server.requests).toEqual([])
})

test('the chosen one is stored with the first question, and the others stay to turn to', async () => {
  const { session, server } = stored()
  session.greet(['One', 'Two', 'Three'])
  turnTo(session, 1)
  session.send('Hello')
  await settle()
  await server.say('Hi')
  await server.end()
  session.merge(server.stored())
  expect(server.stored().messages.map(({ content }) => content)).toEqual(['Two', 'Hello', 'Hi'])
  expect([textOf(session), greeting(session)?.versions]).toMatchObject(['Two', { index: 1 }])
  expect(greeting(session)?.versions.ids).toHaveLength(3)
  expect(session.getView().turns).toHaveLength(1)

  turnTo(session, 0)
  expect(session.getView().turns).toEqual([])
  session.send('Hello again')
  await settle()
  await server.end()
  expect(server.stored().messages.map(({ parentId, content }) => [parentId === null, content])).toEqual([
    [true, 'Two'],
    [false, 'Hello'],
    [false, 'Hi'],
    [true, 'One'],
    [false, 'Hello again'],
    [false, ''],
  ])
  session.greet(['Changed'])
  expect(textOf(session)).toBe('One')
})

test('an edited first question stays under its greeting', async () => {
  const { session, server } = stored()
  session.greet(['One'])
  session.send('Hello')
  await settle()
  await server.say('Hi')
  await server.end()
  session.edit(session.getView().turns[0]?.question.id ?? '', 'Goodbye')
  await settle()
  await server.end()
  const roots = server.stored().messages.filter(({ parentId }) => parentId === null)
  expect(roots.map(({ content }) => content)).toEqual(['One'])
  expect(session.getView().turns[0]?.questions.ids).toHaveLength(2)
})

test('a question that did not arrive is asked by the next page under the same greeting', async () => {
  let waiting: ReturnType<Outbox['recall']>
  const outbox: Outbox = {
    remember: ({ replyId, question: { id, parentId, content, createdAt }, greeting: text }) => {
      waiting = { replyId, id, parentId, content, createdAt, greeting: text }
    },
    forget: () => {},
    recall: () => waiting,
  }
  const { session, server, time, open } = stored({ outbox })
  session.greet(['One', 'Two'])
  turnTo(session, 1)
  server.setOffline(true)
  session.send('Hello')
  await time.pass(1_000)
  session.close()
  const next = open()
  next.greet(['One', 'Two'])
  next.resume()
  server.setOffline(false)
  await time.pass(10_000)
  expect(server.stored().messages.map(({ content }) => content)).toEqual(['Two', 'Hello', ''])
  expect(textOf(next)).toBe('Two')
})

test('a visitor’s questions carry the greeting, and a wallet stores it with them, without the others', async () => {
  const server = storedConversation()
  const time = manualTime()
  const asked: ChatRequest[] = []
  let isSignedIn = false
  const session = new ConversationSession({
    ...common,
    transport: pageTransport('nova', async function* (request) {
      asked.push(request)
      yield started
      yield { type: 'words', at: 0, text: 'Hi' }
      yield { type: 'finished', reason: 'stop' }
    }),
    storage: {
      signingIn: () => null,
      open: () =>
        isSignedIn
          ? { transport: storedTransport('nova', server.replies, time.reconnecting), onKept: () => {} }
          : null,
    },
  })
  session.greet(['One', 'Two'])
  turnTo(session, 1)
  session.send('Hello')
  await settle()
  expect(asked).toMatchObject([{ greeting: 'Two', message: 'Hello', history: [] }])
  isSignedIn = true
  session.send('And now?')
  await settle()
  expect(server.stored().messages.map(({ content }) => content)).toEqual([
    'Two',
    'Hello',
    'Hi',
    'And now?',
    '',
  ])
})

test('a wallet’s first question in a page’s conversation carries its greeting', async () => {
  const server = storedConversation()
  const time = manualTime()
  const session = new ConversationSession({
    ...common,
    transport: pageTransport('nova', () => {
      throw new Error('nothing is asked in the page')
    }),
    storage: {
      signingIn: () => null,
      open: () => ({
        transport: storedTransport('nova', server.replies, time.reconnecting),
        onKept: () => {},
      }),
    },
  })
  session.greet(['One', 'Two'])
  session.send('Hello')
  await settle()
  expect(server.requests).toEqual(['ask Hello'])
  expect(server.stored().messages.map(({ content }) => content)).toEqual(['One', 'Hello', ''])
})

test('a stored conversation is not greeted', () => {
  const { session } = stored({ isStored: true })
  session.greet(['One'])
  expect(greeting(session)).toBeNull()
})
