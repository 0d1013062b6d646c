import { beforeEach, expect, test, vi } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { refusal, storedConversation } from '../../../../../test/stored-conversation.ts'
import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import type { Transport } from '../transport/transport.ts'
import { isUnanswered, type Turn } from './conversation.ts'
import { ConversationSession } from './conversation-session.ts'

const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
const words = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }

/** An agent whose every word the test supplies. */
function scriptedAgent() {
  type Said = ReplyEvent | 'end' | Error
  const replyStarted: { request: ChatRequest; signal: AbortSignal; say: (event: Said) => Promise<void> }[] =
    []
  async function* ask(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const queue: Said[] = []
    let wake = () => {}
    const say = (event: Said) => {
      queue.push(event)
      wake()
      return settle()
    }
    signal.addEventListener('abort', () => void say(new DOMException('Aborted', 'AbortError')))
    replyStarted.push({ request, signal, say })
    for (;;) {
      const next = queue.shift()
      if (next === 'end') return
      if (next instanceof Error) throw next
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return { replyStarted, ask }
}

/** A session whose frames the test renders. */
function startSession(
  transport: Transport,
  options: { isStored?: boolean; said?: readonly Message[]; now?: () => Date } = {},
) {
  const frames: (() => void)[] = []
  const news: string[] = []
  const session = new ConversationSession({
    id: 'c',
    transport,
    nextFrame: (callback) => frames.push(callback),
    onNews: (type) => news.push(type),
    now: () => new Date(0),
    ...options,
  })
  const paint = () => {
    for (const frame of frames.splice(0)) frame()
  }
  return { session, news, paint }
}

function inPage() {
  const agent = scriptedAgent()
  return { agent, ...startSession(pageTransport(null, agent.ask)) }
}

function stored(server = storedConversation(), isStored = false) {
  const time = manualTime()
  const transport = storedTransport('nova', server.replies, time.reconnecting)
  return { time, server, ...startSession(transport, { isStored, now: time.date }) }
}

/** Another tab, or this page after a reload: it opens what the server has. */
function opened(server: ReturnType<typeof storedConversation>) {
  const tab = stored(server, true)
  tab.session.merge(server.stored())
  tab.session.follow()
  return tab
}

const turnsOf = (session: ConversationSession) => session.getView().turns
function lastTurn(session: ConversationSession): Turn {
  const turn = turnsOf(session).at(-1)
  if (!turn) throw new Error('Nothing was said')
  return turn
}
const lastReply = (session: ConversationSession) => {
  const { reply } = lastTurn(session)
  return { state: reply?.state, content: reply?.content }
}

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  log.mockClear()
})

test('words that arrive between two frames are one change', async () => {
  const { session, agent, paint } = inPage()
  session.send('  Hello\n')
  expect(lastTurn(session).question.content).toBe('Hello')
  await agent.replyStarted[0]?.say(started)
  let changes = 0
  session.subscribe(() => changes++)
  for (const event of [words(0, 'a'), words(1, 'b'), words(2, 'c')]) await agent.replyStarted[0]?.say(event)
  expect(changes).toBe(0)
  paint()
  expect(changes).toBe(1)
  expect(lastReply(session)).toEqual({ state: 'running', content: 'abc' })
  await agent.replyStarted[0]?.say(finished)
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'abc' })
})

test('in the page stopping aborts the request at once and keeps what arrived, painted or not', async () => {
  const { session, agent, paint } = inPage()
  session.send('Hello')
  await agent.replyStarted[0]?.say(words(0, 'half'))
  session.stop()
  expect(agent.replyStarted[0]?.signal.aborted).toBe(true)
  expect(lastReply(session)).toEqual({ state: 'stopped', content: 'half' })
  await settle()
  paint()
  expect(lastReply(session)).toEqual({ state: 'stopped', content: 'half' })
  expect(log).not.toHaveBeenCalled()
})

test('what a stopped reply still says counts for nothing in the next one', async () => {
  const { session, agent, paint } = inPage()
  session.send('one')
  await settle()
  session.stop()
  session.askAgain(lastTurn(session).question.id)
  await agent.replyStarted[0]?.say(words(0, 'late'))
  await agent.replyStarted[1]?.say(words(0, 'new'))
  paint()
  expect(lastReply(session).content).toBe('new')
})

test('what was said elsewhere is gone on from in one line, whatever it left out, and told with the next question', async () => {
  const agent = scriptedAgent()
  const createdAt = new Date(0).toISOString()
  const reply = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt } as const
  // A turn between the two has no reply.
  const said: Message[] = [
    { id: 'q1', parentId: null, number: 4, role: 'user', content: 'One?', createdAt },
    { id: 'r1', parentId: 'q1', number: 5, role: 'assistant', content: 'One.', createdAt, ...reply },
    { id: 'q3', parentId: 'gone', number: 8, role: 'user', content: 'Three?', createdAt },
    { id: 'r3', parentId: 'q3', number: 9, role: 'assistant', content: 'Three.', createdAt, ...reply },
  ]
  const { session } = startSession(pageTransport(null, agent.ask), { said })
  const contents = () => session.getView().turns.map((turn) => [turn.question.content, turn.reply?.content])
  expect(contents()).toEqual([
    ['One?', 'One.'],
    ['Three?', 'Three.'],
  ])
  expect(session.send('Four?')).toBe(true)
  await settle()
  const announced = agent.replyStarted[0]?.request
  expect(announced?.history?.map(({ content }) => content)).toEqual(['One?', 'One.', 'Three?', 'Three.'])
  expect(announced?.message).toBe('Four?')
  expect(session.isStored()).toBe(false)
})

test('while a reply is pending nothing else is asked', async () => {
  const { session, agent } = inPage()
  expect(session.send('  ')).toBe(false)
  expect(session.send('one')).toBe(true)
  const { id } = lastTurn(session).question
  expect(session.send('two')).toBe(false)
  expect(session.edit(id, 'two')).toBe(false)
  expect(session.askAgain(id)).toBe(false)
  await settle()
  expect(agent.replyStarted).toHaveLength(1)
})

test('what is not there is neither edited nor asked again', () => {
  const { session } = inPage()
  expect(session.edit('nobody', 'two')).toBe(false)
  expect(session.askAgain('nobody')).toBe(false)
  session.stop()
  session.select('nobody')
  expect(turnsOf(session)).toEqual([])
})

test('an edited question stands beside the first one, with the same past, and both can be turned to', async () => {
  const { session, agent } = inPage()
  session.send('one')
  await agent.replyStarted[0]?.say(words(0, 'first'))
  await agent.replyStarted[0]?.say(finished)
  session.send('two')
  await agent.replyStarted[1]?.say(words(0, 'second'))
  await agent.replyStarted[1]?.say(finished)
  expect(session.edit(lastTurn(session).question.id, 'deux')).toBe(true)
  await agent.replyStarted[2]?.say(words(0, 'deuxième'))
  await agent.replyStarted[2]?.say(finished)
  expect(agent.replyStarted[2]?.request).toEqual({ ...agent.replyStarted[1]?.request, message: 'deux' })
  const { questions } = lastTurn(session)
  expect(questions.index).toBe(1)
  session.select(questions.ids[0] ?? '')
  expect(turnsOf(session).map(({ reply }) => reply?.content)).toEqual(['first', 'second'])
})

test('an edited question has the files of the one that was edited', async () => {
  const { session, agent } = inPage()
  const files = [{ id: 'f', name: 'photo.jpg', bytes: 9, picture: true as const }]
  session.send('one', files)
  await agent.replyStarted[0]?.say(finished)
  expect(session.edit(lastTurn(session).question.id, 'un')).toBe(true)
  expect(lastTurn(session).question).toMatchObject({ content: 'un', files })
})

// §4.34
test.each<[string, ReplyEvent | 'end' | Error]>([
  ['the server says that it failed', { type: 'failed', message: 'no', requestId: 'r' }],
  ['the stream ends without an end', 'end'],
  ['the network breaks', new TypeError('network error')],
  ['the server refuses', new ApiError(500, undefined)],
])(
  'when %s the question is unanswered, the reason is logged, and asking again can succeed',
  async (_, ending) => {
    const { session, agent } = inPage()
    session.send('Hello')
    await agent.replyStarted[0]?.say(ending)
    expect(isUnanswered(lastTurn(session))).toBe(true)
    expect(log).toHaveBeenCalledExactlyOnceWith('Error generating response', expect.anything())
    expect(session.askAgain(lastTurn(session).question.id)).toBe(true)
    await agent.replyStarted[1]?.say(words(0, 'Hi'))
    await agent.replyStarted[1]?.say(finished)
    expect(agent.replyStarted[1]?.request).toEqual(agent.replyStarted[0]?.request)
    expect(lastReply(session)).toEqual({ state: 'finished', content: 'Hi' })
    expect(lastTurn(session).replies.ids).toHaveLength(1)
  },
)

test('in the page a question that is refused to whoever is signed out is not answered, and can be asked again', async () => {
  const { agent, session } = inPage()
  session.send('What is light?')
  await settle()
  await agent.replyStarted[0]?.say(refusal(401, 'not_signed_in'))
  expect(session.getView()).toMatchObject({ pending: null, returned: null })
  expect(lastTurn(session)).toMatchObject({
    question: { content: 'What is light?' },
    failure: { kind: 'signed-out' },
  })
  expect(isUnanswered(lastTurn(session))).toBe(true)
  expect(session.askAgain(lastTurn(session).question.id)).toBe(true)
})

test('words that arrived before the network broke stay, and stand beside those of the next try', async () => {
  const { session, agent } = inPage()
  session.send('Hello')
  await agent.replyStarted[0]?.say(words(0, 'half'))
  await agent.replyStarted[0]?.say(new TypeError('network error'))
  expect(lastReply(session)).toEqual({ state: 'failed', content: 'half' })
  expect(lastTurn(session).failure).toEqual({ kind: 'unreachable' })
  session.askAgain(lastTurn(session).question.id)
  expect(lastTurn(session).replies).toMatchObject({ index: 1, ids: [expect.anything(), expect.anything()] })
})

test('a stored reply goes on over a broken connection as if nothing had been, and says so meanwhile', async () => {
  const { session, server, time, news, paint } = stored()
  session.send('Why?')
  await settle()
  await server.say('Be')
  server.setOffline(true)
  await server.breakConnections()
  await time.pass(4_000)
  paint()
  expect(session.getView().connection).toBe('reconnecting')
  expect(lastReply(session)).toEqual({ state: 'running', content: 'Be' })
  await server.say('cause')
  server.setOffline(false)
  await time.wake('online')
  expect(session.getView().connection).toBe('live')
  await server.say(' it is.')
  await server.end()
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'Because it is.' })
  expect(server.requests).toEqual(['ask Why?', 'follow 2'])
  expect(news).toEqual(['asked', 'ended'])
  expect(log).not.toHaveBeenCalled()
  expect([time.waiting(), server.connections()]).toEqual([0, 0])
})

test('whoever opens a conversation follows its running reply from the words that are stored', async () => {
  const { session, server } = stored()
  session.send('Why?')
  await settle()
  await server.say('Be')
  const other = opened(server)
  await settle()
  await server.say('cause')
  await server.end()
  expect(server.requests).toEqual(['ask Why?', 'follow 2'])
  expect(lastReply(other.session)).toEqual({ state: 'finished', content: 'Because' })
  expect(lastReply(session)).toEqual(lastReply(other.session))
  expect(other.session.send('And how?')).toBe(true)
})

test('a conversation is not followed before it is asked to, and shows nothing before it is taken in', async () => {
  const server = storedConversation()
  server.askElsewhere({
    replyId: 'r1',
    agentId: 'nova',
    question: { id: 'q1', parentId: null, content: 'Why?' },
  })
  const { session } = stored(server, true)
  expect([session.isStored(), session.isReady()]).toEqual([true, false])
  session.merge(server.stored())
  await settle()
  expect(session.isReady()).toBe(true)
  expect(session.getView().pending?.id).toBe('r1')
  expect(server.requests).toEqual([])
  session.follow()
  session.follow()
  await settle()
  expect(server.requests).toEqual(['follow 0'])
})

test('a stop shows at once, ends the reply for everybody, and the words that the server has are kept', async () => {
  const { session, server, paint } = stored()
  session.send('Why?')
  await settle()
  const other = opened(server)
  await settle()
  await server.say('Because it is')
  other.paint()
  // This tab has rendered nothing of it yet.
  session.stop()
  expect(lastReply(session)).toEqual({ state: 'stopped', content: 'Because it is' })
  expect(session.getView().pending).toBeNull()
  await settle()
  paint()
  expect(lastReply(session)).toEqual({ state: 'stopped', content: 'Because it is' })
  expect(lastReply(other.session)).toEqual({ state: 'stopped', content: 'Because it is' })
})

test('a reply that had finished before it could be stopped is a finished reply', async () => {
  const { session, server, time } = stored()
  session.send('Why?')
  await settle()
  await server.say('Be')
  server.setOffline(true)
  await server.breakConnections()
  session.stop()
  await server.say('cause')
  await server.end()
  expect(lastReply(session)).toEqual({ state: 'stopped', content: 'Be' })
  server.setOffline(false)
  await time.pass(5_000)
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'Because' })
  expect(time.waiting()).toBe(0)
})

test('after a stop the next question follows what was stopped', async () => {
  const { session, server } = stored()
  session.send('Why?')
  await settle()
  await server.say('Be')
  session.stop()
  expect(session.send('And how?')).toBe(true)
  await settle()
  await server.say('So')
  await server.end()
  expect(turnsOf(session).map(({ reply }) => reply?.content)).toEqual(['Be', 'So'])
  expect(server.stored().messages).toHaveLength(4)
})

test('where another reply is running the message goes back, and what runs is followed', async () => {
  const { session, server } = stored()
  session.send('one')
  await settle()
  await server.end()
  const parentId = lastTurn(session).reply?.id ?? ''
  server.askElsewhere({
    replyId: 'r9',
    agentId: 'nova',
    question: { id: 'q9', parentId, content: 'elsewhere' },
  })
  expect(session.send('two')).toBe(true)
  await settle()
  expect(session.getView().returned).toEqual({ text: 'two', failure: { kind: 'busy' } })
  expect(turnsOf(session).map(({ question }) => question.content)).toEqual(['one', 'elsewhere'])
  await server.say('there')
  await server.end()
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'there' })
  session.takeReturned()
  expect(session.getView().returned).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('who stops a question on its way is shown what was asked elsewhere meanwhile', async () => {
  const { session, server } = stored()
  session.send('one')
  await settle()
  await server.end()
  const parentId = lastTurn(session).reply?.id ?? ''
  server.setOffline(true)
  session.send('two')
  await settle()
  server.askElsewhere({
    replyId: 'r9',
    agentId: 'nova',
    question: { id: 'q9', parentId, content: 'elsewhere' },
  })
  session.merge(server.stored())
  expect(lastTurn(session).question.content).toBe('two')
  session.stop()
  expect(lastTurn(session).question.content).toBe('elsewhere')
  expect(lastTurn(session).questions.ids).toHaveLength(2)
  expect(session.getView().pending?.id).toBe('r9')
})

test('what another tab asks at the same moment runs on as a version of what was asked here, which stays shown', async () => {
  const { session, server } = stored()
  session.send('one')
  await settle()
  await server.end()
  const parentId = lastTurn(session).reply?.id ?? ''
  session.send('two')
  await settle()
  await server.end()
  server.askElsewhere({
    replyId: 'r9',
    agentId: 'nova',
    question: { id: 'q9', parentId, content: 'elsewhere' },
  })
  await session.reload()
  expect(turnsOf(session).map(({ question }) => question.content)).toEqual(['one', 'two'])
  expect(lastTurn(session).questions).toMatchObject({ index: 0, ids: { length: 2 } })
  await server.say('there')
  await server.end()
  expect(lastTurn(session).question.content).toBe('two')
  expect(session.replyOf('r9')).toMatchObject({ state: 'finished', content: 'there' })
})

test('asking again where another reply is running shows the earlier reply again', async () => {
  const { session, server } = stored()
  session.send('one')
  await settle()
  await server.say('first')
  await server.end()
  server.refuseNext(refusal(409, 'conversation_full'))
  session.askAgain(lastTurn(session).question.id)
  expect(lastTurn(session).reply?.state).toBe('running')
  await settle()
  expect(session.getView().returned).toEqual({ text: '', failure: { kind: 'full' } })
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'first' })
})

test('a question that was refused is asked whole the next time', async () => {
  const { session, server, time } = stored()
  server.refuseNext(refusal(429, 'rate_limited', { retryAfter: 30 }))
  session.send('Why?')
  await settle()
  expect(lastTurn(session).failure).toEqual({
    kind: 'limited',
    retryAt: new Date(time.date().getTime() + 30_000),
  })
  expect(session.isStored()).toBe(false)
  session.askAgain(lastTurn(session).question.id)
  await settle()
  await server.say('Because.')
  await server.end()
  expect(server.requests).toEqual(['ask Why?', 'ask Why?'])
  expect(server.stored().messages).toHaveLength(2)
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'Because.' })
})

test('what follows a refused question follows what the server has', async () => {
  const { session, server } = stored()
  session.send('one')
  await settle()
  await server.say('first')
  await server.end()
  server.refuseNext(refusal(429, 'rate_limited', { retryAfter: 30 }))
  session.send('two')
  await settle()
  session.send('three')
  await settle()
  await server.say('third')
  await server.end()
  expect(turnsOf(session).map(({ question }) => question.content)).toEqual(['one', 'three'])
  // The refused question is not lost.
  expect(lastTurn(session).questions).toMatchObject({ index: 1 })
})

test('a reply that can not be followed does not seem to run, and its end is taken in all the same', async () => {
  const { session, server, time } = stored()
  session.send('Why?')
  await settle()
  await server.say('Be')
  server.loseLog()
  await server.breakConnections()
  await time.pass(60_000)
  expect(server.requests).toEqual(['ask Why?', 'follow 2', 'load', 'follow 2', 'load'])
  expect(lastReply(session)).toEqual({ state: 'failed', content: 'Be' })
  expect(session.getView().pending).toBeNull()
  await server.say('cause')
  await server.end()
  session.merge(server.stored())
  expect(lastReply(session)).toEqual({ state: 'finished', content: 'Because' })
})

test('the place that is shown is stored, once the server has it', async () => {
  const { session, server } = stored()
  session.send('Why?')
  await settle()
  await server.say('one')
  await server.end()
  const { id } = lastTurn(session).question
  session.askAgain(id)
  await settle()
  await server.say('two')
  await server.end()
  const first = lastTurn(session).replies.ids[0] ?? ''
  session.select(first)
  await settle()
  expect(server.stored().activeLeaf).toBe(first)
  expect(lastReply(opened(server).session).content).toBe('one')
})

test('two conversations run side by side and do not hear each other', async () => {
  const one = stored()
  const other = stored()
  one.session.send('one')
  other.session.send('other')
  await settle()
  await other.server.say('B')
  await one.server.say('A')
  one.session.stop()
  await other.server.end()
  await settle()
  expect(lastReply(one.session)).toEqual({ state: 'stopped', content: 'A' })
  expect(lastReply(other.session)).toEqual({ state: 'finished', content: 'B' })
})

test('closing lets go of the connection, and the reply goes on', async () => {
  const { session, server, time } = stored()
  session.send('Why?')
  await settle()
  session.close()
  await settle()
  expect([time.waiting(), server.connections()]).toEqual([0, 0])
  await server.say('Because')
  await server.end()
  expect(server.stored().messages.at(-1)).toMatchObject({ state: 'finished', content: 'Because' })
})
