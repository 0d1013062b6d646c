import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { storedConversation } from '../../../../../test/stored-conversation.ts'
import { toolPart, waitingFor } from '../../../../../test/tool-part.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { bringing } from '../../../../shared/chat/parts.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'

function started() {
  const server = storedConversation()
  const time = manualTime()
  const session = new ConversationSession({
    id: 'c',
    transport: storedTransport('nova', server.replies, time.reconnecting),
    nextFrame: (callback) => callback(),
    now: () => new Date(0),
  })
  const shown = () => {
    const reply = session.getView().turns.at(-1)?.reply
    const calls = reply?.parts?.flatMap((part) => (part.kind === 'tool' ? [part.status.state] : []))
    return [reply?.state, reply?.content, ...(calls ?? [])]
  }
  const tell = (event: ReplyEvent) => server.end(event)
  return { server, session, shown, tell }
}

const call = toolPart(waitingFor('acts'))
const { kind: _, id: __, revision: ___, ...fields } = call

async function asked({ session, tell }: ReturnType<typeof started>): Promise<string> {
  session.send('Send it.')
  await settle()
  await tell({ type: 'words', at: 0, text: 'May I? ' })
  await tell(bringing(call, 7))
  return session.getView().pending?.id ?? ''
}

test('a reply that waits takes a new question, and goes on in the page once it is decided', async () => {
  const page = started()
  const replyId = await asked(page)
  await page.tell({ type: 'waiting' })
  expect(page.shown()).toEqual(['waiting', 'May I? ', 'waiting'])
  expect(page.session.getView().pending).toBeNull()

  await page.server.replies.goOn(replyId)
  const part = { ...fields, status: { state: 'allowed' } as const }
  await page.session.decided({ place: { scope: 'conversation', scopeId: 'c', replyId }, part, goesOn: true })
  await settle()
  expect(page.shown()).toEqual(['running', 'May I? ', 'allowed'])
  const done = toolPart({ state: 'done', result: 'Sent.', ms: 5 }, { revision: 4 })
  await page.tell(bringing(done, 7))
  await page.tell({ type: 'words', at: 7, text: 'Done.' })
  await page.tell({ type: 'finished', reason: 'stop' })
  expect(page.shown()).toEqual(['finished', 'May I? Done.', 'done'])
})

test('a reply that broke off after a call goes on from what it has, and no question is asked again', async () => {
  const page = started()
  const replyId = await asked(page)
  await page.tell({ type: 'interrupted' })
  const requests = page.server.requests.length
  await page.session.goOn(replyId)
  await settle()
  expect(page.shown()[0]).toBe('running')
  await page.tell({ type: 'words', at: 7, text: 'Done.' })
  await page.tell({ type: 'finished', reason: 'stop' })
  expect(page.shown()).toEqual(['finished', 'May I? Done.', 'waiting'])
  expect(page.server.requests.slice(requests)).toEqual(['go on', 'follow 7'])
})

test('a question that is asked while a reply waits brings what became of the call', async () => {
  const page = started()
  await asked(page)
  await page.tell({ type: 'waiting' })
  const requests = page.server.requests.length
  page.session.send('Never mind.')
  await settle()
  expect(page.server.requests.slice(requests)).toContain('load')
  expect(page.shown()[0]).toBe('running')
})
