import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../e2e/fakes/model-server.ts'
import { type Account, newAgent, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Agent } from '../../shared/agents.ts'
import { storedReplies } from '../../web/features/chat/api/stored-replies.ts'
import { createConversationSession } from '../../web/features/chat/conversation/conversation-session.ts'
import { storedLine } from '../../web/features/chat/conversation/stored-line.ts'
import { answer, createApi } from '../../web/lib/api.ts'
import type { Reconnecting } from '../../web/lib/reconnecting.ts'
import { chooseEngine } from '../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { send, signIn } = testApp(await testDatabase(), { chat })

const reconnecting: Reconnecting = {
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  now: () => Date.now(),
  random: () => 0.5,
  onWake: () => () => {},
}

/** A page of somebody's, with a network that can be cut. */
function openPage(account: Account, agentId: string, id: string = crypto.randomUUID()) {
  const cuts = new Set<AbortController>()
  const api = createApi('http://localhost', async (input, init) => {
    const cut = new AbortController()
    cuts.add(cut)
    init?.signal?.addEventListener('abort', () => cut.abort())
    const address = new URL(String(input))
    const response = await send(init?.method ?? 'GET', address.pathname + address.search, {
      as: account,
      ...(init?.body && { body: init.body, headers: { 'content-type': 'application/json' } }),
    })
    if (!response.body) return response
    // As a network does: what is cut off fails at the reader and is closed at the server.
    const pipe = new TransformStream<Uint8Array, Uint8Array>()
    response.body.pipeTo(pipe.writable, { signal: cut.signal }).catch(() => {})
    return new Response(pipe.readable, response)
  })
  const load = () => answer(api.conversations[':id'].$get({ param: { id } }))
  const session = createConversationSession({
    id,
    line: storedLine(agentId, storedReplies(api, id, load), reconnecting),
    nextFrame: (callback) => setTimeout(callback, 1),
  })
  return {
    session,
    id,
    load,
    cut: () => {
      for (const cut of cuts) cut.abort(new TypeError('network error'))
      cuts.clear()
    },
    last: () => {
      const reply = session.getView().turns.at(-1)?.reply
      return { state: reply?.state, content: reply?.content }
    },
  }
}

async function somebody() {
  const account = await signIn()
  const made = await send('POST', '/api/agents', { as: account, json: newAgent })
  return { account, agentId: ((await made.json()) as Agent).id }
}

/** In time: how long it takes is not what is tested. */
const eventually = <Value>(what: () => Value) => expect.poll(what, { timeout: 50_000 })

const whole = { state: 'finished', content: 'Hello from the scripted model.' }

test('a page asks, and has in the end what the server has', async () => {
  const { account, agentId } = await somebody()
  const page = openPage(account, agentId)
  expect(page.session.send('What is light?')).toBe(true)
  await eventually(page.last).toEqual(whole)
  const before = page.session.getView()
  page.session.adopt(await page.load())
  expect(page.session.getView().turns.map(({ reply }) => reply?.content)).toEqual([whole.content])
  expect(page.session.getView().activeLeaf).toBe(before.activeLeaf)
  page.session.edit(before.turns[0]?.question.id ?? '', 'What is a wave?')
  await eventually(page.last).toEqual(whole)
  expect(page.session.getView().turns[0]?.questions).toMatchObject({ index: 1 })
})

test('a page whose network is cut in the middle goes on, and another that opens it hears the same', async () => {
  const { account, agentId } = await somebody()
  const page = openPage(account, agentId)
  model.next('stalls')
  page.session.send('What is light?')
  await eventually(() => page.last().content).toBe('Hello from the')
  page.cut()
  const other = openPage(account, agentId, page.id)
  other.session.adopt(await other.load())
  other.session.follow()
  await eventually(() => other.last().content).toBe('Hello from the')
  other.session.stop()
  const stopped = { state: 'stopped', content: 'Hello from the' }
  expect(other.last()).toEqual(stopped)
  await eventually(page.last).toEqual(stopped)
  expect(page.session.getView().connection).toBe('live')
  expect(page.session.send('And what is a wave?')).toBe(true)
  await eventually(page.last).toEqual(whole)
  expect((await page.load()).messages).toHaveLength(4)
})

test('a page that asks where another reply runs gets its words back', async () => {
  const { account, agentId } = await somebody()
  const page = openPage(account, agentId)
  page.session.send('What is light?')
  await eventually(page.last).toEqual(whole)
  const other = openPage(account, agentId, page.id)
  other.session.adopt(await other.load())
  model.next('stalls')
  other.session.send('And what is a wave?')
  await eventually(() => other.last().content).toBe('Hello from the')
  page.session.send('And what is a particle?')
  await eventually(() => page.session.getView().returned?.text).toBe('And what is a particle?')
  await eventually(() => page.last().content).toBe('Hello from the')
  page.session.stop()
  await eventually(() => other.last().state).toBe('stopped')
})
