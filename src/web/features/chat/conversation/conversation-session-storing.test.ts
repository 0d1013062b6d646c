import { beforeEach, expect, test, vi } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { refusal, storedConversation } from '../../../../../test/stored-conversation.ts'
import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  log.mockClear()
})

/** A visitor's conversation in a page whose wallet the test controls. */
function led() {
  const server = storedConversation()
  const time = manualTime()
  const inPage: ChatRequest[] = []
  let signingIn: PromiseWithResolvers<void> | undefined
  let isSignedIn = false
  let keptTimes = 0
  const session = new ConversationSession({
    id: 'c',
    transport: pageTransport('nova', async function* (request) {
      inPage.push(request)
      yield started
      yield { type: 'words', at: 0, text: `Answer ${inPage.length}` }
      yield { type: 'finished', reason: 'stop' }
    }),
    storage: {
      signingIn: () => signingIn?.promise ?? null,
      open: () =>
        isSignedIn
          ? {
              transport: storedTransport('nova', server.replies, time.reconnecting),
              onKept: () => keptTimes++,
            }
          : null,
    },
    nextFrame: (callback) => callback(),
    now: () => new Date(0),
  })
  return {
    server,
    session,
    /** The requests of replies that are not stored. */
    inPage,
    kept: () => keptTimes,
    /** The wallet asks the person for a signature. */
    beginSignIn() {
      signingIn = Promise.withResolvers()
    },
    async endSignIn(outcome: 'signed in' | 'refused') {
      isSignedIn = outcome === 'signed in'
      signingIn?.resolve()
      signingIn = undefined
      await settle()
    },
    async ask(text: string) {
      expect(session.send(text)).toBe(true)
      await settle()
    },
    shown: () =>
      session.getView().turns.flatMap(({ question, reply }) => [question.content, reply?.content ?? '']),
  }
}

/** Responds with what the server stores. */
async function answer(server: ReturnType<typeof storedConversation>, text: string) {
  await server.say(text)
  await server.end()
}

test('a question that is asked while the wallet signs in waits for that, and is kept', async () => {
  const { session, server, inPage, ask, beginSignIn, endSignIn, shown, kept } = led()
  beginSignIn()
  await ask('What is light?')
  expect([inPage, server.requests]).toEqual([[], []])
  expect(session.getView()).toMatchObject({ waitsForSignIn: true, pending: { state: 'running' } })
  await endSignIn('signed in')
  expect(session.getView().waitsForSignIn).toBe(false)
  await answer(server, 'A wave.')
  expect(shown()).toEqual(['What is light?', 'A wave.'])
  expect([session.kept, session.isStored(), kept()]).toEqual(['server', true, 1])
  await ask('And sound?')
  await answer(server, 'A wave as well.')
  expect(server.stored().messages.map(({ content }) => content)).toEqual(shown())
  expect(inPage).toEqual([])
})

test('a signature that is refused leaves it in the page, and the question is asked at once', async () => {
  const { session, server, inPage, ask, beginSignIn, endSignIn, shown } = led()
  beginSignIn()
  await ask('What is light?')
  await endSignIn('refused')
  expect(inPage.map(({ message }) => message)).toEqual(['What is light?'])
  expect(shown()).toEqual(['What is light?', 'Answer 1'])
  expect([session.kept, server.requests]).toEqual(['page', []])
})

test('whoever does not want to wait for the wallet asks in the page, and it is kept with the next question', async () => {
  const { session, server, inPage, ask, beginSignIn, endSignIn, shown } = led()
  beginSignIn()
  await ask('What is light?')
  session.askNow()
  await settle()
  expect(shown()).toEqual(['What is light?', 'Answer 1'])
  await endSignIn('signed in')
  expect(server.requests).toEqual([])
  await ask('And sound?')
  await answer(server, 'A wave as well.')
  expect(server.stored().messages.map(({ content }) => content)).toEqual([
    'What is light?',
    'Answer 1',
    'And sound?',
    'A wave as well.',
  ])
  expect(inPage).toHaveLength(1)
})

test('what a visitor has said is kept with the first question after signing in, its branches as well', async () => {
  const { session, server, ask, beginSignIn, endSignIn, shown } = led()
  await ask('What is light?')
  session.askAgain(session.getView().turns[0]?.question.id ?? '')
  await settle()
  beginSignIn()
  await endSignIn('signed in')
  expect([session.kept, server.requests]).toEqual(['page', []])
  await ask('And sound?')
  expect(server.requests).toEqual(['keep 3', 'ask And sound?'])
  await answer(server, 'A wave.')
  expect(shown()).toEqual(['What is light?', 'Answer 2', 'And sound?', 'A wave.'])
  const [, one, other, next] = server.stored().messages
  expect([one?.content, other?.content, one?.parentId === other?.parentId]).toEqual([
    'Answer 1',
    'Answer 2',
    true,
  ])
  expect(next?.parentId).toBe(other?.id)
})

test('an old question that is asked again after signing in keeps the conversation as a new one does', async () => {
  const { session, server, ask, beginSignIn, endSignIn, shown } = led()
  await ask('What is light?')
  beginSignIn()
  await endSignIn('signed in')
  session.askAgain(session.getView().turns[0]?.question.id ?? '')
  await settle()
  await answer(server, 'A wave.')
  expect(server.requests).toEqual(['keep 2', 'ask again'])
  expect(shown()).toEqual(['What is light?', 'A wave.'])
  expect(session.kept).toBe('server')
})

test('where it can not be kept it goes on in the page, and the next question tries again', async () => {
  const { session, server, inPage, ask, beginSignIn, endSignIn, shown } = led()
  await ask('What is light?')
  beginSignIn()
  await endSignIn('signed in')
  server.refuseNext(refusal(503, 'not_ready'))
  await ask('And sound?')
  expect(inPage.map(({ message }) => message)).toEqual(['What is light?', 'And sound?'])
  expect(session.kept).toBe('page')
  // The server stores it, but its response is lost.
  server.loseNextAnswer()
  await ask('And heat?')
  expect(session.kept).toBe('page')
  await ask('And time?')
  await answer(server, 'Who knows.')
  expect(session.kept).toBe('server')
  expect(server.stored().messages.map(({ content }) => content)).toEqual(shown())
})

test('stopping while it waits asks nothing, and asking again waits for the next sign-in', async () => {
  const { session, server, inPage, ask, beginSignIn, endSignIn } = led()
  beginSignIn()
  await ask('What is light?')
  session.stop()
  await endSignIn('refused')
  expect([inPage, server.requests]).toEqual([[], []])
  expect(session.getView()).toMatchObject({ pending: null, waitsForSignIn: false })
  beginSignIn()
  session.askAgain(session.getView().turns[0]?.question.id ?? '')
  await settle()
  expect(session.getView().waitsForSignIn).toBe(true)
  await endSignIn('signed in')
  await answer(server, 'A wave.')
  expect(session.kept).toBe('server')
})
