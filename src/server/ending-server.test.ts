import { once } from 'node:events'
import { get, Agent as HttpAgent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { newAgent } from '../../test/app.ts'
import { conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { testDatabaseVariables } from '../../test/database.ts'
import { openRealtime } from '../../test/realtime-client.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import { sendTo } from '../../test/server-pair.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { signInWith } from '../../test/sign-in.ts'
import { swarmRequests } from '../../test/swarm-requests.ts'
import type { Agent } from '../shared/agents/agents.ts'

const place = await testDatabaseVariables()
const words = Array.from({ length: 2_000 }, (_, index) => `${index} `)

async function startServer() {
  const model = await startModelServer({ scenario: { name: 'words', words, delayMs: 15 } })
  onTestFinished(model.close)
  const variables = { ...place, OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0', LOG_LEVEL: 'warn' }
  const server = await startServerProcess(variables, { ownGroup: true })
  onTestFinished(server.kill)
  return server
}

/** The log lines about connections that the server had to cut off. */
const cutOff = (server: ServerProcess) => server.log.filter(({ connections }) => connections !== undefined)

/** An account that has asked an agent and received more text than was stored at any one time. */
async function askAndListen(server: ServerProcess) {
  const send = sendTo(server)
  const account = await signInWith(send)
  const made = await send('POST', '/api/agents', { as: account, json: newAgent })
  const agent = ((await made.json()) as Agent).id
  const client = conversationClient(send, account)
  const ask = firstQuestion(agent)
  const conversation = crypto.randomUUID()
  const events = eventsOf(await client.ask(conversation, ask))
  const known = await received(replyKnown(ask.replyId), events, ({ content }) => content.length > 100)
  return { account, agent, conversation, replyId: ask.replyId, events, known }
}

/** A connection that is kept alive after its response, and one that was never used. */
async function idleConnections(server: ServerProcess) {
  const agent = new HttpAgent({ keepAlive: true, timeout: 60_000 })
  onTestFinished(() => agent.destroy())
  const [answer] = await once(get(`${server.address}/healthz`, { agent }), 'response')
  await once(answer.resume(), 'end')
  const { hostname, port } = new URL(server.address)
  const unused = connect(Number(port), hostname)
  onTestFinished(() => void unused.destroy())
  unused.on('error', () => {})
  await once(unused, 'connect')
}

test('Ctrl-C, which npm passes on to a server that has it already, loses no word and waits for nobody', async () => {
  const server = await startServer()
  const send = sendTo(server)
  const kept = await askAndListen(server)
  const asked = await send('POST', '/api/chat', { json: { agentId: kept.agent, message: 'What is light?' } })
  const visitor = eventsOf(asked)
  const toVisitor = await received(replyKnown('visitor'), visitor, ({ content }) => content.length > 100)
  const { begun, follow, makeAgents } = swarmRequests(send)
  const agentIds = await makeAgents(kept.account, ['Ray', 'Pip'])
  const run = await begun(kept.account, { agentIds })
  const isSaying = (content: string) => content.length > 20
  await follow(run.id, kept.account, ({ turns }) => turns.some(({ content }) => isSaying(content)))
  const lanes = follow(run.id, kept.account)
  const socket = await openRealtime(server.address)
  await idleConnections(server)

  server.signalGroup('SIGINT')
  // At once, as the server may end within a twentieth of a second.
  const hasSaid = () => server.printed.some((line) => line.startsWith('SIGINT'))
  await expect.poll(hasSaid, { interval: 1 }).toBe(true)
  server.signalGroup('SIGINT')
  server.signalGroup('SIGTERM')
  const [sent, toldVisitor, closed, toldRun] = await Promise.all([
    received(kept.known, kept.events),
    received(toVisitor, visitor),
    socket.closed,
    lanes,
  ])
  expect([sent.state, toldVisitor.state, closed.code]).toEqual(['interrupted', 'interrupted', 1012])
  expect(toldRun.turns.map(({ state }) => state)).toEqual(['interrupted', 'interrupted'])
  expect(await server.exited).toBe(0)
  expect(cutOff(server)).toEqual([])

  const again = await startServer()
  const { messages } = await conversationClient(sendTo(again), kept.account).open(kept.conversation)
  const stored = messages.find(({ id }) => id === kept.replyId)
  expect(stored).toMatchObject({ state: 'interrupted', content: sent.content })
  const { turns } = await swarmRequests(sendTo(again)).open(run.id, kept.account)
  const said = (id: string) => turns.find((turn) => turn.id === id)?.content
  for (const { id, content } of toldRun.turns) expect(said(id)).toBe(content)
})

test('whoever loses patience waits for no request, and what was said is stored all the same', async () => {
  const server = await startServer()
  const kept = await askAndListen(server)
  // A request whose body never arrives, so that it runs for as long as it may.
  const endless = request(`${server.address}/api/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000', cookie: kept.account.cookie },
  })
  endless.on('error', () => {})
  onTestFinished(() => void endless.destroy())
  endless.write('{')
  const [socket] = await once(endless, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  // The server has the request: one that was sent later on another connection has been answered.
  await sendTo(server)('GET', '/api/agents')

  server.signalGroup('SIGHUP')
  const sent = await received(kept.known, kept.events)
  expect(sent.state).toBe('interrupted')
  await wait(1_100)
  server.signalGroup('SIGHUP')
  expect(await server.exited).toBe(0)
  expect(cutOff(server)).toMatchObject([{ connections: 1, requests: ['POST /api/agents'] }])
  // An incomplete body is not reported as a database error. What a server says of its secret at its start is none.
  const problems = server.log.filter(({ msg }) => !String(msg).startsWith('SECRET_KEY'))
  expect(JSON.stringify(problems)).not.toContain('database')

  const again = await startServer()
  const { messages } = await conversationClient(sendTo(again), kept.account).open(kept.conversation)
  expect(messages.find(({ id }) => id === kept.replyId)).toMatchObject({
    state: 'interrupted',
    content: sent.content,
  })
})
