import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { actingModel } from '../../../../../test/acting-model.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { startOAuthFixture } from '../../../../../test/oauth-fixture.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { mcpServerSchema, startedSignInSchema } from '../../../../shared/tools/mcp-servers.ts'

const fixture = await startOAuthFixture()
afterAll(fixture.close)
const database = await testDatabase()

test('a call whose server wants a sign-in waits for the person, and goes on once when they have signed in', async () => {
  const model = actingModel((_, step) => (step === 0 ? [{ name: 'fixture__say', arguments: {} }] : 'Said.'))
  const settings = { TOOL_ADDRESS_RANGES: ['127.0.0.1/32'] }
  const { send, signIn } = testApp(database, { chat: model.chat, settings })
  const ada = await signIn()
  const post = async (path: string, json: object) => {
    const answer = await send('POST', path, { as: ada, json })
    return (await answer.json()) as { id: string }
  }
  const added = await post('/api/mcp-servers', { name: 'Fixture', address: fixture.address })
  const at = `/api/mcp-servers/${added.id}`
  const signInThere = async () => {
    const begun = await send('POST', `${at}/sign-in`, { as: ada })
    const back = fixture.allow(startedSignInSchema.parse(await begun.json()).url)
    const came = await send('GET', back.pathname + back.search, { as: ada })
    expect(came.headers.get('location')).toContain('signIn=signed-in')
  }
  await signInThere()
  const server = mcpServerSchema.parse(await (await send('GET', at, { as: ada })).json())
  expect(server).toMatchObject({ auth: 'oauth', signedIn: true, health: 'well', tools: [{ state: 'new' }] })
  await post(`${at}/accept`, { tools: server.tools.map(({ name, pin }) => ({ name, pin })) })
  const agent = await post('/api/agents', {
    ...{ name: 'Nova', description: 'Says.', category: 'neural', personality: 'You are Nova.' },
    ...{ capabilities: ['Saying'], knowledgeDomains: ['Words'] },
    tools: { own: [], servers: [{ id: added.id, open: [] }] },
  })

  const [conversation, replyId] = [randomUUID(), randomUUID()]
  const replies = `/api/conversations/${conversation}/replies`
  const asked = { replyId, agentId: agent.id, question: { id: randomUUID(), parentId: null, content: 'Go.' } }
  await (await send('POST', replies, { as: ada, json: asked })).text()
  const reply = async () => {
    const opened = await send('GET', `/api/conversations/${conversation}`, { as: ada })
    const { messages } = (await opened.json()) as Conversation
    const found = messages.find(({ id }) => id === replyId)
    const part = found?.role === 'assistant' && found.parts?.find(({ kind }) => kind === 'tool')
    if (part === undefined || part === false || part.kind !== 'tool') throw new Error('no call')
    return part
  }
  const { call, digest, status } = await reply()
  expect(status).toMatchObject({ state: 'waiting', wait: { for: 'consent' } })
  fixture.behave({ takesTokens: false })
  await send('PUT', `/api/tool-calls/${call}/decision`, {
    as: ada,
    json: { digest, decision: { kind: 'once' } },
  })
  const { host } = new URL(fixture.address)
  await expect
    .poll(async () => (await reply()).status)
    .toMatchObject({ state: 'waiting', wait: { for: 'sign-in', host } })
  expect(fixture.calls()).toBe(0)

  fixture.behave()
  await signInThere()
  await expect.poll(async () => (await reply()).status).toMatchObject({ state: 'done', result: 'said' })
  expect(fixture.calls()).toBe(1)
})
