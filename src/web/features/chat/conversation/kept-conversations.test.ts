import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { storedConversation } from '../../../../../test/stored-conversation.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'
import { KeptConversations } from './kept-conversations.ts'

const nextFrame = () => {}
const inPage = (id: string) =>
  new ConversationSession({
    id,
    nextFrame,
    transport: pageTransport(null, async function* () {
      yield { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
      await new Promise(() => {})
    }),
  })
function stored(id: string) {
  const time = manualTime()
  const server = storedConversation()
  const transport = storedTransport('nova', server.replies, time.reconnecting)
  return { server, time, session: new ConversationSession({ id, nextFrame, transport }) }
}

test('a conversation is found by its id, and the last one of the page by its agent', () => {
  const kept = new KeptConversations()
  const [first, second, other] = [inPage('1'), inPage('2'), inPage('3')]
  kept.keep(first, 'nova', null)
  kept.keep(second, 'nova', null)
  kept.keep(other, null, null)
  expect(kept.find('1', null)).toBe(first)
  expect(kept.find('4', null)).toBeUndefined()
  expect(kept.withAgent('nova')).toBe(second)
  expect(kept.withAgent(null)).toBe(other)
  kept.keep(first, 'nova', null)
  expect(kept.withAgent('nova')).toBe(first)
  kept.forget('1')
  expect(kept.withAgent('nova')).toBe(second)
})

test('a stored conversation is found by its wallet alone, and never as the one of the page', () => {
  const kept = new KeptConversations()
  const { session } = stored('1')
  kept.keep(session, 'nova', 'wallet')
  expect(kept.find('1', 'wallet')).toBe(session)
  expect(kept.find('1', 'another wallet')).toBeUndefined()
  expect(kept.find('1', null)).toBeUndefined()
  expect(kept.withAgent('nova')).toBeUndefined()
})

test('of very many the one unused for longest is let go first, and never one with a running reply', () => {
  const kept = new KeptConversations()
  const running = inPage('running')
  running.send('Hello')
  kept.keep(running, 'nova', null)
  for (let number = 0; number < 30; number++) kept.keep(inPage(`${number}`), `${number}`, null)
  expect(kept.find('running', null)).toBe(running)
  expect(kept.find('10', null)).toBeUndefined()
  expect(kept.find('11', null)).toBeDefined()
  expect(kept.find('29', null)).toBeDefined()
})

test('another wallet finds nothing of the one before it, and what runs for that one goes on unheard', async () => {
  const kept = new KeptConversations()
  const { session, server, time } = stored('1')
  session.send('Why?')
  await settle()
  kept.keep(session, 'nova', 'wallet')
  const page = inPage('2')
  kept.keep(page, 'nova', null)
  kept.leaveOnly('wallet')
  expect(kept.find('1', 'wallet')).toBe(session)
  kept.leaveOnly(null)
  await settle()
  expect(kept.find('1', 'wallet')).toBeUndefined()
  expect(kept.find('2', null)).toBe(page)
  expect([time.waiting(), server.connections()]).toEqual([0, 0])
  expect(server.stored().messages.at(-1)).toMatchObject({ state: 'running' })
})

test('what a wallet said in the page alone ends when the tab becomes another one’s, and what a visitor said does not', () => {
  const kept = new KeptConversations()
  const [own, visitors] = [inPage('1'), inPage('2')]
  own.send('A secret')
  kept.keep(own, 'nova', null, 'wallet')
  kept.keep(visitors, 'vega', null, null)
  // Shown again, it is still of whoever asked in it.
  kept.keep(own, 'nova', null)
  kept.handTo('wallet')
  expect([kept.withAgent('nova'), kept.hasLeft(own)]).toEqual([own, false])
  kept.handTo(null)
  expect([kept.withAgent('nova'), kept.hasLeft(own)]).toEqual([undefined, true])
  expect(own.getView().pending).toBeNull()
  kept.handTo('another wallet')
  expect([kept.withAgent('vega'), kept.hasLeft(visitors)]).toEqual([visitors, false])
})

test('when all that is stored was deleted, the page keeps its own', () => {
  const kept = new KeptConversations()
  kept.keep(stored('1').session, 'nova', 'wallet')
  kept.keep(inPage('2'), 'nova', null)
  kept.forgetStored()
  expect(kept.find('1', 'wallet')).toBeUndefined()
  expect(kept.find('2', null)).toBeDefined()
})
