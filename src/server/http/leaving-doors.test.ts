import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../e2e/fakes/model-server.ts'
import { testApp } from '../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../test/conversation-client.ts'
import { testDatabase } from '../../../test/database.ts'
import { doorClient } from '../../../test/door-client.ts'
import { eventsOf, received, replyKnown } from '../../../test/reply-events.ts'
import { swarmRequests } from '../../../test/swarm-requests.ts'
import { readEnv } from '../base/env.ts'
import { chooseEngine } from '../llm/choose-engine.ts'

const database = await testDatabase()
const model = await startModelServer()
afterAll(() => model.close())
const chat = await chooseEngine(readEnv({ OPENAI_BASE_URL: model.baseUrl }))

async function leavingApp() {
  const app = testApp(database, { chat })
  const doors = doorClient(app.send)
  const as = await app.signIn()
  const agent = await doors.makeAgent(as)
  const { key } = await doors.makeKey(as)
  return { app, as, agent, key, call: doors.call, client: conversationClient(app.send, as) }
}

test('a server that leaves takes no new reply through any door, in its own shape, and stores nothing of it', async () => {
  const { app, agent, key, call, client } = await leavingApp()
  app.leaving.begin()
  const asked = model.requests.length
  const conversation = randomUUID()
  const chat = { agentId: agent.id, message: 'What is light?' }
  const answers = {
    stored: await client.ask(conversation, firstQuestion(agent.id)),
    unstored: await app.send('POST', '/api/chat', { json: chat }),
    a2a: await call(
      key,
      'POST',
      `/a2a/${agent.id}`,
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
        params: { message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'Hi' }] } },
      },
      { 'a2a-version': '1.0' },
    ),
    mcp: await call(
      key,
      'POST',
      '/mcp',
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'ask_agent', arguments: { agent: agent.id, message: 'Hi' } },
      },
      { accept: 'application/json, text/event-stream' },
    ),
  }
  for (const [door, answer] of Object.entries(answers)) {
    expect([door, answer.status, answer.headers.get('retry-after')]).toEqual([door, 503, '1'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'not_ready', retryAfter: 1 })
  }
  const completion = { model: agent.id, messages: [{ role: 'user', content: 'Hi' }] }
  for (const [path, body] of [
    ['/v1/chat/completions', completion],
    ['/v1/responses', { model: agent.id, input: 'Hi' }],
  ] as const) {
    const answer = await call(key, 'POST', path, body)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(await answer.json()).toMatchObject({ error: { type: 'server_error', code: 'not_ready' } })
  }
  expect((await client.read(conversation)).status).toBe(404)
  expect(model.requests).toHaveLength(asked)
  expect((await app.send('GET', `/api/agents/${agent.id}`)).status).toBe(200)
})

test('what runs when a server leaves comes to its own end, and can be followed there', async () => {
  const { app, agent, client } = await leavingApp()
  model.next({ name: 'stalls', words: ['The', ' first'], rest: [' and', ' the', ' last'] })
  const conversation = randomUUID()
  const ask = firstQuestion(agent.id)
  const events = eventsOf(await client.ask(conversation, ask))
  const begun = await received(replyKnown(ask.replyId), events, ({ content }) => content === 'The first')
  app.leaving.begin()
  expect(app.work()).toMatchObject({ replies: 1, answers: 1 })
  const again = await client.ask(conversation, ask)
  expect(again.status).toBe(200)
  model.release()
  for (const reply of [received(begun, events), received(replyKnown(ask.replyId), eventsOf(again))])
    expect(await reply).toMatchObject({ state: 'finished', content: 'The first and the last' })
  await expect.poll(() => app.work().replies).toBe(0)
})

test('a run of a wallet waits for another server to begin it, and one of a visitor is refused', async () => {
  const { app, as } = await leavingApp()
  const { begun, open, makeAgents } = swarmRequests(app.send)
  const agentIds = await makeAgents(as, ['Ray', 'Pip'])
  app.leaving.begin()
  const run = await begun(as, { agentIds })
  const json = { id: randomUUID(), mode: 'parallel', task: 'Name ships.', agentIds, rounds: 1, words: 1_200 }
  const unkept = await app.send('POST', '/api/swarm/unkept-runs', { json })
  expect([unkept.status, (await unkept.json()).code]).toEqual([503, 'not_ready'])
  expect((await open(run.id, as)).turns).toEqual([])
  const successor = testApp(database, { chat })
  await successor.closeOrphans()
  await expect.poll(async () => (await open(run.id, as)).state).toBe('finished')
})
