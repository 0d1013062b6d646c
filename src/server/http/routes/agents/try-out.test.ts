import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { anAnsweringAgent } from '../../../../../test/an-agent.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { type Agent, agentSchema } from '../../../../shared/agents/agents.ts'
import { FAILED_REPLY } from '../../../../shared/chat/chat.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { CHAT_BODY_BYTES, limits } from '../../../../shared/common/limits.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
beforeEach(() => model.choose(() => undefined))
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { app, send, signIn, analytics } = testApp(await testDatabase(), { chat })
const { makeAgent } = realmRequests(send)
const [ada, bob] = [await signIn(), await signIn()]
const agentId = await makeAgent(ada)

const draft: TryOut['draft'] = {
  ...{ model: null, tools: null },
  ...anAnsweringAgent({
    name: 'Grace',
    description: 'Tells of ships.',
    personality: 'You are Grace, and you speak in riddles.',
    capabilities: ['Riddling'],
    knowledgeDomains: ['Tides'],
  }),
}
const ask = (json: object = {}, as: Account | undefined = ada, id = agentId) =>
  send('POST', `/api/agents/${id}/try-out`, { as, json: { draft, message: 'Who are you?', ...json } })
const read = async (id = agentId): Promise<Agent> =>
  agentSchema.parse(await (await send('GET', `/api/agents/${id}`, { as: ada })).json())

/** Returns the messages of the n-th model request. */
async function askedAt(request: number): Promise<{ role: string; content: string }[]> {
  const { messages } = (await model.request(request)).body as {
    messages: { role: string; content: string }[]
  }
  return messages
}

test('the draft answers and not what is saved, and it is told what was said before', async () => {
  const asked = model.requests.length
  const history = [
    { role: 'user', content: 'Good morning' },
    { role: 'assistant', content: 'Hello' },
  ]
  const response = await ask({ history })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  const events = await Array.fromAsync(eventsOf(response))
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['started', 'words', 'finished']))
  expect(await askedAt(asked)).toEqual([
    {
      role: 'system',
      content:
        'You are Grace, and you speak in riddles.\n\nYour capabilities: Riddling.\n\nYour knowledge domains: Tides.',
    },
    { role: 'user', content: 'Please introduce yourself.' },
    {
      role: 'assistant',
      content: 'You are Grace, and you speak in riddles. I specialize in Tides',
    },
    ...history,
    { role: 'user', content: 'Who are you?' },
  ])
  await (await send('POST', '/api/chat', { as: bob, json: { agentId, message: 'Who are you?' } })).text()
  expect((await askedAt(asked + 1))[0]?.content).toMatch(/^You are Ada\./)
})

test('a try-out changes, keeps and counts nothing; a chat with the same agent is counted', async () => {
  const readAnalytics = async () => {
    await analytics.flush()
    const response = await send('GET', '/api/me/figures?range=24h', { as: ada })
    expect(response.status).toBe(200)
    const { agents } = (await response.json()) as { agents: object[] }
    return agents
  }
  const [before, counted] = [await read(), await readAnalytics()]
  for (const message of ['Hello', '[scenario:breaks]', '[scenario:error-400]'])
    await (await ask({ message })).text()
  expect(await read()).toEqual(before)
  expect(await readAnalytics()).toEqual(counted)
  expect(await (await send('GET', `/api/agents/${agentId}/versions`, { as: ada })).json()).toMatchObject({
    versions: [{ number: 1 }],
  })
  expect(await (await send('GET', '/api/conversations', { as: ada })).json()).toMatchObject({
    conversations: [],
  })
  await (await send('POST', '/api/chat', { as: bob, json: { agentId, message: 'Hello' } })).text()
  expect(await readAnalytics()).not.toEqual(counted)
})

test('what could not be saved is refused at its field, before the model is asked', async () => {
  const asked = model.requests.length
  const response = await ask({
    draft: { ...draft, name: ' ', capabilities: [], knowledgeDomains: ['Tides', ''], owner: bob.address },
    message: '',
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    code: 'validation_failed',
    errors: {
      'draft.name': 'Name is required.',
      'draft.capabilities': 'Give at least one capability.',
      'draft.knowledgeDomains.1': 'Knowledge domain is required.',
      'draft.owner': 'This field can’t be set here.',
      message: 'A message is required.',
    },
  })
  expect(model.requests.length).toBe(asked)
})

test('only its owner tries an agent out, be it hidden or a draft', async () => {
  const [hidden, unpublished, deleted] = [
    await makeAgent(ada, { visibilityEnabled: false }),
    await makeAgent(ada, { isPublic: false }),
    await makeAgent(ada),
  ]
  await send('DELETE', `/api/agents/${deleted}`, { as: ada })
  const asked = model.requests.length
  const asVisitor = await send('POST', `/api/agents/${agentId}/try-out`, { json: { draft, message: 'Hi' } })
  expect(await outcome(asVisitor)).toEqual([401, 'not_signed_in'])
  expect(await outcome(ask({}, bob))).toEqual([403, 'forbidden'])
  expect(await outcome(ask({}, bob, hidden))).toEqual([404, 'not_found'])
  for (const id of [deleted, randomUUID(), 'no-id'])
    expect(await outcome(ask({}, ada, id))).toEqual([404, 'not_found'])
  expect(model.requests.length).toBe(asked)
  for (const id of [hidden, unpublished.toUpperCase()])
    expect(await (await ask({}, ada, id)).text()).toContain('finished')
})

test('an agent that is not made yet answers whoever is signed in, knows what was said, and is made by none of it', async () => {
  const askUnmade = (json: object = {}, as?: Account) =>
    send('POST', '/api/try-out', { ...(as && { as }), json: { draft, message: 'Who are you?', ...json } })
  const asked = model.requests.length
  expect(await outcome(askUnmade())).toEqual([401, 'not_signed_in'])
  expect(await outcome(askUnmade({ draft: { ...draft, name: '' } }, bob))).toEqual([422, 'validation_failed'])
  expect(model.requests.length).toBe(asked)
  const mine = async (kind: string) => (await send('GET', `/api/${kind}`, { as: bob })).text()
  const before = [await mine('me/agents'), await mine('conversations')]
  const history = [
    { role: 'user', content: 'Good morning' },
    { role: 'assistant', content: 'Hello' },
  ]
  expect(await (await askUnmade({ history }, bob)).text()).toContain('finished')
  const messages = await askedAt(asked)
  expect(messages[0]?.content).toMatch(/^You are Grace, and you speak in riddles\./)
  expect(messages.slice(3)).toEqual([...history, { role: 'user', content: 'Who are you?' }])
  expect([await mine('me/agents'), await mine('conversations')]).toEqual(before)
})

test('the server’s metrics observe a try-out as any reply', async () => {
  const incoming = { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } }
  const ended = async () =>
    /^bionic_replies_ended_total\{end="finished"\} (\d+)$/m.exec(
      await (await app.request('http://localhost:3000/metrics', {}, { incoming })).text(),
    )?.[1]
  const before = Number(await ended())
  await (await ask()).text()
  expect(Number(await ended())).toBe(before + 1)
})

test('a model that breaks off leaves its words, and what failed says so with its request’s id', async () => {
  const broken = await received(
    replyKnown(randomUUID()),
    eventsOf(await ask({ message: '[scenario:breaks]' })),
  )
  expect([broken.state, broken.content]).toEqual(['failed', 'Hello from the'])
  const response = await ask({ message: '[scenario:error-400]' })
  const requestId = response.headers.get('x-request-id')
  const [, ...rest] = await Array.fromAsync(eventsOf(response))
  expect(rest).toEqual([{ type: 'failed', message: FAILED_REPLY, requestId }])
})

test('closing the connection lets go of the model', async () => {
  model.next('stalls')
  const asked = model.requests.length
  const events = eventsOf(await ask())
  await received(replyKnown(randomUUID()), events, ({ content }) => content === 'Hello from the')
  await events.return(undefined)
  expect(await model.closed(asked)).toBe('cut')
})

test('the longest conversation with the longest draft is taken, and more than that is not', async () => {
  const longest = {
    draft: {
      ...draft,
      personality: '漢'.repeat(limits.joinedPersonality),
      description: '漢'.repeat(limits.agentDescription),
    },
    history: Array.from({ length: 17 }, () => ({ role: 'user', content: '漢'.repeat(20_000) })),
  }
  expect(Buffer.byteLength(JSON.stringify(longest))).toBeGreaterThan(CHAT_BODY_BYTES)
  expect(await (await ask(longest)).text()).toContain('finished')
  const body = `"${'x'.repeat(CHAT_BODY_BYTES + 128 * 1024)}"`
  const headers = { 'content-type': 'application/json' }
  const tooMuch = send('POST', `/api/agents/${agentId}/try-out`, { as: ada, body, headers })
  expect(await outcome(tooMuch)).toEqual([413, 'body_too_large'])
})
